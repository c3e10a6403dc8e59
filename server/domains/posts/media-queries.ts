import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, maybeOne, prepared, sql } from '#server/platform/db/query.ts'

import { canReadPostSql, heldPlansSql } from './access.ts'

interface Question {
  mediaId: string
  viewerId: string | null
  now: Date
}

/** Whether a user may see a medium now. */
export async function mayReadMedium(db: Db, question: Question): Promise<boolean> {
  return (await findReadablePostId(db, question)) !== null
}

/**
 * The post through which a user may see a medium now: it exists, has been published, and they may read it. Once the
 * medium is ready its addresses work, although the post itself appears a moment later.
 */
export async function findReadablePostId(db: Db, question: Question): Promise<string | null> {
  return (await maybeOne(db, readablePostOfMedium(question)))?.id ?? null
}

const readablePostOfMedium = prepared<{ id: string }, Question>(
  'readable-post-of-medium',
  (given) => sql<{ id: string }>`with ${heldPlansSql(given)} select p.id
    from posts p join creators c on c.id = p.creator_id
      left join plans pp on pp.id = p.plan_id join media m on m.id = p.media_id
    where p.media_id = ${given.mediaId} and p.deleted_at is null and ${isLivePageSql}
      and (not p.waits_for_media or m.state = 'ready')
      and ${canReadPostSql(given.viewerId)}`,
)
