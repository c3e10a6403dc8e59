import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { maySeeSql } from '#server/domains/audiences/service.ts'
import { heldPlansSql } from '#server/domains/posts/service.ts'
import { hasAccessSql } from '#server/domains/subscriptions/service.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

import type { NewPostFacts } from './emails.ts'

/** The audience that is told of a post when it goes out; null: nobody is, as its creator chose. */
export async function findAudienceOfPost(db: Db, postId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select audience_id as id from posts where id = ${postId} and is_mailed`,
  )
  return row?.id ?? null
}

export interface Candidate {
  id: string
  mayRead: boolean
}

/**
 * Members and followers of the page that an audience belongs to, by their ids, and whether it is open to them now: at
 * most `limit` of those after the given one. The owner is none of them.
 */
export function listCandidates(
  db: Db,
  { audienceId, after, limit, now }: { audienceId: string; after: string | null; limit: number; now: Date },
): Promise<Candidate[]> {
  const isAfterSql = (id: string) => sql`(${after}::uuid is null or ${sql.ref(id)} > ${after}::uuid)`
  const reader = { viewerId: sql`person.id`, now }
  const asked = { audienceId: sql`a.id`, creatorId: sql`a.creator_id`, ownerId: sql`c.user_id` }
  return many(
    db,
    sql<Candidate>`select person.id, access.may_read as "mayRead"
      from audiences a join creators c on c.id = a.creator_id
        cross join lateral (
          (select distinct s.member_id as id from subscriptions s
            where s.creator_id = a.creator_id and ${isAfterSql('s.member_id')} and ${hasAccessSql(now)}
            order by id limit ${limit})
          union
          (select f.user_id from follows f
            where f.creator_id = a.creator_id and ${isAfterSql('f.user_id')} and f.user_id <> c.user_id
            order by f.user_id limit ${limit})
          order by id limit ${limit}) person
        cross join lateral (with ${heldPlansSql(reader, asked.creatorId)}
          select ${maySeeSql(reader, asked)} as may_read) access
      where a.id = ${audienceId} order by person.id`,
  )
}

/** One post, or all with an audience. */
export type PostsToTell = { audienceId: string } | { postId: string }

function isMeantSql(of: PostsToTell) {
  return 'postId' in of ? sql`p.id = ${of.postId}` : sql`p.audience_id = ${of.audienceId}`
}

/**
 * Notes that these people are told of a post, or of the newest with an audience, unless they were told before or (but
 * for a publication) opened it themselves. Returns what each is told of now, the newest post first.
 */
export function insertDeliveries(
  db: Db,
  given: {
    userIds: readonly string[]
    /** They are told of posts they have opened as well. */
    withOpened: boolean
    limit: number
    now: Date
  } & PostsToTell,
): Promise<{ userId: string; creatorId: string; postIds: string[] }[]> {
  return many(
    db,
    sql<{ userId: string; creatorId: string; postIds: string[] }>`with untold as (
        select u.id as user_id, p.id as post_id from users u cross join lateral (
          select p.id from posts p join creators c on c.id = p.creator_id
          where ${isMeantSql(given)} and post_is_published(p) and p.is_mailed and ${isLivePageSql}
            and not exists (select from post_deliveries told where told.post_id = p.id and told.user_id = u.id)
            and (${given.withOpened}::boolean
              or not exists (select from post_openings o where o.post_id = p.id and o.member_id = u.id))
          order by p.published_at desc, p.id desc limit ${given.limit}) p
        where u.id = any(${[...given.userIds]}::uuid[]) and u.status = 'active' and u.deletion_due_at is null
      ), told as (
        insert into post_deliveries (post_id, user_id, told_at)
        select post_id, user_id, ${given.now} from untold order by user_id, post_id
        on conflict do nothing returning post_id, user_id
      )
      select told.user_id as "userId", p.creator_id as "creatorId",
        array_agg(p.id order by p.published_at desc, p.id desc) as "postIds"
      from told join posts p on p.id = told.post_id group by told.user_id, p.creator_id order by told.user_id`,
  )
}

interface Mailing {
  userId: string
  postId: string
  count: number
}

/** Notes that these people are mailed about a post; returns those who weren't before. */
export async function markMailed(db: Db, people: readonly Mailing[], now: Date): Promise<Set<string>> {
  const rows = await many(
    db,
    sql<{ userId: string }>`insert into post_deliveries as told (post_id, user_id, told_at, mailed_at)
      select post_id, user_id, ${now}, ${now} from unnest(${people.map(({ postId }) => postId)}::uuid[],
        ${people.map(({ userId }) => userId)}::uuid[]) as row (post_id, user_id) order by user_id, post_id
      on conflict (post_id, user_id) do update set mailed_at = excluded.mailed_at where told.mailed_at is null
      returning user_id as "userId"`,
  )
  return new Set(rows.map(({ userId }) => userId))
}

interface ToldFacts extends NewPostFacts, Mailing {
  timeZone: string | null
  /** Whether they want mails about this page, which they follow; null: they don't follow it. */
  followMails: boolean | null
}

/** The facts that mails about new posts need, of those people who may read the posts. */
export function listNewPostFacts(db: Db, people: readonly Mailing[], now: Date): Promise<ToldFacts[]> {
  const reader = { viewerId: sql`u.id`, now }
  const asked = { audienceId: sql`p.audience_id`, creatorId: sql`p.creator_id`, ownerId: sql`c.user_id` }
  return many(
    db,
    sql<ToldFacts>`select u.id as "userId", u.name as "memberName", u.email as "memberEmail", u.time_zone as "timeZone",
        c.page_name as "pageName", c.handle, access.is_member as "isMember", row.count, p.id as "postId", p.slug, p.title,
        (select f.is_mailed from follows f where f.user_id = u.id and f.creator_id = c.id) as "followMails"
      from unnest(${people.map(({ userId }) => userId)}::uuid[], ${people.map(({ postId }) => postId)}::uuid[],
          ${people.map(({ count }) => count)}::integer[]) as row (user_id, post_id, count)
        join users u on u.id = row.user_id join posts p on p.id = row.post_id join creators c on c.id = p.creator_id
        cross join lateral (with ${heldPlansSql(reader, asked.creatorId)}
          select ${maySeeSql(reader, asked)} as may_read, exists (select from held) as is_member) access
      where post_is_published(p) and ${isLivePageSql} and u.status = 'active' and u.deletion_due_at is null
        and access.may_read
      order by u.id`,
  )
}

/** What a person was told of. */
export async function deleteDeliveries(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from post_deliveries where user_id = ${userId}`)
}
