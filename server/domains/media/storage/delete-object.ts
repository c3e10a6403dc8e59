import * as z from 'zod/mini'

import { defineJobInPhases } from '#server/platform/jobs/define-job.ts'

/** Removes unreferenced bytes; queued by the transaction that dropped the last reference. */
export const deleteObject = defineJobInPhases(
  { name: 'media.delete-object', payload: z.object({ key: z.string() }) },
  async (_, { key }, { platform }) => platform.storage.delete(key),
)
