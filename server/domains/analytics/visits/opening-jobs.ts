import * as z from 'zod/mini'

import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'

import { addOpenings, listToRecount, lockOpenings, recountOpenings } from './opening-count-queries.ts'

/** Posts per transaction: on a large page, half a second each. */
const BATCH = 5
/** Openings are written within a second or two; what comes later is found when a post's week is over. */
const WRITTEN_WITHIN_MS = 5000
/** A week and an hour. */
const FINAL_AFTER_MS = 169 * 3_600_000

/**
 * Adds up who opened posts, as it happens: counted again for each look, a page with fifty thousand members would wait
 * for seconds.
 */
export const countOpenings: Job<Record<string, never>> = defineJobInPhases(
  { name: 'analytics.count-openings', payload: z.object({}), cron: '* * * * *' },
  async (inTransaction, _, { now, signal }) => {
    await inTransaction((db) => countNew(db, now))
    let isLeft = true
    while (isLeft) {
      signal.throwIfAborted()
      isLeft = await inTransaction((db) => recountBatch(db, now))
    }
  },
)

async function countNew(db: Db, now: Date): Promise<void> {
  const counted = await lockOpenings(db)
  const until = new Date(now.getTime() - WRITTEN_WITHIN_MS)
  if (counted && counted.until < until) await addOpenings(db, { from: counted.until, until })
}

async function recountBatch(db: Db, now: Date): Promise<boolean> {
  const counted = await lockOpenings(db)
  if (!counted) return false
  const finalBefore = new Date(now.getTime() - FINAL_AFTER_MS)
  const ids = await listToRecount(db, { finalBefore, limit: BATCH })
  if (ids.length > 0) await recountOpenings(db, ids, { until: counted.until, finalBefore })
  return ids.length > 0
}
