import type { BillingInterval } from '../../plans/pricing.ts'
import { GRACE_DAYS } from '../../site/policy.ts'

import type { SubscriptionStatus } from '../routes.ts'

/** What a member agreed to: one version of one plan, at one rhythm and price. */
export interface Terms {
  planId: string
  planVersionId: string
  interval: BillingInterval
  /** One interval, in cents. */
  priceCents: number
}

/** A stretch of time that was paid, by whole seconds, and what all of it is worth on the terms that hold, in cents. */
export interface Period {
  from: Date
  until: Date
  worthCents: number
}

/** What the paid time would be on other terms, as it stood at that moment. */
export interface Equivalent extends Terms {
  period: Period
  at: Date
}

export interface AccessFacts {
  status: SubscriptionStatus
  cancelAtPeriodEnd: boolean
  /** Until when what was paid lasts. */
  accessUntil: Date | null
}

/** Everything the rules of billing read and change about one subscription. */
export interface Membership extends Terms, AccessFacts {
  /** What was paid last, as it stands after every change since; null while nothing is. */
  period: Period | null
  /** The same worth on the terms that were left since money came last; nothing where none were. */
  equivalents: readonly Equivalent[]
  /** Owed for an upgrade and too little to be charged by itself: added to the next charge. In cents. */
  carriedCents: number
  /** How many periods were paid; only grows. */
  paidCount: number
  /** Terms that are agreed for later. */
  next: (Terms & { from: Date }) | null
}

const GRACE_MS = GRACE_DAYS * 86_400_000

/** Whether a subscription still runs: it may be charged again. */
export function isLive(status: SubscriptionStatus): boolean {
  return status === 'pending' || status === 'active' || status === 'past_due' || status === 'paused'
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

/** Whether a subscription opens members' posts now. */
export function hasAccess(facts: AccessFacts, now: Date): boolean {
  const end = accessEnd(facts)
  return end !== null && now < end
}
