import { countsAsMade } from '#contract/payments/refund-rules.ts'
import { bookRefundSent } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import type { RazorpayRefund } from '#server/platform/razorpay/entities.ts'

import { alignClaims } from '../disputes/claims.ts'
import { type LockedPayment, lockPayment, lockPaymentOfProvider } from '../locked-payment-queries.ts'
import { bookingOf, bookApprovedRefund, deciderOf } from './book-refund.ts'
import { failRefund, takeEffect } from './refund-effects.ts'
import {
  findOpenRequestId,
  findRefundOfProvider,
  getRefund,
  insertRefund,
  listReplacedBy,
  listWaitingRefunds,
  type RefundRow,
  setProcessed,
  setReplacedBy,
  setSent,
} from './refund-queries.ts'

/** The note that ties a refund at the provider to ours. */
export const REFUND_NOTE = 'cheers_refund_id'

/**
 * Applies the provider's report of a refund, whoever started it, in any order and any number of times. One that we
 * never ordered is adopted: the money is gone, so it is booked. False: the payment is not ours, or not known yet.
 */
export async function applyProviderRefund(db: Db, provider: RazorpayRefund, now: Date): Promise<boolean> {
  const payment = await lockPaymentOfProvider(db, provider.payment_id)
  if (!payment) return false
  const note = provider.notes[REFUND_NOTE]
  const ownId = note !== undefined && /^[0-9a-f-]{36}$/.test(note) ? note : null
  const found = await findRefundOfProvider(db, provider.id, ownId)
  // It took so long to hear that it was made that something else took its place: the money is gone all the same.
  const known = found?.status === 'failed' && found.providerRefundId === null ? null : found
  if (!known && provider.status === 'failed') return true
  const refund = known ?? (await adopt(db, payment, provider, now))
  await advance(db, payment, refund, provider, now)
  await alignClaims(db, payment.id, { now })
  return true
}

/**
 * Adopts a refund made in the provider's dashboard. If too little is left for it beside our decided refunds that aren't
 * on their way, it must be one of these, made by hand: the one with its amount that was never sent. One that was sent
 * and came back was reported as failed, so it gives way, as others do.
 */
async function adopt(db: Db, locked: LockedPayment, provider: RazorpayRefund, now: Date): Promise<RefundRow> {
  let payment = locked
  const waiting = await listWaitingRefunds(db, payment.id)
  const hasRoom = () => provider.amount <= payment.amountCents - payment.takenCents
  const same = waiting.find(
    ({ amountCents, providerRefundId }) => amountCents === provider.amount && providerRefundId === null,
  )
  if (!hasRoom() && same) return same
  const replaced: string[] = []
  for (const refund of waiting) {
    if (hasRoom()) break
    await failRefund(db, payment, refund, { now, isReplaced: true })
    replaced.push(refund.id)
    payment = (await lockPayment(db, payment.id)) ?? payment
  }
  await alignClaims(db, payment.id, { now, roomCents: provider.amount })
  payment = (await lockPayment(db, payment.id)) ?? payment
  const requestId = await findOpenRequestId(db, payment.id)
  const refundId = requestId ?? newId(now)
  if (requestId === null)
    await insertRefund(db, {
      id: refundId,
      paymentId: payment.id,
      origin: 'provider',
      reason: '',
      amountCents: provider.amount,
      requestedAt: now,
    })
  await bookApprovedRefund(db, payment, {
    refundId,
    amountCents: provider.amount,
    decidedBy: 'provider',
    now,
  })
  await setReplacedBy(db, replaced, refundId)
  return getRefund(db, refundId)
}

/**
 * The refund that took the place of others failed, so they are owed again: as new refunds, decided as they were, which
 * the next look at the provider sends. The payment's row is locked.
 */
async function restoreReplaced(db: Db, failed: RefundRow, now: Date): Promise<void> {
  for (const replaced of await listReplacedBy(db, failed.id)) {
    const payment = await lockPayment(db, failed.paymentId)
    const amountCents = payment ? Math.min(replaced.amountCents, payment.leftCents) : 0
    if (!payment || amountCents <= 0) continue
    const refundId = newId(now)
    await insertRefund(db, { ...replaced, id: refundId, amountCents, retryOf: replaced.id })
    await bookApprovedRefund(db, payment, { refundId, amountCents, decidedBy: deciderOf(replaced), now })
  }
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
  // It came back once and is now to be paid by bank transfer; late reports of the first attempt change nothing.
  if (refund.status === 'manual' && refund.providerRefundId === provider.id) return
  if (refund.status === 'approved' || refund.status === 'manual') {
    await bookRefundSent(db, bookingOf(payment, refund, now))
    await setSent(db, refund.id, provider.id, now)
  }
  if (provider.status === 'failed') {
    await failRefund(db, payment, await getRefund(db, refund.id), { now })
    await restoreReplaced(db, refund, now)
    return
  }
  const isProcessed = provider.status === 'processed'
  if (isProcessed) await setProcessed(db, refund.id, { now })
  if (isProcessed || countsAsMade(refund.sentAt ?? now, now)) await takeEffect(db, refund, now)
}
