import * as z from 'zod/mini'

import { deleteMessages } from '#server/domains/channels/service.ts'
import { defineJob, enqueue } from '#server/platform/jobs/define-job.ts'

import { requestsGoneBefore } from './access.ts'
import { deleteOldRequestNotes, listGoneRequests, takeOffLists } from './request-queries.ts'

const BATCH = 500

/** Requests nobody answered aren't kept. They can't be read any more as soon as their time is over. */
export const forgetRequests = defineJob(
  { name: 'conversations.forget-requests', payload: z.object({}), cron: '40 3 * * *' },
  async (db, _, { now }) => {
    const gone = await listGoneRequests(db, requestsGoneBefore(now), BATCH)
    await deleteMessages(
      db,
      gone.flatMap(({ messageIds }) => messageIds),
    )
    await takeOffLists(
      db,
      gone.map(({ id }) => id),
    )
    await deleteOldRequestNotes(db, new Date(now.getTime() - 86_400_000))
    if (gone.length === BATCH) await enqueue(db, forgetRequests, {})
  },
)
