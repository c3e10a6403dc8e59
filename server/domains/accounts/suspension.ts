import * as z from 'zod/mini'

import { accountFailures } from '#contract/accounts/failures.ts'
import { SUSPENSION_RETURN_DAYS } from '#contract/site/policy.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { defineJob, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'

import { accountReinstated, accountSuspended } from './events.ts'
import { enqueueLetter } from './letters.ts'
import { endAllSessions } from './sessions.ts'
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

/** A staff decision about an account. */
export interface StaffDecision {
  userId: string
  /** Stored, and mailed to the account it is about. */
  reason: string
  /** The person who decides. */
  by: string
  now: Date
}

/** The account the staff mean: by e-mail address, or by `@` and the handle of a page. Throws when there is none. */
export async function getSuspect(db: Db, reference: string): Promise<SuspectRow> {
  const named = reference.trim()
  const suspect = named.startsWith('@')
    ? await findSuspectByHandle(db, named.slice(1))
    : await findSuspectByEmail(db, named)
  if (!suspect) throw new Error(`Nobody here is ${named}. Name an e-mail address, or @ and a page's handle.`)
  return suspect
}

/**
 * Suspends an account. From the moment this is committed nobody can act as them, and their page is unavailable to
 * everyone (`isLivePageSql`); anything still running, such as renewals, is stopped by reactions to the event. Returns
 * false, and changes nothing, when they are suspended already. Throws `person_not_found`.
 */
export async function suspendAccount(db: Db, { userId, reason, by, now }: StaffDecision): Promise<boolean> {
  const suspect = await lockSuspect(db, userId)
  if (!suspect) throw new Failure(accountFailures.person_not_found)
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
 * Lifts a suspension: the page is back at once, and the user has to sign in again. Returns false, and changes nothing,
 * when they aren't suspended. Throws `person_not_found`.
 */
export async function reinstateAccount(db: Db, { userId, reason, by, now }: StaffDecision): Promise<boolean> {
  const suspect = await lockSuspect(db, userId)
  if (!suspect) throw new Failure(accountFailures.person_not_found)
  if (suspect.status !== 'suspended') return false
  await setAccountStatus(db, userId, 'active')
  await closeSuspension(db, userId, { now, reason, by })
  // A sign-in may have been under way when the account was suspended; its session must not come alive now.
  await endAllSessions(db, userId)
  if (suspect.creatorId !== null) await announcePageChange(db, suspect.creatorId)
  await emit(db, accountReinstated, { userId }, now)
  await enqueue(db, sendReinstatedMail, { userId })
  return true
}

const person = z.object({ userId: z.string() })

/** The one mail that reaches a suspended account. */
const sendSuspendedMail = defineJob(
  { name: 'accounts.send-suspended-mail', payload: person },
  async (db, { userId }, { platform }) => {
    const suspect = await lockSuspect(db, userId)
    const [newest] = await listSuspensions(db, userId)
    if (suspect?.status !== 'suspended' || !newest) return
    const returnedAt = new Date(newest.suspendedAt.getTime() + SUSPENSION_RETURN_DAYS * 86_400_000)
    const { email } = platform.config.operator
    const facts = { reason: newest.reason, returnedAt, operatorEmail: email }
    await enqueueLetter(db, platform, (language) => suspendedLetter(suspect, facts, language), {
      isForSuspended: true,
    })
  },
)

const sendReinstatedMail = defineJob(
  { name: 'accounts.send-reinstated-mail', payload: person },
  async (db, { userId }, { platform }) => {
    const suspect = await lockSuspect(db, userId)
    if (suspect?.status !== 'active') return
    const loginUrl = `${platform.config.publicUrl}/login`
    await enqueueLetter(db, platform, (language) => reinstatedLetter(suspect, { loginUrl }, language))
  },
)

export const suspensionJobs = [sendSuspendedMail, sendReinstatedMail] as Job[]
