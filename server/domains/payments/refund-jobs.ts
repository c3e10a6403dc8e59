import * as z from 'zod/mini'

import { defineJobInPhases, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { RazorpayError } from '#server/platform/razorpay/client.ts'

import { adoptRefunds, adoptRefundsOfPayment } from './adopt-refunds.ts'
import { askForFees } from './provider-fees.ts'
import { applyProviderRefund, failRefund, REFUND_NOTE } from './provider-refunds.ts'
import {
  findRefund,
  getRefund,
  listOpenRefundIds,
  listUnknownRefundIds,
  lockPayment,
  markAsked,
} from './refund-queries.ts'

/** Refunds made in the provider's own dashboard are looked for this far back. */
const ADOPT_SINCE_MS = 3 * 86_400_000

/**
 * Asks the provider to give the money back. An answer may have been lost before, so from the second time on it looks
 * first; the key makes a repeat the same refund where the provider honours it.
 */
export const sendRefund = defineJobInPhases(
  { name: 'payments.send-refund', payload: z.object({ refundId: z.string() }) },
  async (inTransaction, { refundId }, context) => {
    const { platform, now } = context
    const { razorpay, log } = platform
    const waiting = await inTransaction(async (db) => {
      const refund = await findRefund(db, refundId)
      if (!refund || (refund.status !== 'approved' && refund.status !== 'sent')) return null
      await markAsked(db, refundId, now)
      const payment = await lockPayment(db, refund.paymentId)
      return payment && { refund, providerPaymentId: payment.providerPaymentId }
    })
    if (!waiting) return
    const { refund, providerPaymentId } = waiting
    const isAskedBefore = refund.askedAt !== null
    const made = isAskedBefore
      ? (await razorpay.listRefunds(providerPaymentId)).find(({ notes }) => notes[REFUND_NOTE] === refundId)
      : undefined
    // Known to the provider by its id, and yet not in its list: nothing to repeat, the next look tells.
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
      if (!(error instanceof RazorpayError && error.isCertain && error.status === 400)) throw error
      log.error({ err: error, refundId }, 'the provider refused a refund')
      await inTransaction(async (db) => {
        const payment = await lockPayment(db, refund.paymentId)
        const current = await getRefund(db, refundId)
        if (payment && current.status === 'approved') await failRefund(db, payment, current, now, false)
      })
      // Somebody may have given it back in the provider's dashboard; then that is what happened.
      await adoptRefunds(inTransaction, { providerPaymentId }, context)
    }
  },
)

/** What webhooks may have missed: refunds still on their way, and refunds that somebody else ordered. */
const reconcileRefunds = defineJobInPhases(
  { name: 'payments.reconcile-refunds', payload: z.object({}), cron: '7,22,37,52 * * * *', maxAttempts: 3 },
  async (inTransaction, _, { platform, now }) => {
    await inTransaction(async (db) => {
      for (const refundId of await listOpenRefundIds(db))
        await enqueue(db, sendRefund, { refundId }, { key: `refund:${refundId}` })
    })
    const recent = await platform.razorpay.listRecentRefunds(new Date(now.getTime() - ADOPT_SINCE_MS))
    const unknown = new Set(
      await inTransaction((db) =>
        listUnknownRefundIds(
          db,
          recent.map(({ id }) => id),
        ),
      ),
    )
    for (const refund of recent.filter(({ id }) => unknown.has(id)))
      await inTransaction((db) => applyProviderRefund(db, refund, now))
  },
)

export const paymentJobs = [sendRefund, adoptRefundsOfPayment, reconcileRefunds, askForFees] as Job[]
