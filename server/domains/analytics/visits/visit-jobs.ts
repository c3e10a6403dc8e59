import * as z from 'zod/mini'

import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'

import { addDays, dayOf } from '../days/calendar.ts'
import { deleteSaltsBefore, deleteVisitsBefore } from './visit-queries.ts'

/** Visits per transaction. */
const BATCH = 20_000

/**
 * Forgets the visits of days that are over; two days after a day began its salt goes too. Visits of the last second of a
 * day may still be on their way, so a day is over an hour after its end.
 */
export const countVisits: Job<Record<string, never>> = defineJobInPhases(
  { name: 'analytics.count-visits', payload: z.object({}), cron: '13 * * * *' },
  async (inTransaction, _, { now, signal }) => {
    const today = dayOf(new Date(now.getTime() - 3_600_000))
    let deleted: number
    do {
      signal.throwIfAborted()
      deleted = await inTransaction((db) => deleteVisitsBefore(db, today, BATCH))
    } while (deleted >= BATCH)
    await inTransaction((db) => deleteSaltsBefore(db, addDays(dayOf(now), -1)))
  },
)
