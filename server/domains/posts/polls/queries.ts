import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, maybeOne, prepared, sql } from '#server/platform/db/query.ts'

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
      exists (select from blocks b where (b.blocker_id = c.user_id and b.blocked_id = ${given.viewerId}::uuid)
        or (b.blocker_id = ${given.viewerId}::uuid and b.blocked_id = c.user_id)) as "isBlocked"
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
