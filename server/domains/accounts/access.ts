import type { RawBuilder } from 'kysely'

import { sql } from '#server/platform/db/query.ts'

/** Whether the owner of a page is suspended, for a row of `creators` called `c`. */
export const isSuspendedOwnerSql = sql<boolean>`exists (
  select from users owner where owner.id = c.user_id and owner.status = 'suspended')`

/**
 * Whether a page is there for anybody, for a row of `creators` called `c`: its owner is neither leaving nor suspended.
 * Every query that shows a page, or something on one, asks this, so that a suspension holds from the moment it is
 * committed. It stands here because accounts own what a suspension is; pages themselves belong to a later domain.
 */
export const isLivePageSql = sql<boolean>`(c.hidden_at is null and not ${isSuspendedOwnerSql})`

/**
 * Whether a page may stand in lists of everybody's, for a row of `creators` called `c`: without adult content, or for a
 * viewer who asked for that. Asked once a query, since it does not depend on the row.
 */
export function isListedForSql(viewerId: string | null): RawBuilder<boolean> {
  return sql<boolean>`(not c.is_adult or (
    select viewer.sees_adult_pages from users viewer where viewer.id = ${viewerId}::uuid))`
}
