import * as z from 'zod/mini'

import { accountErased } from '#server/domains/accounts/events.ts'
import { defineJob, enqueue } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'
import { deleteEventsOf } from '#server/platform/realtime/queries.ts'

import { deleteMessages } from './edit.ts'
import { eraseTraces } from './own-data-queries.ts'
import { eraseReactions } from './reaction-queries.ts'
import { listUndeletedOf } from './state-queries.ts'

const BATCH = 500

/** Empties what a person wrote, a part at a time: its places stay, of a former member. */
export const eraseMessages = defineJob(
  { name: 'channels.erase-messages', payload: z.object({ userId: z.string() }) },
  async (db, { userId }) => {
    const ids = await listUndeletedOf(db, userId, BATCH)
    await deleteMessages(db, ids)
    const reactions = await eraseReactions(db, userId, BATCH)
    if (ids.length === BATCH || reactions === BATCH) await enqueue(db, eraseMessages, { userId })
  },
)

export const channelErasure: EventReaction = reactTo(accountErased, 'channels', async (db, { userId }) => {
  await eraseTraces(db, userId)
  await deleteEventsOf(db, userId)
  await enqueue(db, eraseMessages, { userId })
})
