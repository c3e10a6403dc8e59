import type { Context } from '../core/context.ts'
import type { Dispute, Invoice, Order, Payment, Payout, Refund, Subscription } from '../core/entities.ts'
import type { OutgoingEvent } from '../core/outgoing-event.ts'
import { orderWire } from '../wire/customer.ts'
import { disputeWire } from '../wire/dispute.ts'
import { invoiceWire } from '../wire/invoice.ts'
import { authorizedPaymentWire, paymentWire, refundWire } from '../wire/payment.ts'
import { payoutWire } from '../wire/payout.ts'
import { subscriptionEventWire } from '../wire/subscription.ts'

/** subscription.* with the payment beside it when an attempt was just made. */
export function subscriptionEvent(
  context: Context,
  event: string,
  subscription: Subscription,
  payment: Payment | null = null,
): OutgoingEvent {
  const payload: OutgoingEvent['payload'] = {
    subscription: { entity: subscriptionEventWire(context, subscription) },
  }
  if (payment !== null) {
    // Razorpay's samples of subscription events write `captured` as the text "1" and don't list the payment in
    // `contains`.
    payload['payment'] = { entity: { ...paymentWire(payment), captured: payment.isCaptured ? '1' : '0' } }
  }
  const hasListedPayment = payment !== null && event === 'subscription.completed'
  return {
    event,
    contains: hasListedPayment ? ['subscription', 'payment'] : ['subscription'],
    payload,
    entityIds: payment === null ? [subscription.id] : [subscription.id, payment.id],
  }
}

/** payment.*: alone in its payload; card payments carry "" where others carry null. */
export function paymentEvent(event: string, payment: Payment): OutgoingEvent {
  const wire = event === 'payment.authorized' ? authorizedPaymentWire(payment) : paymentWire(payment)
  const entity = payment.error === null ? { ...wire, error_code: '', error_description: '' } : wire
  return { event, contains: ['payment'], payload: { payment: { entity } }, entityIds: [payment.id] }
}

/** order.paid carries the payment and the order. */
export function orderPaidEvent(order: Order, payment: Payment): OutgoingEvent {
  return {
    event: 'order.paid',
    contains: ['payment', 'order'],
    payload: { payment: { entity: paymentWire(payment) }, order: { entity: orderWire(order) } },
    entityIds: [order.id, payment.id],
  }
}

/** invoice.paid carries the payment, the order and the invoice. */
export function invoicePaidEvent(
  context: Context,
  parts: { invoice: Invoice; order: Order; payment: Payment },
): OutgoingEvent {
  return {
    event: 'invoice.paid',
    contains: ['payment', 'order', 'invoice'],
    payload: {
      payment: { entity: paymentWire(parts.payment) },
      order: { entity: orderWire(parts.order) },
      invoice: { entity: invoiceWire(context, parts.invoice) },
    },
    entityIds: [parts.invoice.id, parts.payment.id, parts.invoice.subscriptionId],
  }
}

/** refund.* carries the refund and its payment. */
export function refundEvent(event: string, refund: Refund, payment: Payment): OutgoingEvent {
  return {
    event,
    contains: ['refund', 'payment'],
    payload: { refund: { entity: refundWire(refund) }, payment: { entity: paymentWire(payment) } },
    entityIds: [refund.id, payment.id],
  }
}

/** payout.* carries the payout alone. */
export function payoutEvent(event: string, payout: Payout): OutgoingEvent {
  return {
    event,
    contains: ['payout'],
    payload: { payout: { entity: payoutWire(payout) } },
    entityIds: [payout.id],
  }
}

/** payment.dispute.* carries the payment and the dispute. */
export function disputeEvent(event: string, dispute: Dispute, payment: Payment): OutgoingEvent {
  return {
    event,
    contains: ['payment', 'dispute'],
    payload: { payment: { entity: paymentWire(payment) }, dispute: { entity: disputeWire(dispute) } },
    entityIds: [dispute.id, payment.id],
  }
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, inner]) => [key, sortedKeys(inner)]),
  )
}

/**
 * The exact body that is signed and sent. Irregularities of the real samples are kept: payment events have sorted keys,
 * and subscription.resumed has its created_at inside the payload.
 */
export function eventBody(accountId: string, outgoing: OutgoingEvent, createdAt: number): string {
  const head = {
    entity: 'event',
    account_id: accountId,
    event: outgoing.event,
    contains: outgoing.contains,
  }
  if (outgoing.event === 'subscription.resumed') {
    return JSON.stringify({ ...head, payload: { ...outgoing.payload, created_at: createdAt } })
  }
  const envelope = { ...head, payload: outgoing.payload, created_at: createdAt }
  return JSON.stringify(outgoing.event.startsWith('payment.') ? sortedKeys(envelope) : envelope)
}
