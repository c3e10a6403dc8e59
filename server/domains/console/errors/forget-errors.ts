import * as z from 'zod/mini'

import { deleteOldErrors } from '#server/platform/errors/queries.ts'
import { defineJobInPhases } from '#server/platform/jobs/define-job.ts'

const KEPT_DAYS = 90
const DAY_MS = 86_400_000
const BATCH = 1000
/** More than can come in a day. */
const BATCHES_MAX = 50

/** Forgets errors that haven't happened for long, a batch in a transaction. */
export const forgetErrors = defineJobInPhases(
  { name: 'console.forget-errors', payload: z.object({}), cron: '20 4 * * *', maxAttempts: 3 },
  async (inTransaction, _, { now, signal }) => {
    const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
    for (let count = 0; count < BATCHES_MAX && !signal.aborted; count += 1)
      if ((await inTransaction((db) => deleteOldErrors(db, before, BATCH))) < BATCH) return
  },
)
