import * as z from 'zod/mini'

import type { Db } from '#server/platform/db/query.ts'
import { defineFormerJob, type Job } from '#server/platform/jobs/define-job.ts'

import { tell } from './telling.ts'
import { mayRead, type PostsToTell } from './telling-queries.ts'

/*
 * Until people were told in the bell, a mail was a job for each of them. Those that an upgrade finds in the queue tell
 * them as they are told now.
 */

async function tellOne(
  db: Db,
  userId: string,
  { isPublication, ...of }: PostsToTell & { isPublication: boolean },
  now: Date,
): Promise<void> {
  if (await mayRead(db, userId, of, now)) await tell(db, [userId], { ...of, isPublication }, now)
}

const ofPost = z.object({ postId: z.string(), userId: z.string() })
const ofAudience = z.object({ audienceId: z.string(), userId: z.string() })

export const formerJobs = [
  defineFormerJob('notifications.mail-new-post', ofPost, (db, { userId, postId }, { now }) =>
    tellOne(db, userId, { postId, isPublication: true }, now),
  ),
  defineFormerJob('notifications.mail-widened-post', ofPost, (db, { userId, postId }, { now }) =>
    tellOne(db, userId, { postId, isPublication: false }, now),
  ),
  defineFormerJob('notifications.mail-opened-posts', ofAudience, (db, { userId, audienceId }, { now }) =>
    tellOne(db, userId, { audienceId, isPublication: false }, now),
  ),
] as Job[]
