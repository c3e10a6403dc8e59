import * as z from 'zod/mini'

import { defineJobInPhases } from '#server/platform/jobs/define-job.ts'

import { type BellPlace, deleteBeyondLimit, deleteOld, listComeIn } from './bell-queries.ts'

const ROWS_AT_ONCE = 5000
/** A bell only gets longer when something comes in: three nights have one that failed twice in them. */
const LOOKED_BACK_MS = 3 * 86_400_000

/** At night: what is too old, and whatever is more than a bell holds. */
export const tidyBells = defineJobInPhases(
  { name: 'notifications.tidy-bells', payload: z.object({}), cron: '40 3 * * *', maxAttempts: 3 },
  async (inTransaction, _, { now, signal }) => {
    while (!signal.aborted)
      if ((await inTransaction((db) => deleteOld(db, { now, limit: ROWS_AT_ONCE }))) === 0) break
    const since = new Date(now.getTime() - LOOKED_BACK_MS)
    for (let after: BellPlace | null = null; !signal.aborted;) {
      const from: BellPlace | null = after
      const rows = await inTransaction(async (db) => {
        const comeIn = await listComeIn(db, { since, after: from, limit: ROWS_AT_ONCE })
        await deleteBeyondLimit(db, [...new Set(comeIn.map(({ userId }) => userId))])
        return comeIn
      })
      after = rows.at(-1) ?? null
      if (rows.length < ROWS_AT_ONCE) return
    }
  },
)
