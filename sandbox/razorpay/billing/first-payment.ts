import type { Context } from '../core/context.ts'
import type { Invoice, Payment, Subscription } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import type { OutgoingEvent } from '../core/outgoing-event.ts'
import { subscriptionEvent } from '../webhooks/envelope.ts'
import { cardEntity, findCardByKey, findCardByNumber, INCORRECT_OTP, UNKNOWN_CARD } from './cards.ts'
import {
  addonLines,
  capturePayment,
  createOrder,
  failPayment,
  getPlanOf,
  issueInvoice,
  planLine,
  startPayment,
} from './charge.ts'
import { boundaryOf, endSubscription, enterNextPeriod, recordPaidCycle } from './cycle.ts'
import { refundTokenAmount } from './refund.ts'

/** Charged and returned when only the card is registered; subunits of the plan's currency. */
const TOKEN_AMOUNT = 100
/** The payment fails when a bank doesn't answer within ten minutes. */
export const OTP_WAIT_SECONDS = 600
const LATE_SECONDS = 3 * 86_400

export interface CardEntry {
  number: string
  holder: string
  email: string | null
  contact: string | null
  /** MM/YY */
  expiry?: string | null
}

export type PayResult =
  | { outcome: 'captured'; payment: Payment }
  | { outcome: 'otp'; payment: Payment }
  | { outcome: 'failed'; payment: Payment }

/**
 * Throws Razorpay's refusals for subscriptions the customer can't pay now. One that is past its time expires on the
 * first attempt, in case the calendar hasn't reached it yet.
 */
export function requirePayable(context: Context, subscription: Subscription, isCardChange: boolean): void {
  const { startAt, expireBy } = subscription
  const isTooLate = [startAt, expireBy].some((limit) => limit !== null && limit <= context.clock.now())
  if (subscription.status === 'created' && isTooLate)
    context.emit(endSubscription(context, subscription, 'expired'))
  const { status } = subscription
  if (status === 'created') return
  const isLive = ['authenticated', 'active', 'pending', 'halted'].includes(status)
  if (isLive && (isCardChange || status === 'pending' || status === 'halted')) return
  if (isLive || status === 'paused') {
    throw badRequest('Customer payment is not allowed for the Subscription at this stage.')
  }
  throw badRequest('Oops! Something went wrong. This payment link is no longer valid.')
}

function findOpenInvoice(context: Context, subscription: Subscription): Invoice | null {
  if (subscription.openInvoiceId === null) return null
  return context.state.invoices[subscription.openInvoiceId] ?? null
}

/**
 * The bill a customer at the checkout has to pay: a cycle, upfront amounts, an unpaid renewal or only a token amount.
 */
export function amountDue(
  context: Context,
  subscription: Subscription,
): { amount: number; isToken: boolean } {
  const plan = getPlanOf(context, subscription)
  const upfront = subscription.addons.reduce((sum, addon) => sum + addon.amount, 0)
  if (subscription.status === 'created' && subscription.startAt === null) {
    return { amount: plan.amount * subscription.quantity + upfront, isToken: false }
  }
  if (subscription.status === 'created' && upfront > 0) return { amount: upfront, isToken: false }
  const open = findOpenInvoice(context, subscription)
  if (subscription.status === 'pending' && open !== null) return { amount: open.amount, isToken: false }
  return { amount: TOKEN_AMOUNT, isToken: true }
}

export function billFor(context: Context, subscription: Subscription): Parameters<typeof startPayment>[3] {
  const plan = getPlanOf(context, subscription)
  const due = amountDue(context, subscription)
  if (due.isToken) {
    const order = createOrder(context, due.amount, plan.currency)
    return { orderId: order.id, amount: due.amount, currency: plan.currency }
  }
  const open = findOpenInvoice(context, subscription)
  if (open !== null && open.status === 'issued') return open
  if (subscription.startAt !== null) {
    return issueInvoice(context, subscription, addonLines(subscription), { start: null, end: null })
  }
  const lines = [planLine(plan, subscription.quantity), ...addonLines(subscription)]
  const end = boundaryOf(context, subscription, 1)
  return issueInvoice(context, subscription, lines, { start: context.clock.now(), end })
}

