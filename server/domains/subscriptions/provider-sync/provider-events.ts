import { closeProviderEvents, listWaitingEvents, type WaitingEvent } from '#server/domains/inbox/service.ts'
import { learnProviderFee, listKnownPaymentIds } from '#server/domains/payments/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import type { JobContext } from '#server/platform/jobs/define-job.ts'
import type { RazorpayClient } from '#server/platform/razorpay/client.ts'
import type { RazorpayWebhookBody } from '#server/platform/razorpay/entities.ts'

import {
  applyCharge,
  type Circumstance,
  type PaidPeriod,
  providerDatesOf,
} from '../lifecycle/apply-charge.ts'
import { settleUnknownPayment } from './reconcile-payments.ts'
import { findProviderLink, type ProviderLink, syncWithProvider } from './sync.ts'

/**
 * Applies all stored webhooks about one subject. A charge in them is a fact and is booked from the payload, even while
 * the provider's API is down. Everything else they say is a snapshot that may be out of date, so the present state is
 * fetched instead, once for all of them.
 */
export async function applyProviderEvents(
  inTransaction: InTransaction,
  { subject }: { subject: string },
  { platform, now }: JobContext,
): Promise<void> {
  const toldTooLittle = await inTransaction(async (db) => {
    const events = await listWaitingEvents(db, subject)
    const open = await applyFacts(db, events, { now, log: platform.log })
    const isOpen = new Set(open)
    await closeProviderEvents(
      db,
      events.filter((event) => !isOpen.has(event)),
      now,
    )
    return open
  })
  if (toldTooLittle.length === 0) return
  for (const providerSubscriptionId of await subscriptionIdsOf(toldTooLittle, platform.razorpay))
    await syncWithProvider(inTransaction, platform, providerSubscriptionId, now)
  const payments = toldTooLittle.flatMap(({ news }) => news?.payload.payment?.entity ?? [])
  await settleUnknownPayment(inTransaction, payments)
  await inTransaction((db) => closeProviderEvents(db, toldTooLittle, now))
}

/** Books what it can from the payloads; answers the events that leave something to ask. */
async function applyFacts(
  db: Db,
  events: readonly WaitingEvent[],
  circumstance: Circumstance,
): Promise<WaitingEvent[]> {
  const known = await listKnownPaymentIds(
    db,
    events.flatMap(({ news }) => news?.payload.payment?.entity.id ?? []),
  )
  const links = new Map<string, ProviderLink | null>()
  const open: WaitingEvent[] = []
  for (const event of events) {
    if (!event.news) continue
    const { payment } = event.news.payload
    const providerSubscriptionId = namedSubscriptionOf(event.news)
    if (providerSubscriptionId === null) {
      // Once a payment is booked, an event about it alone has nothing new except the provider's fee.
      if (payment && known.has(payment.entity.id))
        await learnProviderFee(db, payment.entity, circumstance.now)
      else if (payment?.entity.invoice_id) open.push(event)
      continue
    }
    if (!links.has(providerSubscriptionId))
      links.set(providerSubscriptionId, await findProviderLink(db, providerSubscriptionId))
    const link = links.get(providerSubscriptionId)
    if (!link) continue
    const charge = chargeOf(event.news)
    // A change needs more than its charge: the state of its new subscription is fetched.
    if (!charge || link.name === 'change') open.push(event)
    else {
      const { subscriptionId } = link
      const isOfCurrent = link.name === 'current'
      const { hasReopened } = await applyCharge(db, subscriptionId, { ...charge, isOfCurrent }, circumstance)
      if (hasReopened) open.push(event)
      known.add(charge.payment.id)
    }
  }
  return open
}

/** `subscription.charged` carries the payment and the period; `invoice.paid` the same under another name. */
function chargeOf({ payload }: RazorpayWebhookBody): PaidPeriod | null {
  const payment = payload.payment?.entity
  if (payment?.status !== 'captured') return null
  const end = payload.invoice?.entity.billing_end ?? payload.subscription?.entity.current_end
  if (!end) return null
  const start = payload.invoice?.entity.billing_start ?? payload.subscription?.entity.current_start
  return {
    payment,
    isUnconfirmed: true,
    from: start ? new Date(start * 1000) : null,
    until: new Date(end * 1000),
    paidCount: payload.subscription?.entity.paid_count ?? 1,
    ...(payload.subscription && { told: providerDatesOf(payload.subscription.entity) }),
  }
}

function namedSubscriptionOf({ payload }: RazorpayWebhookBody): string | null {
  return payload.subscription?.entity.id ?? payload.invoice?.entity.subscription_id ?? null
}

/** A payment doesn't name its subscription; its invoice does. Each is fetched once. */
async function subscriptionIdsOf(
  events: readonly WaitingEvent[],
  razorpay: RazorpayClient,
): Promise<Set<string>> {
  const ids = new Set<string>()
  const invoiceIds = new Set<string>()
  for (const { news } of events) {
    const named = news && namedSubscriptionOf(news)
    const invoiceId = news?.payload.payment?.entity.invoice_id
    if (named) ids.add(named)
    else if (invoiceId) invoiceIds.add(invoiceId)
  }
  for (const invoiceId of invoiceIds) {
    const { subscription_id: id } = await razorpay.getInvoice(invoiceId)
    if (id) ids.add(id)
  }
  return ids
}
