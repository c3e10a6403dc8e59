import * as z from 'zod/mini'

import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'

import { fillSearchBefore, lockFilledFrom, noteFilledFrom } from './search-filling-queries.ts'

/** Posts per transaction, and transactions per run. */
const BATCH = 50
const BATCHES = 1000

/** Makes posts that are older than the search findable, the newest first; ends for good with the oldest. */
export const fillPostSearch: Job<Record<string, never>> = defineJobInPhases(
  { name: 'posts.fill-search', payload: z.object({}), cron: '* * * * *' },
  async (inTransaction, _, { signal }) => {
    for (let batch = 0; batch < BATCHES && !signal.aborted; batch += 1) {
      const isEnd = await inTransaction(async (db) => {
        const filled = await lockFilledFrom(db)
        if (!filled) return true
        const lastId = await fillSearchBefore(db, filled.fromId, BATCH)
        if (lastId !== null) await noteFilledFrom(db, lastId)
        return lastId === null
      })
      if (isEnd) return
    }
  },
)
