import { secondsBetween, shareOf } from './periods.ts'

/** Money that paid for a stretch of time, in cents. */
export interface PaidTime {
  amountCents: number
  from: Date
  until: Date
}

/** Time that paid time was exchanged for when a change took effect: the period it led to, and its worth. */
export type ExchangedTime = PaidTime & { appliedAt: Date }

/** The share of a payment that falls on the time from `since` on, in cents, by the second and rounded half up. */
export function unusedCents({ amountCents, from, until }: PaidTime, since: Date): number {
  const paidSeconds = secondsBetween(from, until)
  if (paidSeconds === 0) return 0
  return shareOf(amountCents, secondsBetween(from > since ? from : since, until), paidSeconds)
}

/**
 * The least that is refunded, in cents: the payment provider sends nothing below one rupee, which is more than a cent.
 */
const RETURN_MINIMUM_CENTS = 2

/** The refund of one payment. */
export interface Return {
  paymentId: string
  cents: number
}

/**
 * The refunds for one membership that ends while paid time is left; `payments` newest first. Time bought with the worth
 * of a dearer plan (`credit`) is worth that credit, whatever the payments before it were for, so its unused part comes
 * out of those, the newest first.
 */
export function returnsOf(
  payments: readonly (PaidTime & { paymentId: string; paidAt: Date; leftCents: number })[],
  credit: ExchangedTime | null,
  since: Date,
): Return[] {
  let creditCents = credit === null ? 0 : unusedCents(credit, since)
  return payments.flatMap(({ paymentId, paidAt, leftCents, ...paid }) => {
    const isBeforeCredit = credit !== null && paidAt <= credit.appliedAt
    const cents = Math.min(leftCents, isBeforeCredit ? creditCents : unusedCents(paid, since))
    if (isBeforeCredit) creditCents -= cents
    return cents >= RETURN_MINIMUM_CENTS ? [{ paymentId, cents }] : []
  })
}
