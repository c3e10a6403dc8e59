import * as z from 'zod/mini'

import { splitRefund } from '#contract/payments/refund-rules.ts'
import { askedOfCharge } from '#contract/payments/settlement-rules.ts'
import { bookDisputeLost, bookDisputeOpened, bookDisputeReleased } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'
import type { RazorpayDispute } from '#server/platform/razorpay/entities.ts'

import { disputeChanged, paymentRefunded } from '../events.ts'
import { isWhollyReturned, type LockedPayment, lockPaymentOfProvider } from '../locked-payment-queries.ts'
import { bookingOf, refundableCents } from '../refunds/book-refund.ts'
import { findDisputeLoss } from './dispute-loss-queries.ts'
import { bearDisputeLoss } from './dispute-losses.ts'
import {
  type DisputeRow,
  findDispute,
  insertDispute,
  keepProgress,
  settleDispute,
} from './dispute-queries.ts'
import { endSuspicion } from './fraud-suspicion-queries.ts'
import { dropSuspicion, followSuspicion } from './fraud-suspicions.ts'

/** In the order in which a dispute goes through them. */
const PHASES = ['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration']

const OUTCOMES = ['won', 'lost', 'closed'] as const

/** How far back disputes are queried: banks take months over them. */
const LISTED_SINCE_MS = 200 * 86_400_000

/**
 * Applies the provider's report of a dispute, in any order and any number of times: its money is frozen until the bank
 * has decided, then released or gone; once all of a payment is gone, what it paid for ends, as with a refund. A settled
 * dispute stays settled. While a bank only suspects fraud, nothing is taken: {@link followSuspicion}.
 */
export async function applyProviderDispute(db: Db, provider: RazorpayDispute, now: Date): Promise<void> {
  const payment = await lockPaymentOfProvider(db, provider.payment_id)
  if (!payment) return
  const { status } = provider
  const known = await findDispute(db, provider.id)
  const respondBy = provider.respond_by ? new Date(provider.respond_by * 1000) : null
  const outcome = OUTCOMES.find((each) => each === status)
  if (!known && provider.phase === 'fraud' && status !== 'lost') {
    const told = {
      dispute: provider,
      amountCents: askedCents(payment, provider),
      respondBy,
      isOver: outcome !== undefined,
    }
    return followSuspicion(db, payment, told, now)
  }
  // All that it took has been booked, even if a refund of the payment has failed since.
  if (!known && (await findDisputeLoss(db, provider.id))) return
  const dispute = known ?? (await freeze(db, payment, provider, now))
  if (!dispute) {
    await dropSuspicion(db, provider.id, now)
    if (outcome === 'lost') await bearRest(db, payment, provider, { heldCents: 0, now })
    return
  }
  if (dispute.status !== 'open') return
  await endSuspicion(db, provider.id, now)
  if (!isStale(dispute.phase, provider.phase))
    await keepProgress(db, provider.id, { phase: provider.phase ?? '', respondBy })
  if (outcome === undefined) return
  const booking = bookingOf(payment, { ...dispute, id: provider.id }, now)
  await settleDispute(db, provider.id, outcome, now)
  if (outcome === 'lost') {
    await bookDisputeLost(db, booking)
    await bearRest(db, payment, provider, { heldCents: dispute.amountCents, now })
  } else await bookDisputeReleased(db, booking)
  await emit(db, disputeChanged, { providerDisputeId: provider.id, status: outcome }, now)
  if (outcome === 'lost' && (await isWhollyReturned(db, payment.id)))
    await emit(db, paymentRefunded, { paymentId: payment.id }, now)
}

/**
 * What a bank asks for, in cents of the payment. If reported in the settlement currency, it is that share of the
 * payment, rounded up; if its worth is unknown, it is the whole payment.
 */
function disputedCents(payment: LockedPayment, { amount, currency }: RazorpayDispute): number {
  if (!currency || currency === payment.currency) return amount
  const { amountCents, settledMinor, settledCurrency } = payment
  if (settledMinor === null || settledMinor === 0 || settledCurrency !== currency) return amountCents
  return askedOfCharge(amount, { paidMinor: amountCents, baseAmountMinor: settledMinor })
}

/** Money already refunded can't be taken a second time. */
function askedCents(payment: LockedPayment, provider: RazorpayDispute): number {
  return Math.min(disputedCents(payment, provider), refundableCents(payment))
}

/** What a lost dispute took beyond what was frozen for it. */
function bearRest(
  db: Db,
  payment: LockedPayment,
  provider: RazorpayDispute,
  { heldCents, now }: { heldCents: number; now: Date },
): Promise<void> {
  const amountCents = disputedCents(payment, provider) - heldCents
  return bearDisputeLoss(db, payment, { providerDisputeId: provider.id, amountCents }, now)
}

/** The provider reports past states too: a report of an earlier phase is stale. */
function isStale(kept: string, told: RazorpayDispute['phase']): boolean {
  return PHASES.indexOf(told ?? '') < PHASES.indexOf(kept)
}

async function freeze(
  db: Db,
  payment: LockedPayment,
  provider: RazorpayDispute,
  now: Date,
): Promise<DisputeRow | null> {
  const amountCents = askedCents(payment, provider)
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
  await emit(db, disputeChanged, { providerDisputeId: provider.id, status: 'open' }, now)
  return { status: 'open', phase: '', amountCents, ...split }
}

/** Catches what webhooks may have missed. */
export const reconcileDisputes = defineJobInPhases(
  { name: 'payments.reconcile-disputes', payload: z.object({}), cron: '26 * * * *', maxAttempts: 3 },
  async (inTransaction, _, { platform, now }) => {
    for (const dispute of await platform.razorpay.listDisputes(new Date(now.getTime() - LISTED_SINCE_MS)))
      try {
        await inTransaction((db) => applyProviderDispute(db, dispute, now))
      } catch (err) {
        // The others are still applied.
        platform.log.error({ err, providerDisputeId: dispute.id }, 'a dispute could not be applied')
      }
  },
)
