import * as z from 'zod/mini'

import { isUnderWay } from '#contract/live/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, enqueue } from '#server/platform/jobs/define-job.ts'

import { findLiveFacts } from '../queries.ts'
import { deletePicture } from './recording-queries.ts'

/** Removes the picture of a session that is over: what names it first, then the objects. */
export const dropPicture = defineJobInPhases(
  { name: 'live.drop-picture', payload: z.object({ liveSessionId: z.string() }) },
  async (inTransaction, { liveSessionId }, { platform: { storage }, signal }) => {
    const isGone = await inTransaction(async (db) => {
      const row = await findLiveFacts(db, liveSessionId)
      if (row && isUnderWay(row.state)) return false
      await deletePicture(db, liveSessionId)
      return true
    })
    if (!isGone) return
    for await (const { key } of storage.list(`live/${liveSessionId}/`)) {
      signal.throwIfAborted()
      await storage.delete(key)
    }
  },
)

export async function dropPictureLater(db: Db, liveSessionId: string): Promise<void> {
  await enqueue(db, dropPicture, { liveSessionId }, { isBehind: true })
}
