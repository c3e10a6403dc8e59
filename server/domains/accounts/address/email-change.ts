import { proofFailures } from '#contract/accounts/proof/failures.ts'
import { formsOfAddress } from '#contract/mail-addresses.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { raiseAlarm } from '../alarms/alarm.ts'
import { redeemMailToken } from '../mail-tokens.ts'
import { deleteUnusedMailTokens, lockUser, lockUserByEmail } from '../queries.ts'
import { deleteSignUp } from '../sign-up-queries.ts'
import { sendEmailChangedMails, sendEmailChangeMails } from './email-change-mails.ts'
import {
  confirmSide,
  deleteOpenEmailChange,
  deletePendingUser,
  findEmailChange,
  insertEmailChange,
  markApplied,
  markUndone,
  saveEmail,
} from './email-change-queries.ts'

/** As long as the mailed links work. */
const OPEN_MS = 86_400_000

/**
 * Begins a change of the address: both the old and the new one are asked to confirm. It replaces one that was begun
 * before. Throws `same_email`.
 */
export async function requestEmailChange(db: Db, viewer: Viewer, email: string, now: Date): Promise<void> {
  const user = await lockUser(db, viewer.id)
  if (!user || formsOfAddress(email).includes(user.email)) throw new Failure(proofFailures.same_email)
  await cancelEmailChange(db, viewer)
  const id = newId(now)
  const expiresAt = new Date(now.getTime() + OPEN_MS)
  await insertEmailChange(db, {
    id,
    userId: user.id,
    oldEmail: user.email,
    newEmail: email,
    createdAt: now,
    expiresAt,
  })
  await enqueue(db, sendEmailChangeMails, { changeId: id })
}

/** Gives a change up that isn't confirmed; its links stop working. */
export async function cancelEmailChange(db: Db, viewer: Viewer): Promise<void> {
  await deleteOpenEmailChange(db, viewer.id)
  await deleteUnusedMailTokens(db, viewer.id, ['email-old', 'email-new'])
}

/**
 * Confirms a change for the address whose mail the link is from, and makes it once both have. Answers whether that was
 * the second. Throws `link_invalid`; `email_taken` when the new address got an account meanwhile.
 */
export async function confirmEmailChange(db: Db, token: string, now: Date): Promise<boolean> {
  const ofOld = await redeemMailToken(db, { token, purpose: 'email-old', now })
  const redeemed = ofOld ?? (await redeemMailToken(db, { token, purpose: 'email-new', now }))
  const id = redeemed?.subjectId ?? null
  if (id !== null) await confirmSide(db, id, ofOld ? 'old' : 'new', now)
  const change = id === null ? null : await findEmailChange(db, id)
  if (!change || change.appliedAt) throw new Failure(proofFailures.link_invalid)
  if (!change.oldConfirmedAt || !change.newConfirmedAt) return false
  await moveTo(db, change.userId, change.newEmail)
  await markApplied(db, change.id, now)
  // They were mailed to the old address.
  await deleteUnusedMailTokens(db, change.userId, ['reset', 'password', 'delete', 'prove'])
  await enqueue(db, sendEmailChangedMails, { changeId: change.id })
  return true
}

/**
 * Takes a change back, whatever the address was changed to since, and raises the alarm: somebody else made it. Throws
 * `link_invalid`, `email_taken`.
 */
export async function undoEmailChange(db: Db, token: string, now: Date): Promise<void> {
  const redeemed = await redeemMailToken(db, { token, purpose: 'email-undo', now })
  const change = redeemed?.subjectId ? await findEmailChange(db, redeemed.subjectId) : null
  const user = change && (await lockUser(db, change.userId))
  if (!change || !user || change.undoneAt) throw new Failure(proofFailures.link_invalid)
  await moveTo(db, user.id, change.oldEmail)
  await markUndone(db, change.id, now)
  // The addresses in between were somebody else's.
  await deleteUnusedMailTokens(db, user.id, ['email-undo', 'not-me', 'not-my-factor', 'keep-factors'])
  await raiseAlarm(db, user, now)
}

/** Call with the account locked, and the address proved. */
async function moveTo(db: Db, userId: string, email: string): Promise<void> {
  const holder = await lockUserByEmail(db, email)
  if (holder && holder.id !== userId) {
    if (holder.emailVerifiedAt) throw new Failure(proofFailures.email_taken)
    await deletePendingUser(db, holder.id)
  }
  await deleteSignUp(db, email)
  await saveEmail(db, userId, email)
}
