import * as z from 'zod/mini'

import { ALARM_STAGES, stageAt } from '#contract/enforcement/deadlines.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJob, enqueue, type Job } from '#server/platform/jobs/define-job.ts'

import { mailDesk } from './grievance-mails.ts'
import { findGrievance, type GrievanceRow, storeGrievanceAlarm } from './grievance-queries.ts'

const payload = z.object({ grievanceId: z.string(), stage: z.number() })
type Due = z.infer<typeof payload>

/** The staff are told that a grievance still waits for its answer. */
export const giveGrievanceAlarm: Job<Due> = defineJob(
  { name: 'enforcement.give-grievance-alarm', payload },
  async (db, { grievanceId, stage: given }, { now }) => {
    const row = await findGrievance(db, grievanceId)
    const stage = ALARM_STAGES.find((known) => known === given)
    if (!row || row.answeredAt !== null || stage === undefined || row.alarmStage >= stage) return
    const earlyMs = stageAt(row.openedAt, row.dueAt, stage).getTime() - now.getTime()
    if (earlyMs > 0) return enqueue(db, giveGrievanceAlarm, { grievanceId, stage }, { delayMs: earlyMs })
    await storeGrievanceAlarm(db, grievanceId, stage)
    await enqueue(db, mailDesk, { grievanceId, stage })
  },
)

/** Tells the staff of it at once, and queues the alarms. */
export async function queueGrievanceAlarms(
  db: Db,
  { id: grievanceId, openedAt, dueAt }: Pick<GrievanceRow, 'id' | 'openedAt' | 'dueAt'>,
  now: Date,
): Promise<void> {
  await enqueue(db, mailDesk, { grievanceId, stage: 0 })
  for (const stage of ALARM_STAGES)
    await enqueue(
      db,
      giveGrievanceAlarm,
      { grievanceId, stage },
      { delayMs: Math.max(0, stageAt(openedAt, dueAt, stage).getTime() - now.getTime()) },
    )
}
