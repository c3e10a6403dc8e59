import { listKnownPaymentIds } from '#server/domains/payments/service.ts'
import type { InTransaction } from '#server/platform/http/implement.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { RazorpayInvoice } from '#server/platform/razorpay/entities.ts'

import { applyCharge, applyProviderState } from './apply.ts'
import { findSubscriptionByProviderId } from './queries.ts'

/**
 * Asks the provider how a subscription stands and applies every charge we have not heard of. This is what makes lost,
 * late and shuffled webhooks harmless; it can run any number of times.
 */
export async function syncWithProvider(
  inTransaction: InTransaction,
  platform: Platform,
  providerSubscriptionId: string,
  now: Date,
): Promise<void> {
  const { razorpay, log } = platform
  const row = await inTransaction((db) => findSubscriptionByProviderId(db, providerSubscriptionId))
  if (!row) return
  const provider = await razorpay.getSubscription(providerSubscriptionId)
  const paid = (await razorpay.listInvoices(providerSubscriptionId)).filter(isPaid)
  const known = await inTransaction((db) =>
    listKnownPaymentIds(
      db,
      paid.map((invoice) => invoice.payment_id),
    ),
  )
  for (const invoice of paid.filter(({ payment_id: paymentId }) => !known.has(paymentId))) {
    const payment = await razorpay.getPayment(invoice.payment_id)
    const end = invoice.billing_end ?? provider.current_end
    if (!end) continue
    await inTransaction((db) =>
      applyCharge(
        db,
        row.id,
        { payment, until: new Date(end * 1000), paidCount: provider.paid_count ?? 0 },
        { now, log },
      ),
    )
  }
  await inTransaction((db) => applyProviderState(db, provider, { now, log }))
}

function isPaid(invoice: RazorpayInvoice): invoice is RazorpayInvoice & { payment_id: string } {
  return invoice.status === 'paid' && typeof invoice.payment_id === 'string'
}
