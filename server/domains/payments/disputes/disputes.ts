import * as z from 'zod/mini'

import { askedOfCharge } from '#contract/payments/settlement-rules.ts'
import { bookDisputeLost, bookDisputeReleased } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'
import type { RazorpayDispute } from '#server/platform/razorpay/entities.ts'

import { disputeChanged, paymentRefunded } from '../events.ts'
import { isWhollyReturned, type LockedPayment, lockPaymentOfProvider } from '../locked-payment-queries.ts'
import { bookingOf } from '../refunds/book-refund.ts'
import { listWaitingRefunds } from '../refunds/refund-queries.ts'
import { alignClaims } from './claims.ts'
import { bearDisputeLoss } from './dispute-losses.ts'
import {
  findDispute,
  getDispute,
  insertDispute,
  keepProgress,
  setAsked,
  settleDispute,
} from './dispute-queries.ts'
import { endSuspicion } from './fraud-suspicion-queries.ts'
import { followSuspicion } from './fraud-suspicions.ts'

/** In the order in which a dispute goes through them. */
const PHASES = ['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration']

const OUTCOMES = ['won', 'lost', 'closed'] as const

/** How far back disputes are queried: banks take months over them. */
const LISTED_SINCE_MS = 200 * 86_400_000

/**
 * Applies the provider's report of a dispute, in any order and any number of times: its money is frozen until the bank
 * has decided, then released or gone ({@link alignClaims}); once all of a payment is gone, what it paid for ends, as with
 * a refund. A dispute is kept even if nothing is left to freeze, and a settled one stays settled. While a bank only
 * suspects fraud, nothing is taken: {@link followSuspicion}.
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
      amountCents: Math.min(disputedCents(payment, provider), await keptCents(db, payment)),
      respondBy,
      isOver: outcome !== undefined,
    }
    return followSuspicion(db, payment, told, now)
  }
  if (known && known.status !== 'open') return
  if (known) await setAsked(db, provider.id, disputedCents(payment, provider))
  else await insertOpen(db, payment, provider, now)
  await alignClaims(db, payment.id, { now })
  const dispute = await getDispute(db, provider.id)
  await endSuspicion(db, provider.id, now)
  if (!isStale(dispute.phase, provider.phase))
    await keepProgress(db, provider.id, { phase: provider.phase ?? '', respondBy })
  if (outcome === undefined) return
  const wasWhollyReturned = await isWhollyReturned(db, payment.id)
  const booking = bookingOf(payment, { ...dispute, id: provider.id }, now)
  await settleDispute(db, provider.id, outcome, now)
  const isLost = outcome === 'lost'
  if (dispute.amountCents > 0) await (isLost ? bookDisputeLost : bookDisputeReleased)(db, booking)
  if (isLost) {
    const lostCents = disputedCents(payment, provider) - dispute.amountCents
    await bearDisputeLoss(db, payment, { providerDisputeId: provider.id, amountCents: lostCents }, now)
  } else await alignClaims(db, payment.id, { now })
  await emit(db, disputeChanged, { providerDisputeId: provider.id, status: outcome }, now)
  if (isLost && !wasWhollyReturned && (await isWhollyReturned(db, payment.id)))
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

/** What of a payment has neither left nor been asked for by a bank; a refund that waits may still not leave. */
async function keptCents(db: Db, payment: LockedPayment): Promise<number> {
  const waiting = await listWaitingRefunds(db, payment.id)
  return waiting.reduce((sum, { amountCents }) => sum + amountCents, payment.leftCents)
}

/** The provider reports past states too: a report of an earlier phase is stale. */
function isStale(kept: string, told: RazorpayDispute['phase']): boolean {
  return PHASES.indexOf(told ?? '') < PHASES.indexOf(kept)
}

async function insertOpen(
  db: Db,
  payment: LockedPayment,
  provider: RazorpayDispute,
  now: Date,
): Promise<void> {
  await insertDispute(db, {
    id: provider.id,
    paymentId: payment.id,
    askedCents: disputedCents(payment, provider),
    reason: provider.reason_code ?? '',
    openedAt: now,
    toldCurrency: provider.currency ?? null,
    toldAmountMinor: provider.amount,
  })
  await emit(db, disputeChanged, { providerDisputeId: provider.id, status: 'open' }, now)
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
