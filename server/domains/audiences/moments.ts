import * as z from 'zod/mini'

import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'

import { stepOpened } from './events.ts'
import { takeDueMoments } from './queries.ts'

/** Moments per transaction; one left behind by a stopped server is taken a minute later. */
const BATCH = 100

/**
 * What happens when steps begin and end: the page shows something else, and people learn what has opened to them.
 * Audiences are shared by posts, so there are few moments, whatever the number of posts.
 */
export const announceMoments: Job<Record<string, never>> = defineJobInPhases(
  { name: 'audiences.announce-moments', payload: z.object({}), cron: '* * * * *' },
  async (inTransaction, _, { now, signal }) => {
    for (let isEnd = false; !isEnd && !signal.aborted;)
      isEnd = await inTransaction(async (db) => {
        const moments = await takeDueMoments(db, now, BATCH)
        for (const creatorId of new Set(moments.map((moment) => moment.creatorId)))
          await announcePageChange(db, creatorId)
        const opened = moments.filter(({ isOpening }) => isOpening)
        for (const audienceId of new Set(opened.map((moment) => moment.audienceId)))
          await emit(db, stepOpened, { audienceId }, now)
        return moments.length < BATCH
      })
  },
)
