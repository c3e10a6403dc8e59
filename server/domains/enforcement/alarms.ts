import * as z from 'zod/mini'

import { ALARM_STAGES, type AlarmStage, stageAt } from '#contract/enforcement/deadlines.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJob, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { type CaseRow, lockCase, raiseCase, storeAlarm } from './case-queries.ts'
import { caseWaits } from './events.ts'
import { tellOperator } from './mails.ts'

/** The stage at which a page's own time is over: from then on the operator decides. */
const RAISED_AT: AlarmStage = 80

/**
 * Somebody is told that a case is still open. Each stage has a job of its own, due at its moment; a case whose deadline
 * moved meanwhile has the job queued again for the new one.
 */
export const giveAlarm: Job<{ caseId: string; stage: number }> = defineJob(
  { name: 'enforcement.give-alarm', payload: z.object({ caseId: z.string(), stage: z.number() }) },
  async (db, { caseId, stage: given }, { now }) => {
    const row = await lockCase(db, caseId)
    const stage = ALARM_STAGES.find((known) => known === given)
    if (row?.state !== 'open' || stage === undefined || row.alarmStage >= stage) return
    const earlyMs = stageAt(row.openedAt, row.dueAt, stage).getTime() - now.getTime()
    // The database's clock woke us a moment before ours.
    if (earlyMs > 0) return queue(db, row, stage, now)
    await storeAlarm(db, caseId, stage)
    await sound(db, row, stage, now)
  },
)

async function sound(db: Db, row: CaseRow, stage: AlarmStage, now: Date): Promise<void> {
  const { id: caseId, creatorId } = row
  if (row.level === 'page' && stage < RAISED_AT && creatorId !== null)
    return emit(db, caseWaits, { caseId, creatorId, isReminder: true }, now)
  if (row.level === 'page') await raiseCase(db, caseId, { ...row, level: 'operator' })
  await tellOperator(db, { caseId, about: 'case', stage })
}

function queue(
  db: Db,
  row: Pick<CaseRow, 'id' | 'openedAt' | 'dueAt'>,
  stage: AlarmStage,
  now: Date,
): Promise<void> {
  const delayMs = Math.max(0, stageAt(row.openedAt, row.dueAt, stage).getTime() - now.getTime())
  return enqueue(db, giveAlarm, { caseId: row.id, stage }, { key: `case:${row.id}:${stage}`, delayMs })
}

/** Queues the alarms of a case; again, for a deadline that has moved, it moves them. */
export async function queueAlarms(
  db: Db,
  row: Pick<CaseRow, 'id' | 'openedAt' | 'dueAt'>,
  now: Date,
): Promise<void> {
  for (const stage of ALARM_STAGES) await queue(db, row, stage, now)
}
