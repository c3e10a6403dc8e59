import * as z from 'zod/mini'

import { defineJobInPhases, type Job } from '../jobs/define-job.ts'
import { deleteOldEvents } from './queries.ts'

const BATCH = 2000
/** A run deletes a million rows at most; the next one goes on. */
const BATCHES_MAX = 500

/** Deletes events that no client may ask for any more, a batch in a transaction. */
export const pruneEvents = defineJobInPhases(
  { name: 'realtime.prune', payload: z.object({}), cron: '*/5 * * * *', maxAttempts: 3 },
  async (inTransaction, _, { signal }) => {
    for (let count = 0; count < BATCHES_MAX && !signal.aborted; count += 1)
      if ((await inTransaction((db) => deleteOldEvents(db, BATCH))) === 0) return
  },
) as Job
