import * as z from 'zod/mini'

import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'

import { addDays, dayOf } from '../days/calendar.ts'
import { countVisitsOf, deleteSaltsBefore, findVisitsToCount } from './visit-queries.ts'

/** Visits per transaction, about. */
const BATCH = 20_000

/**
 * Counts the visits of days that are over and deletes them; two days after a day began its salt goes too. Visits of the
 * last second of a day may still be on their way, so a day is counted an hour after its end.
 */
export const countVisits: Job<Record<string, never>> = defineJobInPhases(
  { name: 'analytics.count-visits', payload: z.object({}), cron: '13 * * * *' },
  async (inTransaction, _, { now, signal }) => {
    const today = dayOf(new Date(now.getTime() - 3_600_000))
    let isLeft = true
    while (isLeft) {
      signal.throwIfAborted()
      isLeft = await inTransaction((db) => countBatch(db, today))
    }
    await inTransaction((db) => deleteSaltsBefore(db, addDays(dayOf(now), -1)))
  },
)

async function countBatch(db: Db, before: string): Promise<boolean> {
  const found = await findVisitsToCount(db, before, BATCH)
  if (!found) return false
  await countVisitsOf(db, found)
  return true
}
