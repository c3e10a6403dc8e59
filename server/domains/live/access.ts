import type { RawBuilder } from 'kysely'

import type { WhyNot } from '#contract/channels/rules.ts'
import { isUnderWay, type LiveState } from '#contract/live/rules.ts'
import { isKeptApartSql } from '#server/domains/accounts/service.ts'
import { maySeeSql } from '#server/domains/audiences/service.ts'
import { sql } from '#server/platform/db/query.ts'

export interface Reader {
  /** A user, a column that holds one, or null for a visitor. */
  viewerId: string | RawBuilder<unknown> | null
  now: Date
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
    or ${viewerId}::uuid is not null and not ${isKeptApartSql(sql`c.user_id`, sql`${viewerId}::uuid`)}
      and (${maySeeSql(reader, place)} or exists (select from moderators office
        where office.creator_id = l.creator_id and office.user_id = ${viewerId}::uuid)))`
}

/**
 * Why somebody who may come may not write in a session's chat, nor ask; null: they may. When it is over, neither may its
 * creator; what the page's community accepts first, it and its moderators needn't.
 */
export function whyNotWrite(state: LiveState, { mustAccept }: { mustAccept: boolean }): WhyNot | null {
  if (!isUnderWay(state)) return 'ended'
  return mustAccept ? 'rules' : null
}
