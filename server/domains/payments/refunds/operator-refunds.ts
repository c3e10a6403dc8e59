import { paymentFailures, refundFailures } from '#contract/payments/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { refundDecided } from '../events.ts'
import { lockPayment } from '../locked-payment-queries.ts'
import {
  findPaymentForOperator,
  listRefundsOfPayment,
  type PaymentForOperator,
  type RefundForOperator,
  setOperator,
} from './operator-refund-queries.ts'
import { decline, findOpenRequestId } from './refund-queries.ts'
import { refundPayment } from './refunds.ts'

export {
  listRefundsOfPayment,
  listTroubledRefunds,
  listWaitingRefunds,
  type PaymentForOperator,
  type RefundForOperator,
} from './operator-refund-queries.ts'
export { payRefundByBank, retryByOperator, transferByOperator } from './operator-transfers.ts'

/** By our id, the provider's, or the number of its receipt. Throws `payment_not_found`. */
export async function getPaymentForOperator(db: Db, reference: string): Promise<PaymentForOperator> {
  const payment = await findPaymentForOperator(db, reference)
  if (!payment) throw new Failure(paymentFailures.payment_not_found)
  return payment
}

interface Decision {
  /** The payment, as {@link getPaymentForOperator} takes it. */
  reference: string
  /** The supporter reads it. */
  reason: string
  /** Who decides in the operator's name. */
  operator: string
  now: Date
}

/**
 * Refunds a payment as the operator: all that is left, or an amount in cents. This also decides an open request. The
 * same order again is the same refund. Throws `payment_not_found`, `refund_too_large`.
 */
export async function refundByOperator(
  db: Db,
  { reference, reason, operator, now, amountCents }: Decision & { amountCents: number | null },
): Promise<{ refund: RefundForOperator; isRepeat: boolean }> {
  const { id: paymentId } = await getPaymentForOperator(db, reference)
  const before = await findSameRefund(db, { paymentId, reason, amountCents })
  if (before) return { refund: before, isRepeat: true }
  const { id } = await refundPayment(db, { paymentId, origin: 'operator', amountCents, reason, now })
  await setOperator(db, id, operator)
  return { refund: await getRefundOf(db, paymentId, id), isRepeat: false }
}

/**
 * Locks a payment and finds the refund that the same order has made of it. `amountCents`: null: all that is left. Throws
 * `payment_not_found`.
 */
export async function findSameRefund(
  db: Db,
  { paymentId, reason, amountCents }: { paymentId: string; reason: string; amountCents: number | null },
): Promise<RefundForOperator | null> {
  const payment = await lockPayment(db, paymentId)
  if (!payment) throw new Failure(paymentFailures.payment_not_found)
  const isWhole = amountCents === null && payment.refundedCents === payment.amountCents
  const same = (await listRefundsOfPayment(db, paymentId)).find(
    (refund) =>
      refund.decidedBy === 'operator' &&
      refund.status !== 'failed' &&
      [refund.reason, refund.decisionNote].includes(reason) &&
      (isWhole || refund.amountCents === amountCents),
  )
  return same ?? null
}

/** Declines an open request. Throws `payment_not_found`, `refund_not_found` if there is none. */
export async function declineByOperator(
  db: Db,
  { reference, reason, operator, now }: Decision,
): Promise<RefundForOperator> {
  const { id: paymentId } = await getPaymentForOperator(db, reference)
  await lockPayment(db, paymentId)
  const refundId = await findOpenRequestId(db, paymentId)
  if (refundId === null) throw new Failure(refundFailures.refund_not_found)
  await decline(db, refundId, { decidedBy: 'operator', note: reason, now })
  await setOperator(db, refundId, operator)
  await emit(db, refundDecided, { refundId }, now)
  return getRefundOf(db, paymentId, refundId)
}

async function getRefundOf(db: Db, paymentId: string, id: string): Promise<RefundForOperator> {
  const refund = (await listRefundsOfPayment(db, paymentId)).find((row) => row.id === id)
  if (!refund) throw new Error(`The refund ${id} was written and is not there`)
  return refund
}
