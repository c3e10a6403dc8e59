import * as z from 'zod/mini'

import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, enqueue } from '#server/platform/jobs/define-job.ts'

import { partsPrefix } from './parts.ts'
import { deleteUpload } from './upload-queries.ts'

/** Removes what the store has of an upload that has ended, parts of writers who didn't know yet included. */
export const deleteParts = defineJobInPhases(
  { name: 'media.delete-upload-parts', payload: z.object({ uploadId: z.uuid() }) },
  async (_, { uploadId }, { platform: { storage } }) => {
    for await (const { key } of storage.list(partsPrefix(uploadId))) await storage.delete(key)
  },
)

/** Ends an upload that is complete, refused or abandoned; its parts leave the store once this is committed. */
export async function forgetUpload(db: Db, id: string): Promise<void> {
  if (await deleteUpload(db, id)) await enqueue(db, deleteParts, { uploadId: id })
}
