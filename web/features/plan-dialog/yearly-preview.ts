import { centsFromDollars, type Currency } from '#contract/money.ts'
import { isPlanPrice, yearlyPriceCents } from '#contract/plans/pricing.ts'

/**
 * What a year costs members at a monthly price as it is typed, in cents; null while that is no price a plan can have.
 */
export function yearlyPreviewCents(typed: string, currency: Currency): number | null {
  const cents = centsFromDollars(typed)
  return cents !== null && isPlanPrice(cents, currency) ? yearlyPriceCents(cents) : null
}
