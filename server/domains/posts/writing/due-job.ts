import * as z from 'zod/mini'

import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { postHeldBack } from '../events.ts'
import { finishDeletions } from './deletion.ts'
import { release } from './publish.ts'
import { isAudienceOffered, lockDuePosts, markState } from './publish-queries.ts'

/** Posts per transaction. */
const BATCH = 50
/** Transactions in a run; what is left has its turn a minute later. */
const BATCHES = 200

/** Publishes scheduled posts whose time has come, and removes what was deleted for good. */
export const doDuePosts: Job<Record<string, never>> = defineJobInPhases(
  { name: 'posts.do-due', payload: z.object({}), cron: '* * * * *' },
  async (inTransaction, _, { now, signal }) => {
    for (const work of [publishDue, finishDeletions])
      for (let batch = 0; batch < BATCHES && !signal.aborted; batch += 1)
        if (!(await inTransaction((db) => work(db, now)))) break
  },
)

/** Returns whether there are more. */
async function publishDue(db: Db, now: Date): Promise<boolean> {
  const posts = await lockDuePosts(db, now, BATCH)
  for (const post of posts)
    // With a plan gone it would open to nobody new, or not to those it was meant for: its creator decides anew.
    if (await isAudienceOffered(db, post.id)) await release(db, post, now)
    else {
      await markState(db, post.id, 'draft')
      await emit(db, postHeldBack, { postId: post.id }, now)
    }
  return posts.length === BATCH
}
