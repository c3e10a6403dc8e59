import { listKnownPaymentIds } from '#server/domains/payments/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { RazorpayInvoice, RazorpaySubscription } from '#server/platform/razorpay/entities.ts'

import { applyChange } from '../changes/apply-change.ts'
import { findChangeByProviderId, findSubscriptionIdOfReplaced } from '../changes/change-queries.ts'
import { applyCharge, applyProviderState, type PaidPeriod } from '../lifecycle/apply-charge.ts'
import { findSubscriptionByProviderId } from '../queries.ts'

/** How one of the provider's subscriptions relates to ours. */
export type ProviderLink =
  | { name: 'current'; subscriptionId: string }
  /** Created by a change; it replaces the current one once it is paid or registered. */
  | { name: 'change'; subscriptionId: string; changeId: string }
  /** Another one replaced it, or it was ended when the payment for it went back. */
  | { name: 'former'; subscriptionId: string }

/** null: not ours. Others may share the account; we follow only those we started. */
export async function findProviderLink(db: Db, providerId: string): Promise<ProviderLink | null> {
  const row = await findSubscriptionByProviderId(db, providerId)
  if (row) return { name: 'current', subscriptionId: row.id }
  const replaced = await findSubscriptionIdOfReplaced(db, providerId)
  if (replaced) return { name: 'former', subscriptionId: replaced }
  const change = await findChangeByProviderId(db, providerId)
  // It took effect, and nothing replaced it: money that went back has ended it.
  if (change?.status === 'applied') return { name: 'former', subscriptionId: change.subscriptionId }
  return change && { name: 'change', subscriptionId: change.subscriptionId, changeId: change.id }
}

/**
 * Asks the provider for a subscription's state and applies every charge we have not heard of. This is what makes lost,
 * late and shuffled webhooks harmless; it can run any number of times.
 */
export async function syncWithProvider(
  inTransaction: InTransaction,
  platform: Platform,
  providerSubscriptionId: string,
  now: Date,
): Promise<void> {
  const { razorpay, log } = platform
  const link = await inTransaction((db) => findProviderLink(db, providerSubscriptionId))
  if (!link) return
  const provider = await razorpay.getSubscription(providerSubscriptionId)
  // The oldest first: each was owed on the terms of its time.
  const paid = (await razorpay.listInvoices(providerSubscriptionId)).filter(isPaid).toReversed()
  const known = await inTransaction((db) =>
    listKnownPaymentIds(
      db,
      paid.map((invoice) => invoice.payment_id),
    ),
  )
  let news: PaidPeriod | null = null
  for (const invoice of paid.filter(({ payment_id: paymentId }) => !known.has(paymentId))) {
    const payment = await razorpay.getPayment(invoice.payment_id)
    const period = {
      payment,
      from: invoice.billing_start ? new Date(invoice.billing_start * 1000) : null,
      until: endOf(invoice, provider),
      paidCount: provider.paid_count ?? 0,
    }
    if (link.name === 'change') news = payment.status === 'captured' ? period : news
    else
      await inTransaction((db) =>
        applyCharge(
          db,
          link.subscriptionId,
          { ...period, isOfCurrent: link.name === 'current' },
          { now, log },
        ),
      )
  }
  if (link.name === 'change')
    await inTransaction((db) => applyChange(db, link.changeId, { provider, payment: news }, { now, log }))
  await inTransaction((db) => applyProviderState(db, provider, { now, log }))
}

/** An upfront amount pays for no period of its own; the time it opens lasts to the first charge. */
function endOf(invoice: RazorpayInvoice, provider: RazorpaySubscription): Date {
  const seconds = invoice.billing_end ?? provider.current_end ?? provider.start_at ?? 0
  return new Date(seconds * 1000)
}

function isPaid(invoice: RazorpayInvoice): invoice is RazorpayInvoice & { payment_id: string } {
  return invoice.status === 'paid' && typeof invoice.payment_id === 'string'
}
