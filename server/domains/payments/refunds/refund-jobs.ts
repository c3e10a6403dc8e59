import { Gauge } from 'prom-client'
import * as z from 'zod/mini'

import { retryDelayMs } from '#contract/payments/refund-rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { productMetrics } from '#server/platform/http/metrics.ts'
import { defineJobInPhases, enqueueKeyed, type Job } from '#server/platform/jobs/define-job.ts'
import { refusalOf } from '#server/platform/razorpay/refusals.ts'

import { isPaymentDisputed } from '../disputes/claim-queries.ts'
import { alignClaims } from '../disputes/claims.ts'
import { reconcileDisputes } from '../disputes/disputes.ts'
import { lockPayment } from '../locked-payment-queries.ts'
import { noteReconciled, reconcileSince } from '../reconciled-until-queries.ts'
import { askForFees } from '../settlements/provider-fees.ts'
import { importProviderRefunds, importRefundsOfPayment } from './import-provider-refunds.ts'
import { applyProviderRefund, REFUND_NOTE } from './provider-refunds.ts'
import { payByTransfer } from './refund-effects.ts'
import { countTroubledRefunds, listDueRefundIds } from './refund-list-queries.ts'
import {
  findRefund,
  getRefund,
  markAsked,
  type RefundRow,
  setNextAttempt,
  setRefused,
} from './refund-queries.ts'
import { countUnbooked, forgetBooked } from './unbooked-refund-queries.ts'
import { bookUnknown, tryUnbooked } from './unbooked-refunds.ts'

/** How far back, at least, refunds made in the provider's own dashboard are looked for. */
const ADOPT_SINCE_MS = 3 * 86_400_000

/** Webhooks report on refunds the provider has accepted; it is queried only this often, in case they are lost. */
const LOOK_AGAIN_MS = 3_600_000

const troubledRefunds = new Gauge({
  name: 'refunds_troubled',
  help: 'Refunds that need attention, by state: refused and tried again, waiting for a bank transfer, or failed; unbooked: made at the provider, and impossible to book here.',
  labelNames: ['state'],
  registers: [productMetrics],
})

/**
 * Asks the provider to refund the money. An answer may have been lost before, so from the second attempt on it looks
 * first; the key makes a repeat the same refund where the provider honours it.
 */
export const sendRefund = defineJobInPhases(
  { name: 'payments.send-refund', payload: z.object({ refundId: z.string() }), reachesOut: true },
  async (inTransaction, { refundId }, context) => {
    const { platform, now } = context
    const { razorpay, log } = platform
    const waiting = await inTransaction((db) => takeDue(db, refundId, now))
    if (!waiting) return
    const { refund, providerPaymentId } = waiting
    const isAskedBefore = refund.askedAt !== null
    // A refund made in the provider's dashboard has no note of ours.
    const made = isAskedBefore
      ? (await razorpay.listRefunds(providerPaymentId)).find(
          ({ id, notes }) => id === refund.providerRefundId || notes[REFUND_NOTE] === refundId,
        )
      : undefined
    // The provider has given it an id, but doesn't list it: nothing to repeat, the next look will tell.
    if (!made && refund.status === 'sent') return
    try {
      const answer =
        made ??
        (await razorpay.refundPayment(providerPaymentId, {
          amountCents: refund.amountCents,
          notes: { [REFUND_NOTE]: refundId },
          idempotencyKey: `cheers-${refundId}`,
        }))
      await inTransaction((db) => applyProviderRefund(db, answer, now))
    } catch (error) {
      const refusal = refusalOf(error)
      // Its outcome is unknown, or the same call is under way: the queue asks again soon.
      if (refusal === null || refusal === 'rate_limited' || refusal === 'same_key_in_progress') throw error
      log.error({ err: error, refundId, refusal }, 'the provider refused a refund')
      // It may have been refunded in the provider's dashboard; then we adopt that refund.
      if (refusal === 'already_refunded' || refusal === 'too_much')
        await importProviderRefunds(inTransaction, { providerPaymentId }, context)
      const text = error instanceof Error ? error.message : refusal
      const needsTransfer = refusal === 'too_old' || refusal === 'too_small'
      await inTransaction((db) => keepRefusal(db, refund, { text, needsTransfer, now }))
    }
  },
)

/**
 * What to ask of the provider now; null: nothing, as it is settled, or was refused a moment ago, or a bank disputes the
 * payment.
 */
async function takeDue(
  db: Db,
  refundId: string,
  now: Date,
): Promise<{ refund: RefundRow; providerPaymentId: string } | null> {
  const asked = await findRefund(db, refundId)
  const payment = asked && (await lockPayment(db, asked.paymentId))
  if (!payment) return null
  await alignClaims(db, payment.id, { now })
  const refund = await getRefund(db, refundId)
  if (refund.status !== 'approved' && refund.status !== 'sent') return null
  if (refund.status === 'approved' && refund.nextAttemptAt !== null && refund.nextAttemptAt > now) return null
  if (refund.status === 'approved' && (await isPaymentDisputed(db, payment.id))) return null
  await markAsked(db, refundId, now)
  if (refund.status === 'sent') await setNextAttempt(db, refundId, new Date(now.getTime() + LOOK_AGAIN_MS))
  return { refund, providerPaymentId: payment.providerPaymentId }
}

/** Unless it was settled meanwhile: what the provider can't do is paid by transfer, the rest is retried. */
async function keepRefusal(
  db: Db,
  { id, paymentId }: RefundRow,
  { text, needsTransfer, now }: { text: string; needsTransfer: boolean; now: Date },
): Promise<void> {
  await lockPayment(db, paymentId)
  const current = await getRefund(db, id)
  if (current.status !== 'approved') return
  const attempts = current.attempts + 1
  const nextAttemptAt = new Date(now.getTime() + retryDelayMs(attempts))
  await setRefused(db, id, { attempts, refusal: text, nextAttemptAt })
  if (needsTransfer) await payByTransfer(db, id, now)
}

/** Catches what webhooks may have missed: refunds still on their way, and refunds made elsewhere. */
const reconcileRefunds = defineJobInPhases(
  { name: 'payments.reconcile-refunds', payload: z.object({}), cron: '7,22,37,52 * * * *', maxAttempts: 3 },
  async (inTransaction, _, { platform, now }) => {
    await inTransaction(async (db) => {
      const ids = await listDueRefundIds(db, now)
      const jobs = ids.map((refundId) => ({ key: `refund:${refundId}`, payload: { refundId } }))
      await enqueueKeyed(db, sendRefund, jobs)
      for (const [state, count] of Object.entries(await countTroubledRefunds(db)))
        troubledRefunds.set({ state }, count)
    })
    const since = await inTransaction((db) =>
      reconcileSince(db, 'refunds', { now, overlapMs: ADOPT_SINCE_MS }),
    )
    await bookUnknown(inTransaction, await platform.razorpay.listRecentRefunds(since), { platform, now })
    await inTransaction((db) => noteReconciled(db, 'refunds', now))
    await tryUnbooked(inTransaction, { platform, now })
    await inTransaction(async (db) => {
      await forgetBooked(db)
      troubledRefunds.set({ state: 'unbooked' }, await countUnbooked(db))
    })
  },
)

export const paymentJobs = [
  sendRefund,
  importRefundsOfPayment,
  reconcileRefunds,
  reconcileDisputes,
  askForFees,
] as Job[]
