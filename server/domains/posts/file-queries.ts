import type { Currency } from '#contract/money.ts'
import { isForEveryoneSql, maySeeSql, plansThatOpenSql } from '#server/domains/audiences/service.ts'
import { type Db, many, prepared, run, sql } from '#server/platform/db/query.ts'

import { heldPlansSql, type Reader } from './access.ts'

export interface PostFileRow {
  postId: string
  mediaId: string
  name: string
  sizeBytes: number
  state: 'uploading' | 'processing' | 'ready' | 'failed'
  isOpen: boolean
  isOwn: boolean
  /** The plan that opens it; null: it is open, or no plan does. */
  planId: string | null
  planName: string | null
  planPriceCents: number | null
  planCurrency: Currency | null
  isPlanOffered: boolean
  downloads: number
}

/** What the rule of audiences is asked about for a file `f` of a post by the creator `c`. */
const OF_FILE = { audienceId: sql`f.audience_id`, creatorId: sql`c.id`, ownerId: sql`c.user_id` }

/** Whether a viewer who may read the post may have a file `f` of it, in a query like {@link canReadPostSql}'s. */
export function mayHaveFileSql(reader: Reader) {
  return sql<boolean>`(f.audience_id is null or ${maySeeSql(reader, OF_FILE)})`
}

/** Whether a file `f` asks no more than its post does, at a moment, of anyone. */
export function isFileForEveryoneSql(now: Parameters<typeof isForEveryoneSql>[0]) {
  return sql<boolean>`(f.audience_id is null or ${isForEveryoneSql(now, OF_FILE.audienceId)})`
}

const filesOfPosts = prepared<PostFileRow, Reader & { postIds: readonly string[] }>(
  'files-of-posts',
  (given) => sql<PostFileRow>`with ${heldPlansSql(given)}
    select f.post_id as "postId", m.id as "mediaId", m.name, coalesce(m.size_bytes, 0) as "sizeBytes", m.state,
      access.may_have and m.state = 'ready' as "isOpen", c.user_id is not distinct from ${given.viewerId}::uuid as "isOwn",
      pp.id as "planId", pp.name as "planName", pp.price_cents as "planPriceCents", pp.currency as "planCurrency",
      pp.archived_at is null and not access.is_blocked as "isPlanOffered", f.downloads
    from post_files f join media m on m.id = f.media_id join posts p on p.id = f.post_id
      join creators c on c.id = p.creator_id
      cross join lateral (select ${mayHaveFileSql(given)} as may_have,
        exists (select from blocks b where b.blocker_id = c.user_id and b.blocked_id = ${given.viewerId}::uuid)
          as is_blocked offset 0) access
      left join lateral (${plansThatOpenSql(given.now, OF_FILE)}) pp on not access.may_have
    where f.post_id = any(${given.postIds}::uuid[])
      and (m.state = 'ready' or c.user_id is not distinct from ${given.viewerId}::uuid)
    order by f.post_id, f.position`,
)

/** The files of posts that the viewer may read, those included that ask for another plan. */
export function listPostFiles(db: Db, reader: Reader, postIds: readonly string[]): Promise<PostFileRow[]> {
  return many(db, filesOfPosts({ viewerId: reader.viewerId, now: reader.now, postIds }))
}

/** In the order they are listed; those that are in the post already move there. */
export async function putPostFiles(
  db: Db,
  postId: string,
  files: readonly { mediaId: string; audienceId: string | null }[],
): Promise<void> {
  if (files.length === 0) return
  await run(
    db,
    sql`insert into post_files (post_id, media_id, position, audience_id)
      select ${postId}, media_id, place - 1, audience_id
      from unnest(${files.map(({ mediaId }) => mediaId)}::uuid[], ${files.map(({ audienceId }) => audienceId)}::uuid[])
        with ordinality given (media_id, audience_id, place)
      on conflict (media_id) do update set position = excluded.position, audience_id = excluded.audience_id`,
  )
}
