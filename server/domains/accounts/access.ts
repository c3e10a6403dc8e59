import type { RawBuilder } from 'kysely'

import { sql } from '#server/platform/db/query.ts'

/** Whether the owner of a page is suspended, for a row of `creators` called `c`. */
export const isSuspendedOwnerSql = sql<boolean>`exists (
  select from users owner where owner.id = c.user_id and owner.status = 'suspended')`

/**
 * Whether a page is visible to anyone, for a row of `creators` called `c`: its owner is neither leaving nor suspended.
 * Every query that shows a page, or something on one, uses this, so that a suspension takes effect the moment it is
 * committed. It belongs here because accounts own suspensions; pages themselves belong to a later domain.
 */
export const isLivePageSql = sql<boolean>`(c.hidden_at is null and not ${isSuspendedOwnerSql})`

/**
 * Whether a page may appear in everyone's lists, for a row of `creators` called `c`: not unlisted by the operator, and
 * without adult content, or for a viewer who asked for that. Evaluated once a query, since it doesn't depend on the row.
 */
export function isListedForSql(viewerId: string | null): RawBuilder<boolean> {
  return sql<boolean>`(c.unlisted_until is null and (not c.is_adult or (
    select viewer.sees_adult_pages from users viewer where viewer.id = ${viewerId}::uuid)))`
}

/** Whether two people are kept apart: one of them has blocked the other. Both are columns or values of users' ids. */
export function isKeptApartSql(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from blocks b where (b.blocker_id = ${one} and b.blocked_id = ${other})
    or (b.blocker_id = ${other} and b.blocked_id = ${one}))`
}
