import type { ByCurrency, Currency } from '../money.ts'

const DAY_MS = 86_400_000

/** A payout needs more than this. */
export const PAYOUT_THRESHOLD_CENTS = 5000

/** The same for a balance in each currency: cents, paise. */
export const PAYOUT_THRESHOLD: ByCurrency = { USD: PAYOUT_THRESHOLD_CENTS, INR: 400_000 }

/** More than this is only paid to people whose account has a second factor. */
export const UNPROTECTED_MAX: ByCurrency = { USD: 50_000, INR: 4_000_000 }

/** Whether a payout needs a second factor on the creator's account: it is worth stealing. */
export function needsSecondFactor(availableCents: number, currency: Currency): boolean {
  return availableCents > UNPROTECTED_MAX[currency]
}

/** How long nothing is sent to new details, first or changed: their owner has time to notice the mail. */
export const DETAILS_HOLD_DAYS = 5

/** The longest the staff hold a payout at a time, in days. */
export const HOLD_DAYS_MAX = 14

/** How long what is left of a closed account's balance can be paid to the stored details: then these are erased. */
export const UNCLAIMED_YEARS = 3

/** Until when nothing is sent to details that are saved now. */
export function holdUntil(changedAt: Date): Date {
  return new Date(changedAt.getTime() + DETAILS_HOLD_DAYS * DAY_MS)
}

/** How long a bank takes, in business days; the spec's words. */
export const BANK_TRANSFER_BUSINESS_DAYS = '3-5'

/**
 * Whether an available balance in cents is enough for a payout: it has to exceed the threshold. Creators who close
 * their account are paid whatever there is.
 */
export function canBePaidOut(availableCents: number, currency: Currency, { isLast = false } = {}): boolean {
  return availableCents > (isLast ? 0 : PAYOUT_THRESHOLD[currency])
}

export const STATEMENT_KINDS = [
  'charge',
  'refund',
  'refund-failed',
  'dispute',
  'dispute-released',
  'payout',
  'payout-failed',
  'payout-reversed',
] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]
