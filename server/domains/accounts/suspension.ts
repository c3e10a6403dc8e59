import * as z from 'zod/mini'

import { SUSPENSION_RETURN_DAYS } from '#contract/site/policy.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { defineJob, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { layOut } from '#server/platform/mail/layout.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'

import { accountReinstated, accountSuspended } from './events.ts'
import { sendLetter } from './letters.ts'
import { reinstatedLetter, suspendedLetter } from './suspension-emails.ts'
import {
  closeSuspension,
  findSuspectByEmail,
  findSuspectByHandle,
  insertSuspension,
  listSuspensions,
  lockSuspect,
  setAccountStatus,
  type SuspectRow,
} from './suspension-queries.ts'
import { endAllSessions } from './sessions.ts'

/** One decision of the staff about an account. */
export interface StaffDecision {
  userId: string
  /** Kept, and mailed to whom it is about. */
  reason: string
  /** Who decides. */
  by: string
  now: Date
}

/** Whom the staff mean: an e-mail address, or `@` and the handle of a page. Throws when there is nobody. */
export async function getSuspect(db: Db, reference: string): Promise<SuspectRow> {
  const named = reference.trim()
  const suspect = named.startsWith('@')
    ? await findSuspectByHandle(db, named.slice(1))
    : await findSuspectByEmail(db, named)
  if (!suspect) throw new Error(`Nobody here is ${named}. Name an e-mail address, or @ and a page's handle.`)
  return suspect
}

/**
 * Suspends an account. From the moment this is committed nobody acts as them, and their page is not there for anybody
 * (`isLivePageSql`); what runs on, like renewals, is stopped by reactions to the event. Answers false, and changes
 * nothing, when they are suspended already. Throws when the account is erased.
 */
export async function suspendAccount(db: Db, { userId, reason, by, now }: StaffDecision): Promise<boolean> {
  const suspect = await lockSuspect(db, userId)
  if (suspect.erasedAt) throw new Error('This account is erased; there is nobody left to suspend.')
  if (suspect.status === 'suspended') return false
  await setAccountStatus(db, userId, 'suspended')
  await insertSuspension(db, { id: newId(now), userId, now, reason, by })
  await endAllSessions(db, userId)
  // Every node drops the pages that show theirs when this commits.
  if (suspect.creatorId !== null) await announcePageChange(db, suspect.creatorId)
  await emit(db, accountSuspended, { userId }, now)
  await enqueue(db, sendSuspendedMail, { userId })
  return true
}

/**
 * Lifts a suspension: the page is there again at once, and whoever it is signs in anew. Answers false, and changes
 * nothing, when they are not suspended.
 */
export async function reinstateAccount(db: Db, { userId, reason, by, now }: StaffDecision): Promise<boolean> {
  const suspect = await lockSuspect(db, userId)
  if (suspect.status !== 'suspended') return false
  await setAccountStatus(db, userId, 'active')
  await closeSuspension(db, userId, { now, reason, by })
  // A sign-in may have been on its way when the account was suspended; what it began must not come alive now.
  await endAllSessions(db, userId)
  if (suspect.creatorId !== null) await announcePageChange(db, suspect.creatorId)
  await emit(db, accountReinstated, { userId }, now)
  await enqueue(db, sendReinstatedMail, { userId })
  return true
}

const person = z.object({ userId: z.string() })

/** The one mail that reaches somebody who is suspended, hence past `sendLetter`. */
const sendSuspendedMail = defineJob(
  { name: 'accounts.send-suspended-mail', payload: person },
  async (db, { userId }, { platform }) => {
    const suspect = await lockSuspect(db, userId)
    const [newest] = await listSuspensions(db, userId)
    if (suspect.status !== 'suspended' || suspect.erasedAt || !newest) return
    const returnedAt = new Date(newest.suspendedAt.getTime() + SUSPENSION_RETURN_DAYS * 86_400_000)
    const { email } = platform.config.operator
    await platform.mailer.send(
      layOut(suspendedLetter(suspect, { reason: newest.reason, returnedAt, operatorEmail: email })),
    )
  },
)

const sendReinstatedMail = defineJob(
  { name: 'accounts.send-reinstated-mail', payload: person },
  async (db, { userId }, { platform }) => {
    const suspect = await lockSuspect(db, userId)
    if (suspect.status !== 'active' || suspect.erasedAt) return
    const loginUrl = `${platform.config.publicUrl}/login`
    await sendLetter(db, platform, reinstatedLetter(suspect, { loginUrl }))
  },
)

export const suspensionJobs = [sendSuspendedMail, sendReinstatedMail] as Job[]
