import { splitRefund } from '#contract/payments/refund-rules.ts'
import { bookDisputeLost, bookDisputeOpened, bookDisputeReleased } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'
import type { RazorpayDispute } from '#server/platform/razorpay/entities.ts'

import { type DisputeRow, findDispute, insertDispute, settleDispute } from './dispute-queries.ts'
import { disputeChanged } from './events.ts'
import { type LockedPayment, lockPaymentOfProvider } from './locked-payment-queries.ts'
import { bookingOf, refundableCents } from './take-back.ts'

/**
 * Applies what the provider says about a dispute, in any order and any number of times: its money is frozen until the
 * bank has decided, then released or gone. What is settled stays so.
 */
export async function applyProviderDispute(db: Db, provider: RazorpayDispute, now: Date): Promise<void> {
  const payment = await lockPaymentOfProvider(db, provider.payment_id)
  if (!payment) return
  const dispute = (await findDispute(db, provider.id)) ?? (await freeze(db, payment, provider, now))
  if (!dispute || dispute.status !== 'open') return
  const { status } = provider
  if (status !== 'won' && status !== 'lost' && status !== 'closed') return
  const booking = bookingOf(payment, { ...dispute, id: provider.id }, now)
  await settleDispute(db, provider.id, status, now)
  if (status === 'lost') await bookDisputeLost(db, booking)
  else await bookDisputeReleased(db, booking)
  await emit(db, disputeChanged, { providerDisputeId: provider.id }, now)
}

async function freeze(
  db: Db,
  payment: LockedPayment,
  provider: RazorpayDispute,
  now: Date,
): Promise<DisputeRow | null> {
  // What went back already cannot be taken a second time.
  const amountCents = Math.min(provider.amount, refundableCents(payment))
  if (amountCents <= 0) return null
  const split = splitRefund(amountCents, payment, {
    amountCents: payment.refundedCents + payment.disputedCents,
    feeCents: payment.returnedFeeCents,
  })
  await insertDispute(db, {
    id: provider.id,
    paymentId: payment.id,
    amountCents,
    ...split,
    reason: provider.reason_code ?? '',
    openedAt: now,
  })
  await bookDisputeOpened(db, bookingOf(payment, { id: provider.id, amountCents, ...split }, now))
  await emit(db, disputeChanged, { providerDisputeId: provider.id }, now)
  return { status: 'open', amountCents, ...split }
}
