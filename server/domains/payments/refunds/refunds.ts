import { paymentFailures, refundFailures } from '#contract/payments/failures.ts'
import { isHardlyUsed, isWithinRefundWindow } from '#contract/payments/refund-rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { refundDecided, refundRequested } from '../events.ts'
import { type LockedPayment, lockPayment } from '../locked-payment-queries.ts'
import { grant } from './grant-refund.ts'
import { countOpenedPosts } from './refund-list-queries.ts'
import {
  decline,
  findFailedRefund,
  findOpenRequestId,
  findRefund,
  getRefund,
  hasAutomaticRefund,
  hasRefund,
  insertRefund,
  type RefundRow,
} from './refund-queries.ts'
import { refuseDisputed, retry } from './refund-retries.ts'

/**
 * A supporter asks for their money back. Members who hardly used the membership get it at once, once per creator; all
 * other requests go to the creator. A granted refund that did not arrive is sent again, even after the seven days: it
 * was first requested in time. Throws `payment_not_found`, `refund_window_over`, `refund_exists`, `refund_disputed`.
 */
export async function requestRefund(
  db: Db,
  viewer: Viewer,
  request: { paymentId: string; reason: string; now: Date },
): Promise<RefundRow> {
  const payment = await lockPayment(db, request.paymentId)
  if (!payment || payment.memberId !== viewer.id) throw new Failure(paymentFailures.payment_not_found)
  await refuseDisputed(db, payment)
  if (payment.leftCents <= 0 || (await hasRefund(db, payment.id)))
    throw new Failure(refundFailures.refund_exists)
  const failed = await findFailedRefund(db, payment.id)
  if (failed) return retry(db, payment, failed, request.now)
  if (!isWithinRefundWindow(payment.capturedAt, request.now))
    throw new Failure(refundFailures.refund_window_over)
  const id = await open(db, payment, { origin: 'member', ...request })
  const isAutomatic =
    isHardlyUsed(await countOpenedPosts(db, payment.id, request.now)) &&
    !(await hasAutomaticRefund(db, payment.memberId, payment.creatorId))
  if (isAutomatic) await grant(db, payment, { refundId: id, decidedBy: 'rule', now: request.now })
  else await emit(db, refundRequested, { refundId: id }, request.now)
  return getRefund(db, id)
}

/** The page's creator decides on a request. Throws `refund_not_found`, `refund_decided`, `refund_too_large`. */
export async function decideRefund(
  db: Db,
  viewer: Viewer,
  decision: { refundId: string; isApproved: boolean; amountCents: number | null; note: string; now: Date },
): Promise<RefundRow> {
  const { refundId, now, note } = decision
  const asked = await findRefund(db, refundId)
  const payment = asked && (await lockPayment(db, asked.paymentId))
  if (!payment || payment.creatorId !== viewer.creatorId) throw new Failure(refundFailures.refund_not_found)
  // Read again: another tab may have decided while we waited for the lock.
  if ((await getRefund(db, refundId)).status !== 'requested') throw new Failure(refundFailures.refund_decided)
  if (decision.isApproved)
    await grant(db, payment, {
      refundId,
      decidedBy: 'creator',
      note,
      now,
      ...(decision.amountCents === null ? {} : { amountCents: decision.amountCents }),
    })
  else {
    await decline(db, refundId, { decidedBy: 'creator', note, now })
    await emit(db, refundDecided, { refundId }, now)
  }
  return getRefund(db, refundId)
}

/** A creator refunds a payment without being asked. Throws `payment_not_found`, `refund_too_large`. */
export async function giveRefund(
  db: Db,
  viewer: Viewer,
  gift: { paymentId: string; amountCents: number | null; reason: string; now: Date },
): Promise<RefundRow> {
  const payment = await lockPayment(db, gift.paymentId)
  if (!payment || payment.creatorId !== viewer.creatorId) throw new Failure(paymentFailures.payment_not_found)
  return orderRefund(db, payment, { ...gift, origin: 'creator' })
}

/**
 * Refunds a payment by the operator's decision or by a rule of ours, such as a second charge for one membership: all
 * that is left of it, unless an amount in cents is given. Throws `payment_not_found`, `refund_too_large`.
 */
export async function refundPayment(
  db: Db,
  order: {
    paymentId: string
    origin: 'operator' | 'rule'
    amountCents: number | null
    reason: string
    now: Date
  },
): Promise<RefundRow> {
  const payment = await lockPayment(db, order.paymentId)
  if (!payment) throw new Failure(paymentFailures.payment_not_found)
  return orderRefund(db, payment, order)
}

/**
 * The same, limited to what is left of the payment. null: nothing is, or a bank disputes the rest. Throws
 * `payment_not_found`.
 */
export async function refundUpTo(
  db: Db,
  order: { paymentId: string; origin: 'operator' | 'rule'; amountCents: number; reason: string; now: Date },
): Promise<RefundRow | null> {
  const payment = await lockPayment(db, order.paymentId)
  if (!payment) throw new Failure(paymentFailures.payment_not_found)
  const amountCents = Math.min(order.amountCents, payment.leftCents)
  return amountCents > 0 ? orderRefund(db, payment, { ...order, amountCents }) : null
}

async function orderRefund(
  db: Db,
  payment: LockedPayment,
  order: {
    origin: 'creator' | 'operator' | 'rule'
    amountCents: number | null
    reason: string
    now: Date
  },
): Promise<RefundRow> {
  const { origin, now, amountCents } = order
  const waiting = await findOpenRequestId(db, payment.id)
  const refundId =
    waiting ?? (await open(db, payment, { ...order, amountCents: amountCents ?? payment.leftCents }))
  await grant(db, payment, {
    refundId,
    decidedBy: origin,
    // The requester's reason stays; why it was granted is stored beside it.
    ...(waiting !== null && { note: order.reason }),
    now,
    ...(amountCents === null ? {} : { amountCents }),
  })
  return getRefund(db, refundId)
}

async function open(
  db: Db,
  payment: LockedPayment,
  refund: { origin: RefundRow['origin']; reason: string; amountCents?: number; now: Date },
): Promise<string> {
  const amountCents = refund.amountCents ?? payment.leftCents
  if (amountCents <= 0 || amountCents > payment.leftCents) throw new Failure(refundFailures.refund_too_large)
  const id = newId(refund.now)
  const isOpen = await insertRefund(db, {
    id,
    paymentId: payment.id,
    origin: refund.origin,
    reason: refund.reason,
    amountCents,
    requestedAt: refund.now,
  })
  if (!isOpen) throw new Failure(refundFailures.refund_exists)
  return id
}
