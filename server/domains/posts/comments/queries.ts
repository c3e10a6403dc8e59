import type { Commenters } from '#contract/moderation/rules.ts'
import { isKeptApartSql, isLivePageSql } from '#server/domains/accounts/service.ts'
import { maySeeSql } from '#server/domains/audiences/service.ts'
import { type Db, many, maybeOne, prepared, run, sql } from '#server/platform/db/query.ts'

import { canReadPostSql, heldPlansSql, type Reader } from '../access.ts'
import { isShownSql } from '../queries.ts'

/** Whose page a post is on, if it is out. */
export function findCommentable(db: Db, postId: string): Promise<{ creatorId: string } | null> {
  return maybeOne(
    db,
    sql<{ creatorId: string }>`select creator_id as "creatorId" from posts p
      where p.id = ${postId} and post_is_published(p)`,
  )
}

export interface CommentingRow {
  canRead: boolean
  isOwner: boolean
  commentsFrom: Commenters
  /** For `followers`, `members` and `plans`. */
  isReached: boolean
  isBlocked: boolean
}

/** What its post says about commenting, or else its page. */
const commentersSql = sql`case when p.comments_from is null then s.comments_audience_id else p.comments_audience_id end`

const commentingOnPost = prepared<CommentingRow, Reader & { postId: string }>(
  'commenting-on-post',
  (given) => sql<CommentingRow>`with ${heldPlansSql(given)}
    select ${canReadPostSql(given)} as "canRead", c.user_id is not distinct from ${given.viewerId}::uuid as "isOwner",
      coalesce(p.comments_from, s.comments_from, 'readers') as "commentsFrom",
      ${maySeeSql(given, { audienceId: commentersSql, creatorId: sql`p.creator_id`, ownerId: sql`c.user_id` })}
        as "isReached",
      ${isKeptApartSql(sql`c.user_id`, sql`${given.viewerId}::uuid`)} as "isBlocked"
    from posts p join creators c on c.id = p.creator_id
      left join moderation_settings s on s.creator_id = p.creator_id
    where p.id = ${given.postId} and ${isShownSql(given)} and ${isLivePageSql}`,
)

/** What somebody may do about a post's comments; null: there is no such post for them. */
export function findCommenting(db: Db, reader: Reader, postId: string): Promise<CommentingRow | null> {
  return maybeOne(db, commentingOnPost({ viewerId: reader.viewerId, now: reader.now, postId }))
}

/** Which of these people may read a post. Few are asked about: those whom a comment names, or could. */
export async function listReadersOf(
  db: Db,
  { postId, userIds, now }: { postId: string; userIds: readonly string[]; now: Date },
): Promise<string[]> {
  const reader = { viewerId: sql`u.id`, now }
  const rows = await many(
    db,
    sql<{ id: string }>`select u.id from users u
      where u.id = any(${[...userIds]}::uuid[]) and u.erased_at is null and exists (
        with ${heldPlansSql(reader)} select from posts p join creators c on c.id = p.creator_id
          where p.id = ${postId} and post_is_published(p) and ${isLivePageSql}
            and ${maySeeSql(reader, { audienceId: sql`p.audience_id`, creatorId: sql`p.creator_id`, ownerId: sql`c.user_id` })})`,
  )
  return rows.map(({ id }) => id)
}

export interface CommentSettings {
  /** null: whoever the page lets. */
  commentsFrom: Commenters | null
  planIds: string[]
}

export function findCommentSettings(db: Db, postId: string): Promise<CommentSettings | null> {
  return maybeOne(
    db,
    sql<CommentSettings>`select p.comments_from as "commentsFrom", array(
        select named.plan_id from audience_step_plans named where named.audience_id = p.comments_audience_id)
        as "planIds"
      from posts p where p.id = ${postId}`,
  )
}

export async function storeCommentSettings(
  db: Db,
  postId: string,
  { commentsFrom, audienceId }: { commentsFrom: Commenters | null; audienceId: string | null },
): Promise<void> {
  await run(
    db,
    sql`update posts set comments_from = ${commentsFrom}, comments_audience_id = ${audienceId}
      where id = ${postId}`,
  )
}

export interface UnansweredRow {
  id: string
  seq: number
  postId: string
  handle: string
  slug: string | null
  postTitle: string | null
  authorName: string
  authorImage: string | null
  body: string
  createdAt: Date
}

/** How many of a page's latest posts are looked at, and how many comments of each. */
const POSTS_LOOKED_AT = 30
const COMMENTS_LOOKED_AT = 20

/** Comments by others since then that the page's owner neither answered nor reacted to, newest first. */
export function listUnanswered(
  db: Db,
  { creatorId, since, limit }: { creatorId: string; since: Date; limit: number },
): Promise<UnansweredRow[]> {
  return many(
    db,
    sql<UnansweredRow>`select m.id, m.seq, p.id as "postId", c.handle, p.slug, p.title as "postTitle",
        u.name as "authorName", u.profile_image as "authorImage", m.body, m.created_at as "createdAt"
      from creators c
        cross join lateral (select p.id, p.slug, p.title from posts p
          where p.creator_id = c.id and post_is_published(p)
          order by p.published_at desc, p.id desc limit ${POSTS_LOOKED_AT}) p
        cross join lateral (select m.* from messages m where m.channel_id = p.id and m.root_seq is null
          order by m.seq desc limit ${COMMENTS_LOOKED_AT}) m
        join users u on u.id = m.author_id
      where c.id = ${creatorId} and m.state = 'visible' and m.author_id <> c.user_id and m.created_at > ${since}
        and u.erased_at is null and u.status <> 'suspended'
        and not ${isKeptApartSql(sql`c.user_id`, sql`u.id`)}
        and not exists (select from messages answer where answer.channel_id = m.channel_id
          and answer.root_seq = m.seq and answer.author_id = c.user_id and answer.state = 'visible')
        and not exists (select from reactions r where r.channel_id = m.channel_id and r.seq = m.seq
          and r.user_id = c.user_id)
      order by m.created_at desc, m.id desc limit ${limit}`,
  )
}
