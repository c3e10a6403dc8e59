import type { RawBuilder } from 'kysely'

import type { WhyNot } from '#contract/channels/rules.ts'
import { isUnderWay, type LiveState } from '#contract/live/rules.ts'
import { maySeeSql } from '#server/domains/audiences/service.ts'
import { sql } from '#server/platform/db/query.ts'

export interface Reader {
  /** A user, a column that holds one, or null for a visitor. */
  viewerId: string | RawBuilder<unknown> | null
  now: Date
}

/** Whether the creator `c` and a viewer are kept apart by a block. */
function isBlockedSql(viewerId: Reader['viewerId']): RawBuilder<boolean> {
  return sql<boolean>`exists (select from blocks b where (b.blocker_id = c.user_id and b.blocked_id = ${viewerId}::uuid)
    or (b.blocker_id = ${viewerId}::uuid and b.blocked_id = c.user_id))`
}

/**
 * Who may come to a live session, in a query over `live_sessions l`, its page's creator `c` and the viewer's plans
 * `held`: people with an account whom its audience has, and moderators of the page; none of them if they are kept apart
 * from the creator.
 */
export function mayComeSql(reader: Reader): RawBuilder<boolean> {
  const { viewerId } = reader
  const place = { audienceId: sql`l.audience_id`, creatorId: sql`l.creator_id`, ownerId: sql`c.user_id` }
  return sql<boolean>`(c.user_id is not distinct from ${viewerId}::uuid
    or ${viewerId}::uuid is not null and not ${isBlockedSql(viewerId)}
      and (${maySeeSql(reader, place)} or exists (select from moderators office
        where office.creator_id = l.creator_id and office.user_id = ${viewerId}::uuid)))`
}

/** Why nobody writes in the chat of a session, its creator included; null: people do. */
export function whyNotWrite(state: LiveState): WhyNot | null {
  return isUnderWay(state) ? null : 'ended'
}
