import { shareOfCents } from '../money.ts'
import { availableFrom } from './refund-window.ts'

/** A member who opened a smaller share of the posts behind a plan than this is refunded automatically. */
export const HARDLY_USED_BELOW_PERCENT = 20

export const REFUND_REASON_MAX_LENGTH = 500

/**
 * Razorpay gives five to seven working days for a normal refund (razorpay.com/docs/api/refunds). Any eleven calendar
 * days hold seven working days, whatever day they begin on.
 */
const REFUND_ARRIVES_WITHIN_DAYS = 11

/** Whether a refund that the provider accepted then, and hasn't reported as failed since, counts as made. */
export function countsAsMade(sentAt: Date, now: Date): boolean {
  return now.getTime() - sentAt.getTime() >= REFUND_ARRIVES_WITHIN_DAYS * 86_400_000
}

const MINUTE_MS = 60_000
const RETRY_AFTER_MINUTES = [15, 60, 240, 720]
const DAY_MINUTES = 1440

/** How long to wait after the provider's n-th refusal of a refund, in milliseconds; from the fifth on, a day. */
export function retryDelayMs(attempts: number): number {
  return (RETRY_AFTER_MINUTES[attempts - 1] ?? DAY_MINUTES) * MINUTE_MS
}

/** Whether a supporter may still ask: to the millisecond until the charge counts as available to the creator. */
export function isWithinRefundWindow(paidAt: Date, now: Date): boolean {
  return now < availableFrom(paidAt)
}

/**
 * Whether a membership was hardly used: few of its posts were opened, or there were none to open. Opened means that the
 * post itself was requested, or its video or sound was played for ten seconds or downloaded; seeing it in a list does not
 * count.
 */
export function isHardlyUsed(posts: { openedCount: number; totalCount: number }): boolean {
  return posts.totalCount === 0 || posts.openedCount * 100 < posts.totalCount * HARDLY_USED_BELOW_PERCENT
}

/**
 * How a refund is split between platform and creator, in cents: the platform returns its share of everything refunded
 * so far, so that many small refunds and one full refund end at the same cent. fee + net = the refund. A negative one
 * is given back to both.
 */
export function splitRefund(
  refundCents: number,
  payment: { amountCents: number; feeBasisPoints: number; feeCents: number },
  earlier: { amountCents: number; feeCents: number },
): { feeCents: number; netCents: number } {
  const returnedCents = earlier.amountCents + refundCents
  const feeReturned =
    returnedCents === payment.amountCents
      ? payment.feeCents
      : shareOfCents(returnedCents, payment.feeBasisPoints)
  const share = feeReturned - earlier.feeCents
  const feeCents =
    refundCents < 0 ? Math.max(refundCents, Math.min(0, share)) : Math.min(refundCents, Math.max(0, share))
  return { feeCents, netCents: refundCents - feeCents }
}

/**
 * What the provider kept of a charge in the charge's own currency, in cents, at the rate the provider itself used. Null
 * until it is reported. The platform bears it out of its share.
 */
export function providerFeeCents(payment: {
  amountCents: number
  providerFeeMinor: number | null
  baseAmountMinor: number | null
}): number | null {
  const { amountCents, providerFeeMinor, baseAmountMinor } = payment
  if (providerFeeMinor === null) return null
  if (baseAmountMinor === null || baseAmountMinor === 0) return providerFeeMinor
  return Math.round((providerFeeMinor * amountCents) / baseAmountMinor)
}
