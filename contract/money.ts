import { amountLocale } from './locale.ts'

/**
 * Money is integer cents in code and in the database; the wire keeps dollars (`price: 9.99`). Rupees are the same with
 * paise: wherever an amount may be in them, its currency stands beside it, and amounts of two are never added.
 * Every conversion and rounding of the product is in this file.
 */

/** What a price is in unless its creator says otherwise. */
export const CURRENCY = 'USD'

/** What a plan can be priced in; both have a hundredth, so that cents and paise are converted alike. */
export const CURRENCIES = [CURRENCY, 'INR'] as const
export type Currency = (typeof CURRENCIES)[number]

/** An amount for each currency. */
export type ByCurrency = Record<Currency, number>

/** "$" and "₹", before an amount that somebody types. */
export const CURRENCY_SIGNS: Record<Currency, string> = { USD: '$', INR: '₹' }

const BASIS_POINTS_PER_WHOLE = 10_000

/** Dollars for the wire, from integer cents. Exact: a cent amount divided by 100 prints with at most two decimals. */
export function dollarsFromCents(cents: number): number {
  return cents / 100
}

/**
 * Integer cents from what a form or a JSON body holds, or null when it is not a plain amount: no exponent, no
 * sign, no more than two decimals, nothing that is not finite.
 */
export function centsFromDollars(dollars: number | string): number | null {
  const text = typeof dollars === 'number' ? String(dollars) : dollars.trim()
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return null
  const [, whole = '0', fraction = ''] = match
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/**
 * The part of an amount that a share in basis points takes, rounded half up to the cent. The rest is computed by
 * subtraction, never by a second rounding, so that the parts always sum to the whole.
 */
export function shareOfCents(amountCents: number, shareBasisPoints: number): number {
  return Math.floor((amountCents * shareBasisPoints + BASIS_POINTS_PER_WHOLE / 2) / BASIS_POINTS_PER_WHOLE)
}

/** How many decimals a currency has: 2 for dollars and rupees, 0 for yen, 3 for dinars. */
export function minorDigits(currency: string): number {
  return (
    new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2
  )
}

/** An amount for the wire from minor units of any currency; exact, like dollars from cents. */
export function unitsFromMinor(minor: number, currency: string): number {
  return minor / 10 ** minorDigits(currency)
}

/**
 * "$9.99", "$9", "−$1,234.50", "₹1,23,450": cents are shown only when there are some; the minus is as wide as a digit.
 */
export function formatCents(cents: number, currency: string): string {
  return format(cents, cents % 100 === 0 ? 0 : 2, currency)
}

/** The same for an amount that arrived as dollars on the wire. */
export function formatDollars(dollars: number, currency: string): string {
  return formatCents(Math.round(dollars * 100), currency)
}

/** "$9.00", "−$1,234.50": always with cents, for columns of amounts and for documents. */
export function formatExactCents(cents: number, currency: string): string {
  return format(cents, 2, currency)
}

/** The same for an amount that arrived as dollars on the wire. */
export function formatExactDollars(dollars: number, currency: string): string {
  return formatExactCents(Math.round(dollars * 100), currency)
}

function format(cents: number, decimals: 0 | 2, currency: string): string {
  return new Intl.NumberFormat(amountLocale(currency), {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
  })
    .format(cents / 100)
    .replace('-', '−')
}
