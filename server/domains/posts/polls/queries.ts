import { isKeptApartSql, isLivePageSql } from '#server/domains/accounts/service.ts'
import { maySeeSql } from '#server/domains/audiences/service.ts'
import { type Db, many, maybeOne, prepared, sql } from '#server/platform/db/query.ts'

import { canReadPostSql, heldPlansSql, type Reader } from '../access.ts'
import { isShownSql } from '../queries.ts'

interface StandingRow {
  mayRead: boolean
  isBlocked: boolean
}

const pollStandingOnPost = prepared<StandingRow, Reader & { postId: string; pollId: string }>(
  'poll-standing-on-post',
  (given) => sql<StandingRow>`with ${heldPlansSql(given)}
    select (${canReadPostSql(given)} or strpos(coalesce(p.open_html, ''), ${given.pollId}::text) > 0) as "mayRead",
      ${isKeptApartSql(sql`c.user_id`, sql`${given.viewerId}::uuid`)} as "isBlocked"
    from posts p join creators c on c.id = p.creator_id
    where p.id = ${given.postId} and ${isShownSql(given)} and ${isLivePageSql}`,
)

/** What somebody may do about a poll in a post; null: there is no such post for them. */
export function findPollStanding(
  db: Db,
  { postId, pollId, viewerId, now }: Reader & { postId: string; pollId: string },
): Promise<StandingRow | null> {
  return maybeOne(db, pollStandingOnPost({ postId, pollId, viewerId, now }))
}

/** Which of these people may still see a poll in a post that is out: those who may read it, and above its line all. */
export async function listPollReaders(
  db: Db,
  { postId, pollId, userIds, now }: { postId: string; pollId: string; userIds: readonly string[]; now: Date },
): Promise<string[]> {
  const reader = { viewerId: sql`u.id`, now }
  const asked = { audienceId: sql`p.audience_id`, creatorId: sql`p.creator_id`, ownerId: sql`c.user_id` }
  const rows = await many(
    db,
    sql<{ id: string }>`select u.id from posts p join creators c on c.id = p.creator_id
        join users u on u.id = any(${[...userIds]}::uuid[]) and u.erased_at is null
        cross join lateral (with ${heldPlansSql(reader, asked.creatorId)}
          select ${maySeeSql(reader, asked)} as may_read) access
      where p.id = ${postId} and post_is_published(p) and p.deleted_at is null and ${isLivePageSql}
        and (access.may_read or strpos(coalesce(p.open_html, ''), ${pollId}::text) > 0)`,
  )
  return rows.map(({ id }) => id)
}
