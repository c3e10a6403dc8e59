import * as z from 'zod/mini'

import type { Db } from '#server/platform/db/query.ts'
import { defineJob, enqueue, type Job } from '#server/platform/jobs/define-job.ts'

import { lockCase } from './case-queries.ts'
import { findDecision } from './decision-queries.ts'
import { lift } from './lifting.ts'
import { mailAppealEnd } from './mails.ts'

const decided = z.object({ caseId: z.string(), decisionId: z.string() })
type Decided = z.infer<typeof decided>

/** Queues the end of a measure; again, for an end that has moved, it moves it. */
export function queueEnd(db: Db, of: Decided, untilAt: Date, now: Date): Promise<void> {
  return enqueue(db, endMeasure, of, {
    key: `measure:${of.decisionId}`,
    delayMs: Math.max(0, untilAt.getTime() - now.getTime()),
  })
}

/** The time of a measure is over. */
export const endMeasure: Job<Decided> = defineJob(
  { name: 'enforcement.end-measure', payload: decided },
  async (db, of, { now }) => {
    const row = await lockCase(db, of.caseId)
    const decision = await findDecision(db, of.decisionId)
    if (!row || !decision || decision.liftedAt !== null || decision.untilAt === null) return
    // The database's clock woke us a moment before ours.
    if (decision.untilAt > now) return queueEnd(db, of, decision.untilAt, now)
    await lift(db, row, decision, { because: 'over', reason: '', by: 'command:Cheers' }, now)
    await enqueue(db, mailAppealEnd, of)
  },
)
