import type { RawBuilder } from 'kysely'

import { GRACE_DAYS } from '#contract/site/policy.ts'
import { sql } from '#server/platform/db/query.ts'

export { accessEnd, type AccessFacts, hasAccess, isLive } from '#contract/subscriptions/engine/membership.ts'

/**
 * The same as {@link hasAccess}, for a row of `subscriptions` called `s`. In hours: a day of PostgreSQL's can have 23
 * or 25 of them, where its time zone changes its clocks.
 */
export function hasAccessSql(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(s.access_until is not null and ${now}::timestamptz < s.access_until + case
    when s.status in ('active', 'past_due') and not s.cancel_at_period_end then make_interval(hours => ${GRACE_DAYS * 24})
    else interval '0' end)`
}
