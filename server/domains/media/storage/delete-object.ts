import * as z from 'zod/mini'

import { smallPictureOf } from '#contract/media/picture-sizes.ts'
import { defineJobInPhases } from '#server/platform/jobs/define-job.ts'

/**
 * Removes unreferenced bytes, of a picture those for small screens too; queued by the transaction that dropped the last
 * reference.
 */
export const deleteObject = defineJobInPhases(
  { name: 'media.delete-object', payload: z.object({ key: z.string() }) },
  async (_, { key }, { platform }) => {
    const small = smallPictureOf(key)
    if (small !== null) await platform.storage.delete(small)
    await platform.storage.delete(key)
  },
)
