import { type BillingInterval, monthlyPriceFor, pricePerIntervalCents } from '#contract/plans/pricing.ts'
import type { Terms } from '#contract/subscriptions/engine/membership.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'

import type { SubscriptionRow } from '../queries.ts'

/**
 * The terms of a plan for a member of its page: what is previewed, agreed to and charged. On their own plan they keep
 * the price they agreed to, at either interval, unless it costs less now. They agree to a new price by accepting it, or
 * by asking for their own plan as it is; while a change is planned, the latter takes that change back.
 */
export function termsFor(
  plan: PlanRow,
  member: SubscriptionRow,
  { interval, newPrice }: { interval: BillingInterval; newPrice?: 'accept' | undefined },
): Terms {
  const isAsked = member.offeredVersionId === plan.versionId
  const agrees = newPrice === 'accept' || (member.interval === interval && member.nextFrom === null)
  const agreedCents = plan.id === member.planId && !(isAsked && agrees) ? member.agreedCents : null
  const monthlyCents = monthlyPriceFor(plan.priceCents, agreedCents)
  return {
    planId: plan.id,
    planVersionId: monthlyCents === agreedCents ? member.planVersionId : plan.versionId,
    interval,
    priceCents: pricePerIntervalCents(monthlyCents, interval),
  }
}
