import * as z from 'zod/mini'

import { defineJob } from '#server/platform/jobs/define-job.ts'

/** Removes bytes that nothing refers to any more; queued by the transaction that dropped the last reference. */
export const deleteObject = defineJob(
  { name: 'media.delete-object', payload: z.object({ key: z.string() }) },
  async (_, { key }, { platform }) => platform.storage.delete(key),
)
