import { maySeeSql } from '#server/domains/audiences/service.ts'
import { beginningSql, heldPlansSql } from '#server/domains/posts/service.ts'
import { hasAccessSql } from '#server/domains/subscriptions/service.ts'
import { type Db, many, run, sql } from '#server/platform/db/query.ts'

/** Counts the members who can read a post now that it is out, once. */
export async function insertReach(db: Db, postId: string, now: Date): Promise<void> {
  const reader = { viewerId: sql`person.id`, now }
  const asked = {
    audienceId: sql`post.audience_id`,
    creatorId: sql`post.creator_id`,
    ownerId: sql`c.user_id`,
  }
  await run(
    db,
    sql`insert into post_reach (post_id, creator_id, published_at, members)
      select post.id, post.creator_id, ${now}, (select count(*) from (
          select distinct s.member_id as id from subscriptions s
          where s.creator_id = post.creator_id and ${hasAccessSql(now)}) person
          cross join lateral (with ${heldPlansSql(reader, asked.creatorId)}
            select ${maySeeSql(reader, asked)} as may_read) access
          where access.may_read)
      from posts post join creators c on c.id = post.creator_id where post.id = ${postId}
      on conflict do nothing`,
  )
}

export interface PostInsightRow {
  id: string
  title: string | null
  /** Its beginning. */
  html: string
  publishedAt: Date
  members: number | null
  /** Within a week. */
  opened: number
  visits: number
  /** Plays that passed ten seconds, and nine tenths. */
  playsBegun: number
  playsCompleted: number
}

/** A page's published posts, newest first, with who opened and visited them. */
export function listPostInsights(
  db: Db,
  creatorId: string,
  page: { beforeId: string | null; limit: number },
): Promise<PostInsightRow[]> {
  return many(
    db,
    sql<PostInsightRow>`with page as (select p.id, p.title, ${beginningSql} as html, p.published_at from posts p
        where p.creator_id = ${creatorId} and p.deleted_at is null and p.state = 'published'
          and p.published_at is not null
          and (${page.beforeId}::uuid is null or (p.published_at, p.id) <
            (select b.published_at, b.id from posts b where b.id = ${page.beforeId}::uuid and b.creator_id = ${creatorId}))
        order by p.published_at desc, p.id desc limit ${page.limit})
      select page.id, page.title, page.html, page.published_at as "publishedAt", r.members, coalesce(r.opened, 0) as opened,
        (select coalesce(sum(d.visitors), 0)::integer from post_days d where d.post_id = page.id) as visits,
        coalesce(plays.begun, 0)::integer as "playsBegun", coalesce(plays.completed, 0)::integer as "playsCompleted"
      from page left join post_reach r on r.post_id = page.id
        left join lateral (select sum(begun) as begun, sum(completed) as completed from play_days
          where post_id = page.id) plays on true
      order by page.published_at desc, page.id desc`,
  )
}
