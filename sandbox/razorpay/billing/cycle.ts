import { cycleBoundary } from '../core/clock.ts'
import type { Context } from '../core/context.ts'
import type { Payment, Subscription } from '../core/entities.ts'
import type { OutgoingEvent } from '../core/outgoing-event.ts'
import { subscriptionEvent } from '../webhooks/envelope.ts'
import { remainingCount } from '../wire/subscription.ts'
import { getPlanOf } from './charge.ts'

/** When the period with this index ends; index 0 is the start. */
export function boundaryOf(context: Context, subscription: Subscription, index: number): number {
  const anchorAt = subscription.anchorAt ?? context.clock.now()
  return cycleBoundary(anchorAt, getPlanOf(context, subscription), index)
}

/** Moves the subscription into its next billing period. The calendar moves whether or not the charge succeeds. */
export function enterNextPeriod(context: Context, subscription: Subscription): void {
  subscription.cycleCount += 1
  subscription.periodIndex += 1
  subscription.currentStart = boundaryOf(context, subscription, subscription.periodIndex - 1)
  subscription.currentEnd = boundaryOf(context, subscription, subscription.periodIndex)
  subscription.endAt = boundaryOf(
    context,
    subscription,
    subscription.periodIndex + remainingCount(subscription),
  )
}

/** A cycle was paid: counts it, activates (or completes) the subscription and reports it. */
export function recordPaidCycle(
  context: Context,
  subscription: Subscription,
  payment: Payment,
): OutgoingEvent[] {
  const wasActive = subscription.status === 'active'
  subscription.status = 'active'
  subscription.paidCount += 1
  subscription.authAttempts = 0
  subscription.openInvoiceId = null
  subscription.chargeAt = subscription.currentEnd
  const events: OutgoingEvent[] = []
  if (!wasActive) events.push(subscriptionEvent(context, 'subscription.activated', subscription, payment))
  events.push(subscriptionEvent(context, 'subscription.charged', subscription, payment))
  if (remainingCount(subscription) === 0) {
    events.push(...endSubscription(context, subscription, 'completed', payment))
  }
  return events
}

/** The final state: cancelled, completed or expired. Nothing is charged afterwards. */
export function endSubscription(
  context: Context,
  subscription: Subscription,
  status: 'cancelled' | 'completed' | 'expired',
  payment: Payment | null = null,
): OutgoingEvent[] {
  subscription.status = status
  subscription.endedAt = context.clock.now()
  subscription.chargeAt = null
  subscription.scheduledChange = null
  subscription.isCancelledAtCycleEnd = false
  // There is no subscription.expired webhook.
  if (status === 'expired') return []
  return [subscriptionEvent(context, `subscription.${status}`, subscription, payment)]
}
