import { cycleBoundary } from '../core/clock.ts'
import type { Context } from '../core/context.ts'
import type { Subscription, SubscriptionChange } from '../core/entities.ts'
import { remainingCount } from '../wire/subscription.ts'
import { getPlanOf } from './charge.ts'

/** Applies a changed plan, quantity or length. A plan with another billing period starts a new calendar here. */
export function applyChange(context: Context, subscription: Subscription, change: SubscriptionChange): void {
  const before = getPlanOf(context, subscription)
  if (change.planId !== undefined) subscription.planId = change.planId
  if (change.quantity !== undefined) subscription.quantity = change.quantity
  if (change.offerId !== undefined) subscription.offerId = change.offerId
  if (change.remainingCount !== undefined) {
    subscription.totalCount = subscription.cycleCount + change.remainingCount
  }
  const after = getPlanOf(context, subscription)
  if (after.period !== before.period || after.interval !== before.interval) {
    subscription.anchorAt = subscription.currentEnd ?? subscription.anchorAt
    subscription.periodIndex = 0
  }
  if (subscription.anchorAt !== null) {
    subscription.endAt = cycleBoundary(
      subscription.anchorAt,
      after,
      subscription.periodIndex + remainingCount(subscription),
    )
  }
}
