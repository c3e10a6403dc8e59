import type { Context } from '../core/context.ts'
import type {
  Card,
  Invoice,
  LineItem,
  Order,
  Payment,
  PaymentError,
  Plan,
  Subscription,
} from '../core/entities.ts'
import { newId, newShortCode } from '../core/ids.ts'
import type { OutgoingEvent } from '../core/outgoing-event.ts'
import { invoicePaidEvent, orderPaidEvent, paymentEvent } from '../webhooks/envelope.ts'

/** The plan a subscription bills; plans are never deleted, so it exists. */
export function getPlanOf(context: Context, subscription: Subscription): Plan {
  const plan = context.state.plans[subscription.planId]
  if (plan === undefined) throw new Error(`Plan ${subscription.planId} of ${subscription.id} is missing`)
  return plan
}

/** Records an order. */
export function createOrder(context: Context, amount: number, currency: string): Order {
  const order: Order = {
    id: newId('order'),
    amount,
    amountPaid: 0,
    currency,
    receipt: null,
    status: 'created',
    attempts: 0,
    notes: {},
    createdAt: context.clock.now(),
  }
  context.state.orders[order.id] = order
  return order
}

/** Issues the invoice for one cycle (or for the upfront amounts alone) together with its order. */
export function issueInvoice(
  context: Context,
  subscription: Subscription,
  lines: Omit<LineItem, 'id'>[],
  billing: { start: number | null; end: number | null },
): Invoice {
  const amount = lines.reduce((sum, line) => sum + line.amount * line.quantity, 0)
  const currency = getPlanOf(context, subscription).currency
  const invoice: Invoice = {
    id: newId('inv'),
    subscriptionId: subscription.id,
    orderId: createOrder(context, amount, currency).id,
    customerId: subscription.customerId,
    paymentId: null,
    status: 'issued',
    lineItems: lines.map((line) => ({ ...line, id: newId('li') })),
    amount,
    amountPaid: 0,
    currency,
    issuedAt: context.clock.now(),
    paidAt: null,
    cancelledAt: null,
    shortCode: newShortCode(),
    billingStart: billing.start,
    billingEnd: billing.end,
  }
  context.state.invoices[invoice.id] = invoice
  context.invoices.add(invoice)
  subscription.openInvoiceId = invoice.id
  return invoice
}

/** The invoice line for a cycle's plan charge. */
export function planLine(plan: Plan, quantity: number): Omit<LineItem, 'id'> {
  return { name: plan.name, amount: plan.amount, quantity, currency: plan.currency, type: 'plan' }
}

/** The invoice lines for the upfront amounts. */
export function addonLines(subscription: Subscription): Omit<LineItem, 'id'>[] {
  return subscription.addons.map((addon) => ({ ...addon, quantity: 1, type: 'addon' }))
}

export interface Payer {
  card: Card | null
  vpa?: string | null
  tokenId: string | null
  email: string | null
  contact: string | null
}

/** A payment the bank hasn't answered yet. */
export function startPayment(
  context: Context,
  subscription: Subscription,
  payer: Payer,
  bill: Invoice | { orderId: string; amount: number; currency: string },
): Payment {
  const order = context.state.orders[bill.orderId]
  if (order !== undefined) {
    order.attempts += 1
    if (order.status === 'created') order.status = 'attempted'
  }
  const payment: Payment = {
    id: newId('pay'),
    amount: bill.amount,
    currency: bill.currency,
    status: 'created',
    orderId: bill.orderId,
    invoiceId: 'id' in bill ? bill.id : null,
    subscriptionId: subscription.id,
    customerId: subscription.customerId,
    tokenId: payer.tokenId,
    card: payer.card,
    vpa: payer.vpa ?? null,
    isCaptured: false,
    amountRefunded: 0,
    description: getPlanOf(context, subscription).name,
    email: payer.email,
    contact: payer.contact,
    notes: {},
    error: null,
    authCode: null,
    createdAt: context.clock.now(),
    awaitsOtpUntil: null,
  }
  context.state.payments[payment.id] = payment
  return payment
}

/** The bank approved: captures at once, as with every subscription payment, and settles its order and invoice. */
export function capturePayment(context: Context, payment: Payment): OutgoingEvent[] {
  payment.status = 'captured'
  payment.isCaptured = true
  payment.error = null
  payment.awaitsOtpUntil = null
  payment.authCode = String(100_000 + Math.floor(context.random() * 900_000))
  const events = [paymentEvent('payment.authorized', payment), paymentEvent('payment.captured', payment)]
  const order = payment.orderId === null ? undefined : context.state.orders[payment.orderId]
  if (order === undefined || order.status === 'paid') return events
  order.status = 'paid'
  order.amountPaid = order.amount
  events.push(orderPaidEvent(order, payment))
  const invoice = payment.invoiceId === null ? undefined : context.state.invoices[payment.invoiceId]
  if (invoice !== undefined && invoice.status === 'issued') {
    Object.assign(invoice, {
      status: 'paid',
      amountPaid: invoice.amount,
      paidAt: context.clock.now(),
      paymentId: payment.id,
      customerId: payment.customerId,
    })
    events.push(invoicePaidEvent(context, { invoice, order, payment }))
  }
  return events
}

/** The bank refused, or never answered. */
export function failPayment(payment: Payment, error: PaymentError): OutgoingEvent[] {
  payment.status = 'failed'
  payment.error = error
  payment.awaitsOtpUntil = null
  return [paymentEvent('payment.failed', payment)]
}
