import type { RawBuilder } from 'kysely'

import { GRACE_DAYS } from '#contract/site/policy.ts'
import { LIVE_STATUSES } from '#contract/subscriptions/engine/access.ts'
import { sql } from '#server/platform/db/query.ts'

export { accessEnd, type AccessFacts, hasAccess, isLive } from '#contract/subscriptions/engine/access.ts'

/**
 * The same as {@link hasAccess}, for a row of `subscriptions` called `s`. In hours: a PostgreSQL day can have 23 or 25
 * of them when its time zone changes the clocks.
 */
export function hasAccessSql(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(s.access_until is not null and ${now}::timestamptz < s.access_until + case
    when s.status in ('active', 'past_due') and not s.cancel_at_period_end then make_interval(hours => ${GRACE_DAYS * 24})
    else interval '0' end)`
}

/** Literals, as in the condition of the index `subscriptions_one_live`. */
export const liveStatusesSql = sql.join(LIVE_STATUSES.map((status) => sql.lit(status)))

/** The same as {@link isLive}, for a row of `subscriptions` called `s`. */
export const isLiveSql = sql<boolean>`s.status in (${liveStatusesSql})`
