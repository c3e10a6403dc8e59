import * as z from 'zod/mini'

import { defineJobInPhases } from '#server/platform/jobs/define-job.ts'

import { deleteBeyondLimit, deleteOld, listBellOwners } from './bell-queries.ts'

const ROWS_AT_ONCE = 5000
const PEOPLE_AT_ONCE = 200

/** At night: what is too old, and whatever is more than a bell holds. */
export const tidyBells = defineJobInPhases(
  { name: 'notifications.tidy-bells', payload: z.object({}), cron: '40 3 * * *', maxAttempts: 3 },
  async (inTransaction, _, { now, signal }) => {
    while (!signal.aborted)
      if ((await inTransaction((db) => deleteOld(db, { now, limit: ROWS_AT_ONCE }))) === 0) break
    for (let after: string | null = null; !signal.aborted;) {
      const from = after
      const ids = await inTransaction(async (db) => {
        const owners = await listBellOwners(db, { after: from, limit: PEOPLE_AT_ONCE })
        await deleteBeyondLimit(db, owners)
        return owners
      })
      after = ids.at(-1) ?? null
      if (ids.length < PEOPLE_AT_ONCE) return
    }
  },
)
