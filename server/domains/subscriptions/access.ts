import type { RawBuilder } from 'kysely'

import { GRACE_DAYS } from '#contract/site/policy.ts'
import type { SubscriptionStatus } from '#contract/subscriptions/routes.ts'
import { sql } from '#server/platform/db/query.ts'

const GRACE_MS = GRACE_DAYS * 86_400_000

/** Whether a subscription still runs: it may be charged again. */
export function isLive(status: SubscriptionStatus): boolean {
  return status === 'pending' || status === 'active' || status === 'past_due' || status === 'paused'
}

export interface AccessFacts {
  status: SubscriptionStatus
  cancelAtPeriodEnd: boolean
  /** Until when what was paid lasts. */
  accessUntil: Date | null
}

/**
 * When access ends, or null when there is none. What was paid lasts to its end, whatever becomes of the subscription;
 * one that is expected to renew keeps access through the grace period.
 */
export function accessEnd(facts: AccessFacts): Date | null {
  if (!facts.accessUntil) return null
  const isRenewing = (facts.status === 'active' || facts.status === 'past_due') && !facts.cancelAtPeriodEnd
  return isRenewing ? new Date(facts.accessUntil.getTime() + GRACE_MS) : facts.accessUntil
}

/** Whether a subscription opens members' posts now. The only place that decides it; its SQL twin is below. */
export function hasAccess(facts: AccessFacts, now: Date): boolean {
  const end = accessEnd(facts)
  return end !== null && now < end
}

/**
 * The same as {@link hasAccess}, for a row of `subscriptions` called `s`. In hours: a day of PostgreSQL's can have 23
 * or 25 of them, where its time zone changes its clocks.
 */
export function hasAccessSql(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(s.access_until is not null and ${now}::timestamptz < s.access_until + case
    when s.status in ('active', 'past_due') and not s.cancel_at_period_end then make_interval(hours => ${GRACE_DAYS * 24})
    else interval '0' end)`
}
