import * as z from 'zod/mini'

import { splitRefund } from '#contract/payments/refund-rules.ts'
import { askedOfCharge } from '#contract/payments/settlement-rules.ts'
import { bookDisputeLost, bookDisputeOpened, bookDisputeReleased } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { defineJobInPhases } from '#server/platform/jobs/define-job.ts'
import type { RazorpayDispute } from '#server/platform/razorpay/entities.ts'

import {
  type DisputeRow,
  findDispute,
  insertDispute,
  keepProgress,
  settleDispute,
} from './dispute-queries.ts'
import { disputeChanged, paymentRefunded } from './events.ts'
import { isWhollyReturned, type LockedPayment, lockPaymentOfProvider } from './locked-payment-queries.ts'
import { bookingOf, refundableCents } from './take-back.ts'

/** Disputes are asked for this far back: banks take months over them. */
const LISTED_SINCE_MS = 200 * 86_400_000

/**
 * Applies what the provider says about a dispute, in any order and any number of times: its money is frozen until the
 * bank has decided, then released or gone; once all of a payment is gone, what it paid for ends, as with a refund. What
 * is settled stays so. While a bank only suspects fraud, nothing is taken, and the payment can still be refunded.
 */
export async function applyProviderDispute(db: Db, provider: RazorpayDispute, now: Date): Promise<void> {
  const payment = await lockPaymentOfProvider(db, provider.payment_id)
  if (!payment) return
  const { status } = provider
  const known = await findDispute(db, provider.id)
  if (!known && provider.phase === 'fraud' && status !== 'lost') return
  const dispute = known ?? (await freeze(db, payment, provider, now))
  if (!dispute || dispute.status !== 'open') return
  await keepProgress(db, provider.id, {
    phase: provider.phase ?? '',
    respondBy: provider.respond_by ? new Date(provider.respond_by * 1000) : null,
  })
  if (status !== 'won' && status !== 'lost' && status !== 'closed') return
  const booking = bookingOf(payment, { ...dispute, id: provider.id }, now)
  await settleDispute(db, provider.id, status, now)
  if (status === 'lost') await bookDisputeLost(db, booking)
  else await bookDisputeReleased(db, booking)
  await emit(db, disputeChanged, { providerDisputeId: provider.id }, now)
  if (status === 'lost' && (await isWhollyReturned(db, payment.id)))
    await emit(db, paymentRefunded, { paymentId: payment.id }, now)
}

/**
 * What a bank asks for, in cents of the payment: told in the currency of the settlement, it is that share of the payment,
 * rounded up. Where nobody can say what it is worth, it is all of it.
 */
function disputedCents(payment: LockedPayment, { amount, currency }: RazorpayDispute): number {
  if (!currency || currency === payment.currency) return amount
  const { amountCents, settledMinor, settledCurrency } = payment
  if (settledMinor === null || settledMinor === 0 || settledCurrency !== currency) return amountCents
  return askedOfCharge(amount, { paidMinor: amountCents, baseAmountMinor: settledMinor })
}

async function freeze(
  db: Db,
  payment: LockedPayment,
  provider: RazorpayDispute,
  now: Date,
): Promise<DisputeRow | null> {
  // What went back already cannot be taken a second time.
  const amountCents = Math.min(disputedCents(payment, provider), refundableCents(payment))
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
    toldCurrency: provider.currency ?? null,
    toldAmountMinor: provider.amount,
  })
  await bookDisputeOpened(db, bookingOf(payment, { id: provider.id, amountCents, ...split }, now))
  await emit(db, disputeChanged, { providerDisputeId: provider.id }, now)
  return { status: 'open', amountCents, ...split }
}

/** What webhooks may have missed. */
export const reconcileDisputes = defineJobInPhases(
  { name: 'payments.reconcile-disputes', payload: z.object({}), cron: '26 * * * *', maxAttempts: 3 },
  async (inTransaction, _, { platform, now }) => {
    for (const dispute of await platform.razorpay.listDisputes(new Date(now.getTime() - LISTED_SINCE_MS)))
      try {
        await inTransaction((db) => applyProviderDispute(db, dispute, now))
      } catch (err) {
        // It keeps no other from being applied.
        platform.log.error({ err, providerDisputeId: dispute.id }, 'a dispute cannot be applied')
      }
  },
)
