import type { RawBuilder } from 'kysely'

import type { SubscriptionStatus } from '#contract/subscriptions/routes.ts'
import { sql } from '#server/platform/db/query.ts'

/** How long a member keeps access while a renewal is late or has failed (readings, item 36). */
export const GRACE_DAYS = 7

const GRACE_MS = GRACE_DAYS * 86_400_000

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

/** The same as {@link hasAccess}, for a row of `subscriptions` called `s`. */
export function hasAccessSql(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(s.access_until is not null and ${now}::timestamptz < s.access_until + case
    when s.status in ('active', 'past_due') and not s.cancel_at_period_end then make_interval(days => ${GRACE_DAYS})
    else interval '0' end)`
}
