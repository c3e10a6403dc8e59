import { maySeeSql } from '#server/domains/audiences/service.ts'
import { heldPlansSql } from '#server/domains/posts/service.ts'
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
  publishedAt: Date
  members: number | null
  opened: number
  visits: number
}

/** A page's published posts, newest first, with who opened and visited them. */
export function listPostInsights(
  db: Db,
  creatorId: string,
  page: { beforeId: string | null; limit: number },
): Promise<PostInsightRow[]> {
  return many(
    db,
    sql<PostInsightRow>`with page as (select p.id, p.title, p.published_at from posts p
        where p.creator_id = ${creatorId} and p.deleted_at is null and p.state = 'published'
          and p.published_at is not null
          and (${page.beforeId}::uuid is null or (p.published_at, p.id) <
            (select b.published_at, b.id from posts b where b.id = ${page.beforeId}::uuid and b.creator_id = ${creatorId}))
        order by p.published_at desc, p.id desc limit ${page.limit})
      select page.id, page.title, page.published_at as "publishedAt", r.members,
        (select count(*)::integer from post_openings o where o.post_id = page.id
          and o.first_opened_at < page.published_at + interval '168 hours'
          and exists (select from mrr_movements m where m.creator_id = ${creatorId} and m.member_id = o.member_id
            and m.at <= page.published_at)) as opened,
        (select coalesce(sum(d.visitors), 0)::integer from post_days d where d.post_id = page.id)
          + (select count(distinct v.mark)::integer from visits v where v.post_id = page.id) as visits
      from page left join post_reach r on r.post_id = page.id order by page.published_at desc, page.id desc`,
  )
}
