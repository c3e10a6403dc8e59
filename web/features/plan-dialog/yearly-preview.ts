import { centsFromDollars } from '#contract/money.ts'
import { PLAN_PRICE_MAX_CENTS, PLAN_PRICE_MIN_CENTS, yearlyPriceCents } from '#contract/plans/pricing.ts'

/**
 * What a year costs members at a monthly price as it is typed, in cents; null while that is no price a plan can have.
 */
export function yearlyPreviewCents(typed: string): number | null {
  const cents = centsFromDollars(typed)
  if (cents === null || cents < PLAN_PRICE_MIN_CENTS || cents > PLAN_PRICE_MAX_CENTS) return null
  return yearlyPriceCents(cents)
}
