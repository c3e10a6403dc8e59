import { paymentFailures, refundFailures } from '#contract/payments/failures.ts'
import { bookRefundPaid } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { alignClaims } from '../disputes/claims.ts'
import { type LockedPayment, lockPayment } from '../locked-payment-queries.ts'
import { bookingOf } from './book-refund.ts'
import { findRefundForOperator, type RefundForOperator, setOperator } from './operator-refund-queries.ts'
import { payByTransfer, takeEffect } from './refund-effects.ts'
import { sendRefund } from './refund-jobs.ts'
import { getRefund, type RefundRow, setNextAttempt, setProcessed } from './refund-queries.ts'
import { refuseDisputed, retryFailed } from './refund-retries.ts'

/* What the operator does about refunds that the provider refuses, can't make, or failed to make. */

interface Order {
  refundId: string
  /** Who does it in the operator's name. */
  operator: string
  now: Date
}

/**
 * Retries a refund at once that the provider refused, or makes one again that failed. Throws `refund_not_found`,
 * `refund_not_failed` if it is neither, `refund_disputed`, `refund_too_large`.
 */
export async function retryByOperator(
  db: Db,
  { refundId, operator, now }: Order,
): Promise<RefundForOperator> {
  const { payment, refund } = await lockRefund(db, refundId, now)
  await refuseDisputed(db, payment)
  if (refund.status === 'approved') {
    await setNextAttempt(db, refundId, null)
    await enqueue(db, sendRefund, { refundId }, { key: `refund:${refundId}` })
    return present(db, refundId, operator)
  }
  const { id } = await retryFailed(db, payment, refundId, now)
  return present(db, id, operator)
}

/**
 * Marks a refund that the provider refused, or that failed, to be paid by bank transfer. One that the provider may
 * still make is not taken: the money would go twice. Throws `refund_not_found`, `refund_not_failed`,
 * `refund_disputed`, `refund_too_large`.
 */
export async function transferByOperator(
  db: Db,
  { refundId, operator, now }: Order,
): Promise<RefundForOperator> {
  const { payment, refund } = await lockRefund(db, refundId, now)
  await refuseDisputed(db, payment)
  if (refund.status === 'manual') return present(db, refundId, operator)
  const isRefused = refund.status === 'approved' && refund.attempts > 0
  const { id } = isRefused ? refund : await retryFailed(db, payment, refundId, now)
  await payByTransfer(db, id, now)
  return present(db, id, operator)
}

/**
 * Settles a refund that the operator has paid from our bank account, with the bank's reference: it is booked, and what
 * it paid for ends. Saying it twice has the same result. Throws `refund_not_found`, `refund_not_manual`,
 * `refund_disputed`.
 */
export async function payRefundByBank(
  db: Db,
  { refundId, reference, operator, now }: Order & { reference: string },
): Promise<RefundForOperator> {
  const { payment, refund, bankReference } = await lockRefund(db, refundId, now)
  if (refund.status === 'processed' && bankReference === reference) return present(db, refundId, operator)
  await refuseDisputed(db, payment)
  if (refund.status !== 'manual') throw new Failure(refundFailures.refund_not_manual)
  await bookRefundPaid(db, bookingOf(payment, refund, now))
  await setProcessed(db, refundId, { bankReference: reference, now })
  await takeEffect(db, refund, now)
  return present(db, refundId, operator)
}

async function lockRefund(
  db: Db,
  id: string,
  now: Date,
): Promise<{ payment: LockedPayment; refund: RefundRow; bankReference: string }> {
  const found = await findRefundForOperator(db, id)
  if (!found) throw new Failure(refundFailures.refund_not_found)
  const payment = await lockPayment(db, found.paymentId)
  if (!payment) throw new Failure(paymentFailures.payment_not_found)
  await alignClaims(db, payment.id, { now })
  // Read again: the lock's previous holder may have settled it.
  const { bankReference } = (await findRefundForOperator(db, id)) ?? found
  return { payment, refund: await getRefund(db, id), bankReference }
}

async function present(db: Db, id: string, operator: string): Promise<RefundForOperator> {
  await setOperator(db, id, operator)
  const refund = await findRefundForOperator(db, id)
  if (!refund) throw new Error(`The refund ${id} was written and is not there`)
  return refund
}
