import { refundFailures } from '#contract/payments/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'

import { isPaymentDisputed } from '../disputes/claim-queries.ts'
import { findLossOfAll, type LockedPayment, lockPayment } from '../locked-payment-queries.ts'
import { deciderOf } from './book-refund.ts'
import { grant } from './grant-refund.ts'
import { findFailedRefund, findRefund, getRefund, insertRefund, type RefundRow } from './refund-queries.ts'

/**
 * Sends a refund that did not arrive once more, at the request of the supporter or the creator. Throws
 * `refund_not_found`, `refund_not_failed`, `refund_disputed`, `refund_too_large`.
 */
export async function retryRefund(
  db: Db,
  viewer: Viewer,
  { refundId, now }: { refundId: string; now: Date },
): Promise<RefundRow> {
  const asked = await findRefund(db, refundId)
  const payment = asked && (await lockPayment(db, asked.paymentId))
  const isTheirs = payment?.memberId === viewer.id || payment?.creatorId === viewer.creatorId
  if (!payment || !isTheirs) throw new Failure(refundFailures.refund_not_found)
  return retryFailed(db, payment, refundId, now)
}

/**
 * The same for callers who may do it on anyone's behalf. The payment is locked. Throws `refund_not_failed`,
 * `refund_disputed`, `refund_too_large`.
 */
export async function retryFailed(
  db: Db,
  payment: LockedPayment,
  refundId: string,
  now: Date,
): Promise<RefundRow> {
  await refuseDisputed(db, payment)
  const failed = await findFailedRefund(db, payment.id)
  if (failed?.id !== refundId) throw new Failure(refundFailures.refund_not_failed)
  return retry(db, payment, failed, now)
}

/**
 * While a bank disputes a payment it may give all of it back, and once it has, nothing may be left. Throws
 * `refund_disputed`.
 */
export async function refuseDisputed(db: Db, payment: LockedPayment): Promise<void> {
  if ((await isPaymentDisputed(db, payment.id)) || (await findLossOfAll(db, payment.id)) !== null)
    throw new Failure(refundFailures.refund_disputed)
}

/**
 * Replaces a failed refund by another, decided the same way: the provider knows the failed one by its id and key, and
 * would only answer that it failed. It counts as requested when that one was.
 */
export async function retry(
  db: Db,
  payment: LockedPayment,
  failed: RefundRow,
  now: Date,
): Promise<RefundRow> {
  const { amountCents, origin, reason, requestedAt } = failed
  const refundId = newId(now)
  await insertRefund(db, {
    id: refundId,
    paymentId: payment.id,
    origin,
    reason,
    amountCents,
    requestedAt,
    retryOf: failed.id,
  })
  await grant(db, payment, { refundId, decidedBy: deciderOf(failed), amountCents, now })
  return getRefund(db, refundId)
}
