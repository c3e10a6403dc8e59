import type { OutputOf } from '#contract/http/route.ts'
import type { getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { formatDay } from '#web/features/relative-time/relative-time.ts'

export type Subscription = OutputOf<typeof getUserSubscriptions>[number]

/** When the next payment is, or until when there is access without one; null: nothing was paid yet. */
export function standingSentence(subscription: Subscription, nowMs: number): string | null {
  const { status, accessUntil, cancelAtPeriodEnd } = subscription
  if (accessUntil === null) return null
  const day = formatDay(accessUntil)
  if (cancelAtPeriodEnd) return `Ends on ${day}`
  if (status === 'active') return `Renews on ${day}`
  if (status === 'paused') return `Paused. You keep access until ${day}`
  if (status !== 'past_due') return `Ends on ${day}`
  return isPast(accessUntil, nowMs)
    ? 'Payment failed. You keep access while we try again'
    : `Payment failed. You keep access until ${day}`
}

/** What the row offers to do: the server cancels and resumes running subscriptions only. */
export function offerOf({ status, cancelAtPeriodEnd }: Subscription): 'cancel' | 'resume' | null {
  if (status !== 'active' && status !== 'past_due') return null
  return cancelAtPeriodEnd ? 'resume' : 'cancel'
}

/** What cancelling means, with the exact day. */
export function cancellationSentence({ planId: plan, accessUntil }: Subscription, nowMs: number): string {
  if (accessUntil === null || isPast(accessUntil, nowMs))
    return `Your ${plan.name} plan ends at once, and nothing more is charged.`
  return `Your ${plan.name} plan ends on ${formatDay(accessUntil)}. Until then you keep all it includes, and nothing more is charged.`
}

/** What was paid has run out: the access there is, is the grace that the server gives. */
function isPast(moment: string, nowMs: number): boolean {
  return Date.parse(moment) <= nowMs
}
