import { centsFromDollars, type Currency } from '#contract/money.ts'
import { isPlanPrice, yearlyPriceCents } from '#contract/plans/pricing.ts'

/** The yearly price for members at the monthly price being typed, in cents; null while that isn't a valid price. */
export function yearlyPreviewCents(typed: string, currency: Currency): number | null {
  const cents = centsFromDollars(typed)
  return cents !== null && isPlanPrice(cents, currency) ? yearlyPriceCents(cents) : null
}
