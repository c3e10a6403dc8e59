/* Without zod: pages that only show prices load this; what a form or a body may contain is in rules.ts. */

import type { Language } from '../languages.ts'
import { type ByCurrency, type Currency, formatCents } from '../money.ts'
import { priceTexts } from './price-messages.ts'

/** The spec's limits of a plan; amounts in cents. */
export const PLAN_PRICE_MIN_CENTS = 500
export const PLAN_PRICE_MAX_CENTS = 1_000_000

/** What a plan may cost per month in each currency: cents, paise. */
export const PLAN_PRICE_MIN: ByCurrency = { USD: PLAN_PRICE_MIN_CENTS, INR: 5000 }
export const PLAN_PRICE_MAX: ByCurrency = { USD: PLAN_PRICE_MAX_CENTS, INR: 50_000_000 }

/** Whether a plan may cost this much. */
export function isPlanPrice(cents: number, currency: Currency): boolean {
  return cents >= PLAN_PRICE_MIN[currency] && cents <= PLAN_PRICE_MAX[currency]
}

export const PLAN_NAME_MAX_LENGTH = 20
/** What a new member of a plan reads first. */
export const PLAN_WELCOME_NOTE_MAX_LENGTH = 500
export const PLAN_DESCRIPTION_MAX_LENGTH = 200

/** How long members have to agree to a new price, if the creator asks them to; in days. */
export const PRICE_NOTICE_DAYS = [30, 60, 90] as const

/** What a yearly plan saves against twelve months. */
export const YEARLY_DISCOUNT_PERCENT = 10

export const BILLING_INTERVALS = ['monthly', 'yearly'] as const
export type BillingInterval = (typeof BILLING_INTERVALS)[number]

/**
 * The price of a year, in cents and always whole dollars, or rupees: floor(monthly × 12 × 0.9) as the spec has it,
 * computed in integers because 0.9 is not exact in floating point.
 */
export function yearlyPriceCents(monthlyPriceCents: number): number {
  const perMille = 12 * (100 - YEARLY_DISCOUNT_PERCENT)
  return Math.floor((monthlyPriceCents * perMille) / 10_000) * 100
}

/** What one period costs, in cents. Page, checkout and ledger all use this. */
export function pricePerIntervalCents(monthlyPriceCents: number, interval: BillingInterval): number {
  return interval === 'yearly' ? yearlyPriceCents(monthlyPriceCents) : monthlyPriceCents
}

/**
 * What a plan costs one person per month, in cents: its members the price they agreed to, or less if it costs less by
 * now; everyone else (`agreedCents` is null) its present price. With `pricePerIntervalCents` this is the one owner of
 * every price that is shown, agreed to or charged.
 */
export function monthlyPriceFor(priceCents: number, agreedCents: number | null): number {
  return agreedCents === null ? priceCents : Math.min(priceCents, agreedCents)
}

/**
 * How many rupees a dollar counts as when two plans of a page are compared. Not a rate: it never changes, because what
 * a member may read must not.
 */
export const RUPEES_A_DOLLAR_COUNTS = 80

/** A price's rank among those of a page, whatever its currency. */
export function rankOf(price: number, currency: Currency): number {
  return currency === 'INR' ? price : price * RUPEES_A_DOLLAR_COUNTS
}

/** "$9.99/month", "$107/year", "₹499/month". Whoever writes in several languages names one, with its texts. */
export function formatPrice(
  priceCents: number,
  interval: BillingInterval,
  currency: string,
  language?: Language,
  texts: typeof priceTexts = priceTexts,
): string {
  return texts[interval](formatCents(priceCents, currency, language))
}
