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
