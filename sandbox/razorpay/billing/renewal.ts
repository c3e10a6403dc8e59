import type { Context } from '../core/context.ts'
import type { ChargeOutcome, Invoice, Payment, PaymentError, Subscription } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import type { OutgoingEvent } from '../core/outgoing-event.ts'
import { subscriptionEvent } from '../webhooks/envelope.ts'
import { remainingCount } from '../wire/subscription.ts'
import { findCardByKey, INSUFFICIENT_FUNDS } from './cards.ts'
import { applyChange } from './change.ts'
import { capturePayment, failPayment, getPlanOf, issueInvoice, planLine, startPayment } from './charge.ts'
import { endSubscription, enterNextPeriod, recordPaidCycle } from './cycle.ts'
import { upiRenewalError } from './upi.ts'

const DAY_SECONDS = 86_400
/** The charge day T and its retries T+1, T+2, T+3; after the fourth failure the subscription is halted. */
const MAX_ATTEMPTS = 4

export function findRenewalError(
  subscription: Subscription,
  amount: number,
  forced?: ChargeOutcome,
): PaymentError | null {
  const outcome = forced ?? subscription.nextOutcomes.shift()
  if (outcome === 'success') return null
  if (outcome === 'failure') return INSUFFICIENT_FUNDS
  const { mandate } = subscription
  if (mandate?.vpa) return upiRenewalError(mandate.vpa, amount)
  return findCardByKey(mandate?.cardKey ?? '')?.renewalError ?? null
}

function issueCycleInvoice(context: Context, subscription: Subscription): Invoice {
  enterNextPeriod(context, subscription)
  const line = planLine(getPlanOf(context, subscription), subscription.quantity)
  const extras = Object.values(context.state.addons).filter(
    (addon) => addon.subscriptionId === subscription.id && addon.invoiceId === null,
  )
  const lines = extras.map(({ name, amount, quantity, currency }) => ({
    name,
    amount,
    quantity,
    currency,
    type: 'addon' as const,
  }))
  const invoice = issueInvoice(context, subscription, [line, ...lines], {
    start: subscription.currentStart,
    end: subscription.currentEnd,
  })
  for (const addon of extras) addon.invoiceId = invoice.id
  return invoice
}

export function chargeMandate(context: Context, subscription: Subscription, invoice: Invoice): Payment {
  const { mandate } = subscription
  if (mandate === null) throw badRequest('The subscription has no card to charge.')
  return startPayment(context, subscription, mandate, invoice)
}

export function recordFailedCycle(
  context: Context,
  subscription: Subscription,
  payment: Payment,
): OutgoingEvent[] {
  subscription.authAttempts += 1
  if (subscription.authAttempts >= MAX_ATTEMPTS) {
    subscription.status = 'halted'
    subscription.chargeAt = subscription.currentEnd
    return [subscriptionEvent(context, 'subscription.halted', subscription)]
  }
  subscription.status = 'pending'
  subscription.chargeAt = context.clock.now() + DAY_SECONDS
  return [subscriptionEvent(context, 'subscription.pending', subscription, payment)]
}

function collect(
  context: Context,
  subscription: Subscription,
  invoice: Invoice,
  forced?: ChargeOutcome,
): Payment {
  const payment = chargeMandate(context, subscription, invoice)
  const error = findRenewalError(subscription, payment.amount, forced)
  if (error === null) {
    const events = capturePayment(context, payment)
    context.emit([...events, ...recordPaidCycle(context, subscription, payment)])
  } else if (subscription.status === 'halted') {
    context.emit(failPayment(payment, error))
  } else {
    const events = failPayment(payment, error)
    context.emit([...events, ...recordFailedCycle(context, subscription, payment)])
  }
  return payment
}

function findOpenInvoice(context: Context, subscription: Subscription): Invoice | null {
  return context.state.invoices[subscription.openInvoiceId ?? ''] ?? null
}

function startCycle(context: Context, subscription: Subscription, forced?: ChargeOutcome): Payment | null {
  if (subscription.scheduledChange !== null) {
    applyChange(context, subscription, subscription.scheduledChange)
    subscription.scheduledChange = null
    context.emit([subscriptionEvent(context, 'subscription.updated', subscription)])
  }
  if (remainingCount(subscription) === 0) {
    context.emit(endSubscription(context, subscription, 'completed'))
    return null
  }
  return collect(context, subscription, issueCycleInvoice(context, subscription), forced)
}

/** What the calendar does when a subscription's charge_at is reached. */
export function runDueCharge(context: Context, subscription: Subscription): void {
  if (subscription.isCancelledAtCycleEnd) {
    subscription.cancelInitiatedBy = 'self'
    context.emit(endSubscription(context, subscription, 'cancelled'))
    return
  }
  if (subscription.status === 'halted') {
    if (remainingCount(subscription) === 0) {
      context.emit(endSubscription(context, subscription, 'completed'))
      return
    }
    issueCycleInvoice(context, subscription)
    subscription.chargeAt = subscription.currentEnd
    return
  }
  const open = findOpenInvoice(context, subscription)
  if (subscription.status === 'pending' && open !== null) collect(context, subscription, open)
  else startCycle(context, subscription)
}

/** The dashboard's "charge this now" with a chosen result; null when there was nothing left to charge. */
export function chargeNow(
  context: Context,
  subscription: Subscription,
  outcome: ChargeOutcome,
): Payment | null {
  const { status } = subscription
  if (!['authenticated', 'active', 'pending', 'halted'].includes(status)) {
    throw badRequest(`A subscription in ${status} status cannot be charged.`, 'status')
  }
  const open = findOpenInvoice(context, subscription)
  if ((status === 'pending' || status === 'halted') && open !== null) {
    return collect(context, subscription, open, outcome)
  }
  return startCycle(context, subscription, outcome)
}
