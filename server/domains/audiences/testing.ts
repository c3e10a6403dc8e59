import { type Db, run, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { announceMoments } from './moments.ts'

/** A person follows a page. */
export async function aFollow(db: Db, userId: string, creatorId: string): Promise<void> {
  await run(
    db,
    sql`insert into follows (user_id, creator_id, followed_at) values (${userId}, ${creatorId}, now())`,
  )
}

/** Queues what looks each minute for steps that have begun or ended. */
export function lookForMoments(db: Db): Promise<void> {
  return enqueue(db, announceMoments, {})
}
