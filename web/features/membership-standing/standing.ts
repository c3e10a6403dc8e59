import { formatDollars } from '#contract/money.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { priceTexts } from '#contract/plans/price-messages.ts'
import type { getUserSubscriptions } from '#contract/subscriptions/calls.ts'
import { dayText } from '#web/features/time/when-text.ts'

import { standingTexts as texts } from './messages.ts'

export type Subscription = OutputOf<typeof getUserSubscriptions>[number]

/**
 * The date of the next payment, or the end of access without one; null: nothing has been paid yet. Without its page
 * there is none.
 */
export function standingSentence(subscription: Subscription, nowMs: number): string | null {
  const { status, accessUntil, accessEnds, cancelAtPeriodEnd, disputed, next, nextChargeAt } = subscription
  if (accessUntil === null) return null
  const dayIn = (moment: string) => dayText(moment, new Date(nowMs))
  if (!subscription.creatorId.isAvailable) return texts.standing.unavailable
  const day = dayIn(accessUntil)
  const renewal = dayIn(nextChargeAt ?? accessUntil)
  if (subscription.isBeingRefunded) return texts.standing.beingRefunded
  if (disputed !== null) {
    const payment = {
      price: formatDollars(disputed.amount, disputed.currency),
      day: dayIn(disputed.paidAt),
    }
    return texts.standing.disputed(payment, isPast(accessUntil, nowMs) ? null : day)
  }
  if (cancelAtPeriodEnd) {
    const hasPlan = subscription.planId.isOffered
    return hasPlan ? texts.standing.ends(day) : texts.standing.endsWithPlan(day)
  }
  if (status === 'active' && isLowered(subscription) && next !== null)
    return texts.standing.renewsAt(
      renewal,
      priceTexts[next.interval](formatDollars(next.price, subscription.planId.currency)),
    )
  if (status === 'active' && next !== null) return texts.standing.begins(next.planName, dayIn(next.from))
  if (status === 'active') return texts.standing.renews(renewal)
  if (status === 'paused')
    return isPast(accessUntil, nowMs) ? texts.standing.paused : texts.standing.pausedUntil(day)
  if (status !== 'past_due') return texts.standing.ends(day)
  return texts.standing.paymentFailed(dayIn(accessEnds ?? accessUntil))
}

export type Offer =
  | 'cancel'
  | 'resume'
  | 'change'
  | 'pause'
  | 'other card'
  | 'card'
  | 'come back'
  | 'keep by card'
  | 'undo change'

/** The row's actions: exactly those the server allows for a membership in this state. */
export function offersOf(subscription: Subscription): ReadonlySet<Offer> {
  const { status, cancelAtPeriodEnd, keptBy, next, planId: plan } = subscription
  if (!subscription.creatorId.isAvailable) return new Set()
  // Until the bank has decided it can only be ended.
  if (subscription.disputed !== null) return new Set<Offer>(['cancel'])
  if (status === 'paused')
    return new Set<Offer>(plan.isOffered ? ['come back', 'change', 'cancel'] : ['change', 'cancel'])
  if (status !== 'active' && status !== 'past_due') return new Set()
  // A plan that is no longer offered can't be kept, but the member may change to another one.
  if (cancelAtPeriodEnd && !plan.isOffered) return new Set<Offer>(status === 'active' ? ['change'] : [])
  if (cancelAtPeriodEnd && keptBy === 'checkout') return new Set<Offer>(['keep by card'])
  if (cancelAtPeriodEnd) return new Set<Offer>(['resume'])
  if (status === 'past_due') return new Set<Offer>(['cancel', 'card'])
  const running: Offer[] = ['cancel', 'change', 'pause', 'other card']
  const canUndo = next !== null && plan.isOffered && !isLowered(subscription)
  return new Set<Offer>(canUndo ? ['undo change', ...running] : running)
}

/** The member's plan costs less from the next period: that needed no consent, and can't be undone. */
function isLowered({ next, planId: plan, interval }: Subscription): boolean {
  return next !== null && next.planName === plan.name && next.interval === interval && next.price < plan.price
}

/** The consequences of cancelling, with the exact day, and a charge the bank may have started already. */
export function cancellationSentence(subscription: Subscription, nowMs: number): string {
  const { planId: plan, accessUntil } = subscription
  if (accessUntil === null || isPast(accessUntil, nowMs)) return texts.cancellation.endsAtOnce(plan.name)
  const ends = texts.cancellation.ends(plan.name, dayText(accessUntil, new Date(nowMs)))
  return isDebitUnderWay(subscription, nowMs) ? `${ends} ${texts.debitUnderWay}` : ends
}

/** Whether the bank may have started the next charge, so that it arrives in any case, and is refunded. */
export function isDebitUnderWay({ debitedFrom }: Subscription, nowMs: number): boolean {
  return debitedFrom !== null && isPast(debitedFrom, nowMs)
}

/** The paid time is over: any access left is the server's grace period. */
function isPast(moment: string, nowMs: number): boolean {
  return Date.parse(moment) <= nowMs
}
