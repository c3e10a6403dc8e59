import type { RawBuilder } from 'kysely'

import { isForEveryoneSql, maySeeSql, plansThatOpenSql } from '#server/domains/audiences/service.ts'
import { sql } from '#server/platform/db/query.ts'

export { heldPlansSql } from '#server/domains/subscriptions/service.ts'

export interface Reader {
  /** null: a visitor. */
  viewerId: string | null
  now: Date
}

/** What the rule of audiences is asked about in a query over `posts p` and its creator `c`. */
const OF_POST = { audienceId: sql`p.audience_id`, creatorId: sql`p.creator_id`, ownerId: sql`c.user_id` }

/**
 * Who may read a post, in a query over `posts p`, its creator `c` and the viewer's plans `held` (see
 * {@link heldPlansSql}). Texts the viewer may not read then never leave the database.
 */
export function canReadPostSql(reader: Reader): RawBuilder<boolean> {
  return maySeeSql(reader, OF_POST)
}

/** Whether a post `p` is open to everyone now. */
export function isFreePostSql(now: Date): RawBuilder<boolean> {
  return isForEveryoneSql(now, OF_POST.audienceId)
}

/**
 * The plan to join for a post `p`, or the one it was made for where nothing is sold (`isForSale`): a table of at most
 * one row of `plans`.
 */
export function planOfPostSql(now: Date, isForSale: RawBuilder<boolean>): RawBuilder<unknown> {
  return plansThatOpenSql(now, OF_POST, isForSale)
}
