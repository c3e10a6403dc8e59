import * as z from 'zod/mini'

import { defineJob, enqueue, enqueueKeyed, type Job } from '#server/platform/jobs/define-job.ts'

import { emit } from '#server/platform/jobs/events.ts'

import { accountAlarmed } from '../events.ts'
import { enqueueLetter } from '../letters.ts'
import { issueMailToken } from '../mail-tokens.ts'
import { deleteFactors } from '../proof/factor-queries.ts'
import { findUser, lockUser } from '../queries.ts'
import { factorsRemovedLetter, lostFactorsLetter } from '../security-emails.ts'
import { endAllSessions } from '../sessions.ts'
import { endRecovery, findRecovery, listDueRecoveryIds } from './recovery-queries.ts'

const one = z.object({ recoveryId: z.string() })

/** The first and the second of the three mails, each with a way to keep the factors. */
export const sendLostFactorsMail = defineJob(
  {
    name: 'accounts.send-lost-factors-mail',
    payload: z.object({ recoveryId: z.string(), isReminder: z.boolean() }),
  },
  async (db, { recoveryId, isReminder }, { platform, now }) => {
    const recovery = await findRecovery(db, recoveryId)
    const user = recovery && (await findUser(db, recovery.userId))
    if (!recovery?.dueAt || recovery.endedAt || !user) return
    const { userId, dueAt } = recovery
    const token = await issueMailToken(db, { userId, purpose: 'keep-factors', subjectId: recoveryId, now })
    const facts = { dueAt, isReminder, keepUrl: `${platform.config.publicUrl}/mail/keep-factors/${token}` }
    await enqueueLetter(db, platform, (language) => lostFactorsLetter(user, facts, language))
  },
)

/** The third. */
const sendFactorsRemovedMail = defineJob(
  { name: 'accounts.send-factors-removed-mail', payload: z.object({ userId: z.string() }) },
  async (db, { userId }, { platform }) => {
    const user = await findUser(db, userId)
    if (!user || user.erasedAt) return
    const loginUrl = `${platform.config.publicUrl}/login`
    await enqueueLetter(db, platform, (language) => factorsRemovedLetter(user, { loginUrl }, language))
  },
)

/** Removes the factors once the week is over. Repeated, early, or after they were kept it does nothing. */
export const removeLostFactors = defineJob(
  { name: 'accounts.remove-lost-factors', payload: one },
  async (db, { recoveryId }, { now }): Promise<void> => {
    const seen = await findRecovery(db, recoveryId)
    if (!seen) return
    await lockUser(db, seen.userId)
    const recovery = await findRecovery(db, recoveryId)
    if (!recovery?.dueAt || recovery.endedAt) return
    const earlyMs = recovery.dueAt.getTime() - now.getTime()
    if (earlyMs > 0)
      return enqueue(
        db,
        removeLostFactors,
        { recoveryId },
        { key: `lost-factors:${recoveryId}`, delayMs: earlyMs },
      )
    const { userId } = recovery
    await deleteFactors(db, userId)
    await endRecovery(db, { userId, outcome: 'removed', now })
    await endAllSessions(db, userId)
    await emit(db, accountAlarmed, { userId }, now)
    await enqueue(db, sendFactorsRemovedMail, { userId })
  },
)

/** Picks up those whose job gave up. */
const sweepRecoveries = defineJob(
  { name: 'accounts.sweep-factor-recoveries', payload: z.object({}), cron: '23 * * * *', maxAttempts: 3 },
  async (db, _, { now }) => {
    const ids = await listDueRecoveryIds(db, now)
    const jobs = ids.map((recoveryId) => ({ key: `lost-factors:${recoveryId}`, payload: { recoveryId } }))
    await enqueueKeyed(db, removeLostFactors, jobs)
  },
)

export const lostFactorJobs = [
  sendLostFactorsMail,
  sendFactorsRemovedMail,
  removeLostFactors,
  sweepRecoveries,
] as Job[]
