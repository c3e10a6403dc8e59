import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, maybeOne, one, prepared, sql } from '#server/platform/db/query.ts'

import { canReadPostSql, heldPlansSql, isFreePostSql } from './access.ts'
import { mayHaveFileSql } from './file-queries.ts'

interface Question {
  mediaId: string
  viewerId: string | null
  now: Date
}

/** Whether a user may see a medium now: in a post they may read, or because everyone may see it. */
export async function mayReadMedium(db: Db, question: Question): Promise<boolean> {
  return (await findReadablePost(db, question)) !== null || isOpenMedium(db, question)
}

/** Whether everyone may see it, whoever reads its post: as the cover, or above the line. */
export async function isOpenMedium(db: Db, question: Question): Promise<boolean> {
  return (await one(db, openMedium(question))).isOpen
}

const openMedium = prepared<{ isOpen: boolean }, Question>(
  'open-medium',
  ({ mediaId }) => sql<{
    isOpen: boolean
  }>`select exists (select from posts p join creators c on c.id = p.creator_id
      where p.id in (select covered.id from posts covered where covered.cover_id = ${mediaId}
          union all select held.post_id from post_media held where held.media_id = ${mediaId} and held.is_open)
        and ${isLivePageSql} and post_is_published(p)) as "isOpen"`,
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
