import { type BillingInterval, monthlyPriceFor, pricePerIntervalCents } from '#contract/plans/pricing.ts'
import type { Terms } from '#contract/subscriptions/engine/membership.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'

import type { SubscriptionRow } from '../queries.ts'

/**
 * The terms that a plan has for a member of its page: what is previewed, agreed to and charged. Their own plan keeps
 * the price they agreed to in every rhythm, unless it costs less now. A new price that the creator asks for is agreed
 * to by saying so, or by asking for the own plan as it is; while something is planned, the latter takes that back.
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
