import type { SubscriptionRow } from '../queries.ts'

const HOUR_MS = 3_600_000

/**
 * How long before the period ends the provider is told, in milliseconds. Razorpay can't take a cancellation back, so
 * until then only we know of it, and can.
 */
const TOLD_BEFORE_MS = HOUR_MS

/**
 * The same for cards that are, or may be, issued in India: their debits begin 24 to 36 hours ahead, with a notice to
 * the cardholder, and can't be stopped once they have begun.
 */
export const TOLD_BEFORE_DEBITED_AHEAD_MS = 48 * HOUR_MS

/** How long before a period the bank may begin to debit an Indian card for it, in milliseconds. */
const DEBITED_AHEAD_MS = 36 * HOUR_MS

type Debited = Pick<SubscriptionRow, 'accessUntil' | 'cardIsInternational'>

/** How long to wait before the provider is told, in milliseconds; 0 once it is time. */
export function untilProviderIsTold({ accessUntil, cardIsInternational }: Debited, now: Date): number {
  const before = cardIsInternational === true ? TOLD_BEFORE_MS : TOLD_BEFORE_DEBITED_AHEAD_MS
  return Math.max(0, (accessUntil?.getTime() ?? 0) - before - now.getTime())
}

/**
 * From when on the bank may have begun to debit the card for the coming period; null: it debits only when the period
 * begins, or nothing is charged any more. A debit that comes despite a cancellation goes back automatically.
 */
export function debitedFrom({
  accessUntil,
  cardIsInternational,
  status,
}: Debited & Pick<SubscriptionRow, 'status'>): Date | null {
  const isCharged = status === 'active' || status === 'past_due'
  if (!isCharged || accessUntil === null || cardIsInternational === true) return null
  return new Date(accessUntil.getTime() - DEBITED_AHEAD_MS)
}
