import * as z from 'zod/mini'

import { accountFailures } from '#contract/accounts/failures.ts'
import { DELETION_UNDO_DAYS } from '#contract/site/policy.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { defineJob, enqueue, enqueueKeyed, type Job } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { eraseUser, isLeaving, listOverdueUserIds, lockLeavingUser, setDeletion } from './deletion-queries.ts'
import { deletionCodeLetter, deletionLetter, erasedLetter, keptLetter } from './emails.ts'
import { accountErased, deletionCancelled, deletionRequested } from './events.ts'
import { enqueueLetter } from './letters.ts'
import { issueMailedCode, redeemMailedCode } from './mailed-codes.ts'
import { isPassword } from './passwords.ts'
import { storedPicture } from './profile.ts'
import { findPageHandle, findUser, lockUser } from './queries.ts'
import { endAllSessions } from './sessions.ts'
import { eraseSuspensionReasons } from './suspension-queries.ts'

const UNDO_MS = DELETION_UNDO_DAYS * 86_400_000

const person = z.object({ userId: z.string() })

/** Refuses new commitments of a user who is leaving. Throws `account_leaving`. */
export async function refuseWhileLeaving(db: Db, userId: string): Promise<void> {
  if (await isLeaving(db, userId)) throw new Failure(accountFailures.account_leaving)
}

/** Requests a code by mail; for users who have no password to prove themselves with. */
export async function askForDeletionCode(db: Db, viewer: Viewer): Promise<void> {
  const user = await findUser(db, viewer.id)
  if (user?.passwordHash) throw new Failure(accountFailures.deletion_needs_password)
  await enqueue(db, sendDeletionCodeMail, { userId: viewer.id }, { key: `deletion-code:${viewer.id}` })
}

/**
 * Starts the deletion of an account: proved by its password, or by the mailed code where there is none; a second factor
 * was asked for at the door. Everyone is signed out; the other domains react to the event. Returns when it will be erased; repeating the request keeps the
 * first date.
 */
export async function requestDeletion(
  inTransaction: InTransaction,
  viewer: Viewer,
  proof: { currentPassword: string | undefined; code: string | undefined },
  now: Date,
): Promise<Date> {
  const passwordHash = (await inTransaction((db) => findUser(db, viewer.id)))?.passwordHash ?? null
  // Outside of transactions, like every hash.
  if (
    passwordHash !== null &&
    !viewer.hasFactor &&
    !(await isPassword(proof.currentPassword ?? '', passwordHash))
  )
    throw new Failure(accountFailures.current_password_wrong)
  return inTransaction(async (db) => {
    const user = await lockUser(db, viewer.id)
    if ((user?.passwordHash ?? null) !== passwordHash)
      throw new Failure(accountFailures.current_password_wrong)
    const code = { userId: viewer.id, purpose: 'delete' as const, code: proof.code ?? '', now }
    if (passwordHash === null && !viewer.hasFactor && !(await redeemMailedCode(db, code)))
      throw new Failure(accountFailures.deletion_code_wrong)
    await endAllSessions(db, viewer.id)
    if (user?.deletionDueAt) return user.deletionDueAt
    const dueAt = new Date(now.getTime() + UNDO_MS)
    await setDeletion(db, viewer.id, { requestedAt: now, dueAt })
    await emit(db, deletionRequested, { userId: viewer.id }, now)
    await enqueue(db, sendDeletionMail, { userId: viewer.id })
    await enqueue(db, eraseAccount, { userId: viewer.id }, { key: `erase:${viewer.id}`, delayMs: UNDO_MS })
    return dueAt
  })
}

/** Keeps an account after all. Its own memberships were cancelled at the payment provider, and can't come back. */
export async function cancelDeletion(db: Db, viewer: Viewer, now: Date): Promise<void> {
  if (!(await lockLeavingUser(db, viewer.id))) return
  await setDeletion(db, viewer.id, null)
  await emit(db, deletionCancelled, { userId: viewer.id }, now)
  await enqueue(db, sendKeptMail, { userId: viewer.id })
}

const sendDeletionCodeMail = defineJob(
  { name: 'accounts.send-deletion-code-mail', payload: person },
  async (db, { userId }, { platform, now }) => {
    const user = await findUser(db, userId)
    if (!user || user.erasedAt) return
    const code = await issueMailedCode(db, { userId, purpose: 'delete', now })
    await enqueueLetter(db, platform, (language) => deletionCodeLetter(user, code, language))
  },
)

const sendDeletionMail = defineJob(
  { name: 'accounts.send-deletion-mail', payload: person },
  async (db, { userId }, { platform }) => {
    const user = await lockLeavingUser(db, userId)
    if (!user) return
    const facts = {
      dueAt: user.deletionDueAt,
      hasPage: (await findPageHandle(db, userId)) !== null,
      loginUrl: `${platform.config.publicUrl}/login`,
      operatorEmail: platform.config.operator.email,
    }
    await enqueueLetter(db, platform, (language) => deletionLetter(user, facts, language))
  },
)

const sendKeptMail = defineJob(
  { name: 'accounts.send-kept-mail', payload: person },
  async (db, { userId }, { platform }) => {
    const user = await findUser(db, userId)
    if (!user || user.deletionDueAt) return
    const facts = {
      subscriptionsUrl: `${platform.config.publicUrl}/subscriptions`,
      hasPage: (await findPageHandle(db, userId)) !== null,
    }
    await enqueueLetter(db, platform, (language) => keptLetter(user, facts, language))
  },
)

/** The one job that carries a person instead of an id: when it runs the row to read them from is gone. */
const sendErasedMail = defineJob(
  { name: 'accounts.send-erased-mail', payload: z.object({ name: z.string(), email: z.string() }) },
  async (db, to, { platform }) => {
    await enqueueLetter(db, platform, (language) => erasedLetter(to, language))
  },
)

/** Erases an account whose time to reconsider is over. Repeated, early, or after a cancellation it does nothing. */
const eraseAccount = defineJob(
  { name: 'accounts.erase', payload: person },
  async (db, { userId }, { now }): Promise<void> => {
    const user = await lockLeavingUser(db, userId)
    if (!user) return
    const earlyMs = user.deletionDueAt.getTime() - now.getTime()
    // The database's clock woke us a moment before ours.
    if (earlyMs > 0)
      return enqueue(db, eraseAccount, { userId }, { key: `erase:${userId}`, delayMs: earlyMs })
    await enqueue(db, sendErasedMail, { name: user.name, email: user.email })
    await emit(db, accountErased, { userId, pictureKey: storedPicture(user.profileImage) }, now)
    await eraseUser(db, userId, now)
    await eraseSuspensionReasons(db, userId)
  },
)

/** Picks up overdue accounts whose job gave up. */
const sweepDeletions = defineJob(
  { name: 'accounts.sweep-deletions', payload: z.object({}), cron: '41 * * * *', maxAttempts: 3 },
  async (db, _, { now }) => {
    const ids = await listOverdueUserIds(db, now)
    const jobs = ids.map((userId) => ({ key: `erase:${userId}`, payload: { userId } }))
    await enqueueKeyed(db, eraseAccount, jobs)
  },
)

export const deletionJobs = [
  sendDeletionCodeMail,
  sendDeletionMail,
  sendKeptMail,
  sendErasedMail,
  eraseAccount,
  sweepDeletions,
] as Job[]
