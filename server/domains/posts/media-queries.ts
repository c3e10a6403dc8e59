import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, maybeOne, one, prepared, sql } from '#server/platform/db/query.ts'

import { canReadPostSql, heldPlansSql, isFreePostSql } from './access.ts'
import { mayHaveFileSql } from './file-queries.ts'

interface Question {
  mediaId: string
  viewerId: string | null
  now: Date
}

/** Whether a user may see a medium now: in a post, or as the cover of one, which everyone may see. */
export async function mayReadMedium(db: Db, question: Question): Promise<boolean> {
  return (await findReadablePost(db, question)) !== null || (await one(db, openCover(question))).isOpen
}

const openCover = prepared<{ isOpen: boolean }, Question>(
  'open-cover',
  ({ mediaId }) => sql<{
    isOpen: boolean
  }>`select exists (select from posts p join creators c on c.id = p.creator_id
      where p.cover_id = ${mediaId} and ${isLivePageSql} and post_is_published(p)) as "isOpen"`,
)

export interface ReadablePost {
  id: string
  creatorId: string
  /** Open to everyone now. */
  isFree: boolean
}

/**
 * The post through which a user may see a medium now: it exists, has been published, and they may read it; a file may
 * ask for more. Once the
 * medium is ready its addresses work, although the post itself appears a moment later.
 */
export function findReadablePost(db: Db, question: Question): Promise<ReadablePost | null> {
  return maybeOne(db, readablePostOfMedium(question))
}

const readablePostOfMedium = prepared<ReadablePost, Question>(
  'readable-post-of-medium',
  (given) => sql<ReadablePost>`with ${heldPlansSql(given)} select p.id, p.creator_id as "creatorId",
      ${isFreePostSql(given.now)} as "isFree"
    from (select post_id, media_id, null::uuid as audience_id from post_media where media_id = ${given.mediaId}
        union all select post_id, media_id, audience_id from post_files where media_id = ${given.mediaId}) f
      join posts p on p.id = f.post_id join creators c on c.id = p.creator_id join media m on m.id = f.media_id
    where ${isLivePageSql} and ${canReadPostSql(given)} and ${mayHaveFileSql(given)}
      and (post_is_published(p) or (post_is_waiting(p) and m.state = 'ready'))`,
)
