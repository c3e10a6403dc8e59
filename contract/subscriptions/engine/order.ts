import type { BillingInterval } from '../../plans/pricing.ts'
import type { Membership } from './membership.ts'
import type { SubscriptionStatus } from './status.ts'

/**
 * How long an order can be paid, in milliseconds: the provider knows the moment, and takes no money after it. The state
 * it was computed from may change meanwhile, see {@link isStillQuoted}; half an hour is enough to find a card.
 */
const ORDER_LIFETIME_MS = 30 * 60_000

/** An open order is handed out again while at least this much of its time is left, in milliseconds. */
const REUSABLE_FOR_MS = 10 * 60_000

/**
 * How long after its end an unpaid order is closed here, in milliseconds: by then a payment of the last second has
 * usually been reported, or found by the reconciler, which looks every quarter of an hour. The provider is still asked.
 */
export const ORDER_CLOSED_AFTER_MS = 20 * 60_000

/** The state of a membership that an order was computed from. */
export interface QuotedState {
  status: SubscriptionStatus
  planVersionId: string
  interval: BillingInterval
  accessUntil: Date | null
  cancelAtPeriodEnd: boolean
}

/** What an order stores of the membership it was computed from. */
export function quotedStateOf(membership: Membership): QuotedState {
  const { status, planVersionId, interval, accessUntil, cancelAtPeriodEnd } = membership
  return { status, planVersionId, interval, accessUntil, cancelAtPeriodEnd }
}

/**
 * Whether a change that was computed from one state still gives the same result: the status, the terms and the end of
 * the paid period are unchanged. A renewal, a refund, a pause or another change voids it. A cancellation alone does
 * not: the member's own closes the order, and a plan that ends must leave the way to another one open.
 */
export function isStillQuoted(quoted: QuotedState, membership: Membership): boolean {
  return (
    quoted.status === membership.status &&
    quoted.planVersionId === membership.planVersionId &&
    quoted.interval === membership.interval &&
    isSameMoment(quoted.accessUntil, membership.accessUntil)
  )
}

/** The same for coming back: only the end of the paid time and the terms matter. */
export function isReactivationStillQuoted(quoted: QuotedState, membership: Membership): boolean {
  return isStillQuoted({ ...quoted, status: membership.status }, membership)
}

/** When an order that is opened now can no longer be paid. */
export function orderExpiry(now: Date): Date {
  return new Date(now.getTime() + ORDER_LIFETIME_MS)
}

/** Whether an open order can still be handed out; null: it was made before orders had an end. */
export function isReusable(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() - now.getTime() >= REUSABLE_FOR_MS
}

function isSameMoment(one: Date | null, other: Date | null): boolean {
  return one?.getTime() === other?.getTime()
}
