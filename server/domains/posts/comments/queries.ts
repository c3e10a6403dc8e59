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