/** Takes a card at the checkout. The answer is final unless a code is required. */
export function payByCard(context: Context, subscription: Subscription, entry: CardEntry): PayResult {
  const testCard = findCardByNumber(entry.number)
  const card = cardEntity(testCard, entry.number, entry.holder, entry.expiry)
  const payer = { card, tokenId: newId('token'), email: entry.email, contact: entry.contact }
  const payment = startPayment(context, subscription, payer, billFor(context, subscription))
  const error = testCard === null ? UNKNOWN_CARD : testCard.firstError
  if (error !== null) {
    context.emit(failPayment(payment, error))
    return { outcome: 'failed', payment }
  }
  if (testCard?.asksForOtp === true) {
    payment.awaitsOtpUntil = context.clock.now() + OTP_WAIT_SECONDS
    return { outcome: 'otp', payment }
  }
  completePayment(context, subscription, payment, testCard?.key ?? '')
  return { outcome: 'captured', payment }
}

/** The second factor: any six digits except 000000 are right. */
export function confirmOtp(
  context: Context,
  subscription: Subscription,
  payment: Payment,
  otp: string,
): PayResult {
  if (payment.awaitsOtpUntil === null) throw badRequest('The payment does not wait for a code.')
  if (!/^\d{6}$/.test(otp) || otp === '000000') {
    context.emit(failPayment(payment, INCORRECT_OTP))
    return { outcome: 'failed', payment }
  }
  completePayment(context, subscription, payment, 'otp')
  return { outcome: 'captured', payment }
}

/** A bank that was silent, or refused, changes its mind: possible for three days after the payment. */
export function authorizeLate(context: Context, payment: Payment): void {
  if (payment.status !== 'failed') throw badRequest('Only a failed payment can be authorized late.')
  if (context.clock.now() - payment.createdAt > LATE_SECONDS) {
    throw badRequest('A payment can be authorized late for three days only.')
  }
  const subscription = context.state.subscriptions[payment.subscriptionId ?? '']
  if (subscription?.status === 'created') {
    completePayment(context, subscription, payment, 'success')
    return
  }
  const events = capturePayment(context, payment)
  // An ended subscription stays ended, but the money is taken all the same.
  const isOver = ['cancelled', 'completed', 'expired'].includes(subscription?.status ?? '')
  if (subscription !== undefined && !isOver && subscription.openInvoiceId === payment.invoiceId) {
    if (payment.invoiceId !== null) events.push(...recordPaidCycle(context, subscription, payment))
  }
  context.emit(events)
  if (payment.invoiceId === null) refundTokenAmount(context, payment)
}

function rememberCustomer(context: Context, subscription: Subscription, payment: Payment): void {
  if (subscription.customerId === null) {
    const id = newId('cust')
    context.state.customers[id] = {
      id,
      name: null,
      email: payment.email,
      contact: payment.contact,
      gstin: null,
      notes: {},
      createdAt: context.clock.now(),
    }
    subscription.customerId = id
  }
  payment.customerId = subscription.customerId
}

export function completePayment(
  context: Context,
  subscription: Subscription,
  payment: Payment,
  cardKey: string,
): void {
  const isToken = payment.invoiceId === null
  rememberCustomer(context, subscription, payment)
  subscription.paymentMethod = payment.card === null ? 'upi' : 'card'
  subscription.mandate = {
    cardKey: findCardByKey(cardKey)?.key ?? 'success',
    card: payment.card,
    vpa: payment.vpa ?? null,
    tokenId: payment.tokenId ?? newId('token'),
    email: payment.email,
    contact: payment.contact,
  }
  const events = capturePayment(context, payment)
  if (subscription.status === 'created' && subscription.startAt === null) {
    subscription.startAt = context.clock.now()
    subscription.anchorAt = subscription.startAt
    enterNextPeriod(context, subscription)
    events.push(...recordPaidCycle(context, subscription, payment))
  } else if (subscription.status === 'pending' && !isToken) {
    events.push(...recordPaidCycle(context, subscription, payment))
  } else {
    events.push(...registerCard(context, subscription, payment))
  }
  context.emit(events)
  if (isToken) refundTokenAmount(context, payment)
}

function registerCard(context: Context, subscription: Subscription, payment: Payment): OutgoingEvent[] {
  if (subscription.status === 'created') {
    subscription.status = 'authenticated'
    subscription.openInvoiceId = null
    return [subscriptionEvent(context, 'subscription.authenticated', subscription, payment)]
  }
  if (subscription.status !== 'halted') return []
  // A new card revives a halted subscription; the invoices it missed stay unpaid.
  subscription.status = 'active'
  subscription.authAttempts = 0
  subscription.openInvoiceId = null
  return [subscriptionEvent(context, 'subscription.activated', subscription)]
}
