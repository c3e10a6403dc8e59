import type { OutputOf } from '#contract/http/route.ts'
import { centsFromDollars } from '#contract/money.ts'
import { type BillingInterval, formatPrice, pricePerIntervalCents } from '#contract/plans/pricing.ts'
import type { getCreatorPlans } from '#contract/plans/calls.ts'

export type Plan = OutputOf<typeof getCreatorPlans>[number]

/** The price of one interval of a plan, in cents or paise. */
export function planPriceCents(plan: Pick<Plan, 'name' | 'price'>, interval: BillingInterval): number {
  const monthlyCents = centsFromDollars(plan.price)
  if (monthlyCents === null) throw new Error(`The price of the plan ${plan.name} is not an amount.`)
  return pricePerIntervalCents(monthlyCents, interval)
}

/** "$9.99/month", "$107/year", "₹499/month". */
export function planPriceText(
  plan: Pick<Plan, 'name' | 'price' | 'currency'>,
  interval: BillingInterval,
): string {
  return formatPrice(planPriceCents(plan, interval), interval, plan.currency)
}
