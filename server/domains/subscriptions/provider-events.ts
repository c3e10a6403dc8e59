import { closeProviderEvent, findWaitingEvent } from '#server/domains/payments/service.ts'
import type { InTransaction } from '#server/platform/http/implement.ts'
import type { JobContext } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { RazorpayWebhookBody } from '#server/platform/razorpay/entities.ts'

import { applyCharge, type PaidPeriod } from './apply.ts'
import { findProviderLink, syncWithProvider } from './sync.ts'

/**
 * Applies one stored webhook. A charge in it is a fact and is booked from the payload, even while the provider's API
 * is down. Everything else it says is a snapshot that may be old by now, so the present state is asked for instead.
 */
export async function applyProviderEvent(
  inTransaction: InTransaction,
  { providerEventId }: { providerEventId: string },
  { platform, now }: JobContext,
): Promise<void> {
  const event = await inTransaction((db) => findWaitingEvent(db, providerEventId))
  if (event) {
    const providerSubscriptionId = await subscriptionIdOf(event, platform)
    const charge = chargeOf(event)
    const link = providerSubscriptionId
      ? await inTransaction((db) => findProviderLink(db, providerSubscriptionId))
      : null
    // What a change needs is more than a charge: how its new subscription stands is asked for.
    if (link && charge && link.name !== 'change')
      await inTransaction((db) =>
        applyCharge(
          db,
          link.subscriptionId,
          { ...charge, isOfCurrent: link.name === 'current' },
          { now, log: platform.log },
        ),
      )
    else if (providerSubscriptionId && link)
      await syncWithProvider(inTransaction, platform, providerSubscriptionId, now)
  }
  await inTransaction((db) => closeProviderEvent(db, providerEventId, now))
}

/** `subscription.charged` carries the payment and the period; `invoice.paid` the same by another name. */
function chargeOf({ payload }: RazorpayWebhookBody): PaidPeriod | null {
  const payment = payload.payment?.entity
  if (payment?.status !== 'captured') return null
  const end = payload.invoice?.entity.billing_end ?? payload.subscription?.entity.current_end
  if (!end) return null
  const start = payload.invoice?.entity.billing_start ?? payload.subscription?.entity.current_start
  return {
    payment,
    from: start ? new Date(start * 1000) : null,
    until: new Date(end * 1000),
    paidCount: payload.subscription?.entity.paid_count ?? 1,
  }
}

/** A payment does not name its subscription; its invoice does. */
async function subscriptionIdOf(
  { payload }: RazorpayWebhookBody,
  { razorpay }: Platform,
): Promise<string | null> {
  if (payload.subscription) return payload.subscription.entity.id
  if (payload.invoice) return payload.invoice.entity.subscription_id ?? null
  const invoiceId = payload.payment?.entity.invoice_id
  if (!invoiceId) return null
  return (await razorpay.getInvoice(invoiceId)).subscription_id ?? null
}
