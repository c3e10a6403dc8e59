import { LANGUAGE } from './language.ts'
import type { Language } from './languages.ts'
import { conventionsOf } from './locale.ts'

/**
 * Money is integer cents in code and in the database; the wire keeps dollars (`price: 9.99`). Rupees are the same with
 * paise: wherever an amount may be in rupees, its currency is beside it, and amounts in different currencies are never
 * added. Every conversion and rounding of the product is in this file.
 */

/** The currency of a price unless its creator chooses another. */
export const CURRENCY = 'USD'

/** The currencies a plan can be priced in; both have hundredths, so cents and paise are converted alike. */
export const CURRENCIES = [CURRENCY, 'INR'] as const
export type Currency = (typeof CURRENCIES)[number]

/** An amount for each currency. */
export type ByCurrency = Record<Currency, number>

/** "$" and "₹", before the input for an amount. */
export const CURRENCY_SIGNS: Record<Currency, string> = { USD: '$', INR: '₹' }

const BASIS_POINTS_PER_WHOLE = 10_000

/** Dollars for the wire, from integer cents. Exact: a cent amount divided by 100 prints with at most two decimals. */
export function dollarsFromCents(cents: number): number {
  return cents / 100
}

/** Integer cents of an amount that arrived as dollars on the wire; exact, because it left as cents. */
export function centsFromWire(dollars: number): number {
  return Math.round(dollars * 100)
}

/** "9.99", "50.50": two decimals always, without a sign or separators, for files that other programs read. */
export function decimalFromCents(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** What an amount in US cents is in paise at a rate in paise a dollar; a part of a paisa is not paid. */
export function paiseFromCents(cents: number, paisePerDollar: number): number {
  return Math.floor((cents * paisePerDollar) / 100)
}

/** Percent for the wire, from basis points; exact to two decimals. */
export function percentFromBasisPoints(basisPoints: number): number {
  return basisPoints / 100
}

/** Basis points of a percentage that arrived on the wire. */
export function basisPointsFromPercent(percent: number): number {
  return Math.round(percent * 100)
}

/**
 * Integer cents from a form's or a JSON body's value, or null if it is not a plain amount: no exponent, no sign, no
 * more than two decimals, nothing that is not finite.
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
export function formatCents(cents: number, currency: string, language?: Language): string {
  return format(cents, cents % 100 === 0 ? 0 : 2, currency, language)
}

/** The same for an amount that arrived as dollars on the wire. */
export function formatDollars(dollars: number, currency: string): string {
  return formatCents(centsFromWire(dollars), currency)
}

/** "$9.00", "−$1,234.50": always with cents, for columns of amounts and for documents. */
export function formatExactCents(cents: number, currency: string, language?: Language): string {
  return format(cents, 2, currency, language)
}

/** The same for an amount that arrived as dollars on the wire. */
export function formatExactDollars(dollars: number, currency: string, language?: Language): string {
  return formatExactCents(centsFromWire(dollars), currency, language)
}

/**
 * Writes the amounts of one column on a screen alike: with cents in all of them when any has some, and nothing as "$0".
 * They arrived as dollars on the wire.
 */
export function columnFormat(column: Iterable<number>, currency: string): (dollars: number) => string {
  const hasCents = [...column].some((dollars) => centsFromWire(dollars) % 100 !== 0)
  return (dollars) =>
    hasCents && centsFromWire(dollars) !== 0
      ? formatExactDollars(dollars, currency)
      : formatDollars(dollars, currency)
}

function format(cents: number, decimals: 0 | 2, currency: string, language: Language = LANGUAGE): string {
  return new Intl.NumberFormat(conventionsOf(language).amounts(currency), {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
  })
    .format(cents / 100)
    .replace('-', '−')
}
