import { bookRefundFailed, bookRefundSent } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/jobs/events.ts'
import type { RazorpayRefund } from '#server/platform/razorpay/entities.ts'

import { refundSettled } from './events.ts'
import {
  addRefunded,
  findOpenRequestId,
  findRefundOfProvider,
  getRefund,
  insertRefund,
  type LockedPayment,
  lockPaymentOfProvider,
  type RefundRow,
  setRefundStatus,
} from './refund-queries.ts'
import { bookingOf, takeBack } from './take-back.ts'

/** The note that ties a refund at the provider to ours. */
export const REFUND_NOTE = 'cheers_refund_id'

/**
 * Applies what the provider says about a refund, whoever started it, in any order and any number of times. One that we
 * never ordered is adopted: the money is gone, so it is booked. False: the payment is not ours, or not known yet.
 */
export async function applyProviderRefund(db: Db, provider: RazorpayRefund, now: Date): Promise<boolean> {
  const payment = await lockPaymentOfProvider(db, provider.payment_id)
  if (!payment) return false
  const note = provider.notes[REFUND_NOTE]
  const ownId = note !== undefined && /^[0-9a-f-]{36}$/.test(note) ? note : null
  const known = await findRefundOfProvider(db, provider.id, ownId)
  if (!known && provider.status === 'failed') return true
  const refund = known ?? (await adopt(db, payment, provider, now))
  await advance(db, payment, refund, provider, now)
  return true
}

async function adopt(
  db: Db,
  payment: LockedPayment,
  provider: RazorpayRefund,
  now: Date,
): Promise<RefundRow> {
  const waiting = await findOpenRequestId(db, payment.id)
  const refundId = waiting ?? newId(now)
  if (waiting === null)
    await insertRefund(db, {
      id: refundId,
      paymentId: payment.id,
      origin: 'provider',
      reason: '',
      amountCents: provider.amount,
      requestedAt: now,
    })
  await takeBack(db, payment, { refundId, amountCents: provider.amount, decidedBy: 'provider', now })
  return getRefund(db, refundId)
}

/** Moves a refund forward only: approved → sent → processed or failed. */
async function advance(
  db: Db,
  payment: LockedPayment,
  refund: RefundRow,
  provider: RazorpayRefund,
  now: Date,
): Promise<void> {
  if (refund.status === 'processed' || refund.status === 'failed') return
  const booking = bookingOf(payment, refund, now)
  if (refund.status === 'approved') {
    await bookRefundSent(db, booking)
    await setRefundStatus(db, refund.id, { status: 'sent', providerRefundId: provider.id, settledAt: null })
  }
  if (provider.status === 'failed') return failRefund(db, payment, refund, now, true)
  if (provider.status !== 'processed') return
  await setRefundStatus(db, refund.id, {
    status: 'processed',
    providerRefundId: provider.id,
    settledAt: now,
  })
  await emit(db, refundSettled, { refundId: refund.id }, now)
}

/** The money did not reach the supporter: it is theirs who had it before. `payment` is locked. */
export async function failRefund(
  db: Db,
  payment: LockedPayment,
  refund: RefundRow,
  now: Date,
  wasSent: boolean,
): Promise<void> {
  await bookRefundFailed(db, bookingOf(payment, refund, now), wasSent)
  await addRefunded(db, payment.id, -refund.amountCents)
  await setRefundStatus(db, refund.id, { status: 'failed', providerRefundId: null, settledAt: now })
  await emit(db, refundSettled, { refundId: refund.id }, now)
}
