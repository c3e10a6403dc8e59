import * as z from 'zod/mini'

import {
  confirmPayments,
  listKnownPaymentIds,
  noteReconciled,
  reconcileSince,
} from '#server/domains/payments/service.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { defineJobInPhases, enqueue } from '#server/platform/jobs/define-job.ts'
import type { RazorpayPayment } from '#server/platform/razorpay/entities.ts'

import { applySecondPayment } from '../lifecycle/apply-charge.ts'
import { LATE_AUTHORISATION_MS } from './late-authorisation.ts'
import { findProviderLink, syncWithProvider } from './sync.ts'

/** Clocks may differ by an hour at most. */
const OVERLAP_MS = LATE_AUTHORISATION_MS + 3_600_000

/**
 * Finds out what an unknown captured payment is for. If it paid an invoice, that subscription is brought up to date; if
 * another payment had already paid that invoice, it goes back.
 */
const settlePayment = defineJobInPhases(
  { name: 'subscriptions.settle-payment', payload: z.object({ providerPaymentId: z.string() }) },
  async (inTransaction, { providerPaymentId }, { platform, now }) => {
    const { razorpay, log } = platform
    const payment = await razorpay.getPayment(providerPaymentId)
    if (!isTaken(payment) || !payment.invoice_id) return
    const invoice = await razorpay.getInvoice(payment.invoice_id)
    const providerSubscriptionId = invoice.subscription_id
    if (!providerSubscriptionId) return
    const link = await inTransaction((db) => findProviderLink(db, providerSubscriptionId))
    if (!link) return
    await syncWithProvider(inTransaction, platform, providerSubscriptionId, now)
    if (invoice.status === 'paid' && invoice.payment_id !== payment.id)
      await inTransaction((db) => applySecondPayment(db, link.subscriptionId, payment, { now, log }))
  },
)

/**
 * Every payment of the last days, or since our last query, that the provider has and we don't, whatever happened to its
 * webhooks; and those that webhooks told of and the provider hasn't named yet.
 */
export const reconcilePayments = defineJobInPhases(
  {
    name: 'subscriptions.reconcile-payments',
    payload: z.object({}),
    cron: '3,18,33,48 * * * *',
    maxAttempts: 3,
  },
  async (inTransaction, _, { platform, now }) => {
    const since = await inTransaction((db) => reconcileSince(db, 'payments', { now, overlapMs: OVERLAP_MS }))
    const payments = await platform.razorpay.listPayments(since)
    await settleUnknownPayment(inTransaction, payments)
    await inTransaction((db) => noteReconciled(db, 'payments', now))
    await confirmPayments(inTransaction, payments, { platform, now })
  },
)

/** Queues the work for captured payments that we don't know. */
export async function settleUnknownPayment(
  inTransaction: InTransaction,
  payments: readonly RazorpayPayment[],
): Promise<void> {
  const taken = payments.filter((payment) => isTaken(payment) && payment.invoice_id)
  if (taken.length === 0) return
  await inTransaction(async (db) => {
    const known = await listKnownPaymentIds(
      db,
      taken.map(({ id }) => id),
    )
    for (const { id } of taken.filter((payment) => !known.has(payment.id)))
      await enqueue(db, settlePayment, { providerPaymentId: id }, { key: `settle-payment:${id}` })
  })
}

function isTaken({ status }: RazorpayPayment): boolean {
  return status === 'captured' || status === 'refunded'
}

export const reconcilePaymentJobs = [settlePayment, reconcilePayments]
