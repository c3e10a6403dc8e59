import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

import { beginningSql, openBeginningSql } from './html-queries.ts'

export interface SharedPost {
  title: string | null
  /** Where its cover is stored, wide enough for a shared picture; null: it has none. */
  coverKey: string | null
}

/** What anyone may see of a published post of a page. */
export function findSharedPost(db: Db, creatorId: string, postId: string): Promise<SharedPost | null> {
  return maybeOne(
    db,
    sql<SharedPost>`select p.title, (select r.key from media_renditions r join media m on m.id = r.media_id
          where r.media_id = p.cover_id and m.state = 'ready' and r.name ~ '^w[0-9]+$' and r.width_px <= 1440
          order by r.width_px desc limit 1) as "coverKey"
      from posts p where p.id = ${postId} and p.creator_id = ${creatorId} and post_is_published(p)`,
  )
}

/** How posts begin, for those who may read them, up to their line for members; and their covers, except of adult pages. */
export function listPostBeginnings(
  db: Db,
  postIds: readonly string[],
): Promise<{ id: string; html: string; coverId: string | null }[]> {
  return many(
    db,
    sql`select p.id, coalesce(${openBeginningSql}, ${beginningSql}) as html,
        case when not c.is_adult then p.cover_id end as "coverId"
      from posts p join creators c on c.id = p.creator_id where p.id = any(${postIds}::uuid[])`,
  )
}

/** The days (UTC) on which posts went out, latest first: one step in the index for each of them. */
export async function listDaysWithPosts(db: Db, limit: number): Promise<Date[]> {
  const rows = await many(
    db,
    sql<{ day: Date }>`with recursive days as (
        (select date_trunc('day', p.published_at, 'UTC') as day from posts p
          where p.deleted_at is null and p.state = 'published' order by p.published_at desc, p.id desc limit 1)
        union all
        select (select date_trunc('day', p.published_at, 'UTC') from posts p
          where p.deleted_at is null and p.state = 'published' and p.published_at < days.day
          order by p.published_at desc, p.id desc limit 1) from days where days.day is not null)
      select day from days where day is not null limit ${limit}`,
  )
  return rows.map(({ day }) => day)
}

export interface ListedPost {
  id: string
  slug: string | null
  handle: string
  publishedAt: Date
}

/** The posts of a day that search engines may know: published, on live pages without adult content. */
export function listPostsOfDay(db: Db, day: Date, limit: number): Promise<ListedPost[]> {
  return many(
    db,
    sql<ListedPost>`select p.id, p.slug, c.handle, p.published_at as "publishedAt"
      from posts p join creators c on c.id = p.creator_id
      where p.published_at >= ${day}::timestamptz and p.published_at < ${day}::timestamptz + interval '24 hours'
        and post_is_published(p) and c.unlisted_until is null and not c.is_adult and ${isLivePageSql}
      order by p.published_at desc, p.id desc limit ${limit}`,
  )
}
