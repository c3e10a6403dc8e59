import { bookRefundCameBack, bookRefundFailed } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { paymentRefunded, refundNeedsTransfer, refundSettled, refundBounced } from '../events.ts'
import {
  addRefunded,
  isOverpayment,
  findLossOfAll,
  isWhollyReturned,
  type LockedPayment,
} from '../locked-payment-queries.ts'
import { bookingOf } from './book-refund.ts'
import { type RefundRow, setEffective, setFailed, setManual, setReplacedByDispute } from './refund-queries.ts'

/**
 * The money is on its way, so what it paid for ends now, and not before: once, however often it is reported. The
 * payment is locked.
 */
export async function takeEffect(db: Db, refund: RefundRow, now: Date): Promise<void> {
  if (refund.effectiveAt !== null) return
  await setEffective(db, refund.id, now)
  await emit(db, refundSettled, { refundId: refund.id }, now)
  if (await isWhollyReturned(db, refund.paymentId))
    await emit(db, paymentRefunded, { paymentId: refund.paymentId }, now)
}

/**
 * The money did not go. A refund by our own rule, or of money never owed to us, is still owed to the supporter: the
 * operator pays it by bank transfer. Otherwise everything is as it was before the refund was requested, but for money
 * that a bank took meanwhile. `isReplaced`: another refund or a bank returned the money, so nobody is notified. The
 * payment is locked, and `alignClaims` has to follow.
 */
export async function failRefund(
  db: Db,
  payment: LockedPayment,
  refund: RefundRow,
  { now, isReplaced = false }: { now: Date; isReplaced?: boolean },
): Promise<void> {
  const booking = bookingOf(payment, refund, now)
  // A refund that waits for a bank transfer has come back from the provider, if it was ever sent.
  const wasSent = refund.sentAt !== null && refund.status !== 'manual'
  if (!isReplaced && (refund.origin === 'rule' || (await isOverpayment(db, payment.id)))) {
    if (wasSent) await bookRefundCameBack(db, booking)
    await payByTransfer(db, refund.id, now)
    return
  }
  const hadEnded = refund.effectiveAt !== null && (await isWhollyReturned(db, payment.id))
  await bookRefundFailed(db, booking, wasSent)
  await addRefunded(db, payment.id, -refund.amountCents)
  await setFailed(db, refund.id, now)
  if (isReplaced) return
  const takenBy = await findLossOfAll(db, payment.id)
  if (takenBy !== null) return setReplacedByDispute(db, refund.id, takenBy)
  if (hadEnded) await emit(db, refundBounced, { paymentId: payment.id, refundId: refund.id }, now)
  else await emit(db, refundSettled, { refundId: refund.id }, now)
}

/** Leaves a refund to the operator, who pays it by bank transfer. It is still owed. The payment is locked. */
export async function payByTransfer(db: Db, refundId: string, now: Date): Promise<void> {
  await setManual(db, refundId)
  await emit(db, refundNeedsTransfer, { refundId }, now)
}
