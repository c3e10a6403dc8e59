import { setTimeout as sleep } from 'node:timers/promises'

import { isLuhnValid } from '../billing/cards.ts'
import { confirmOtp, payByCard, requirePayable, type PayResult } from '../billing/first-payment.ts'
import { answerUpi, askByUpi } from '../billing/upi-payment.ts'
import type { Context } from '../core/context.ts'
import type { Payment, Subscription, Wire } from '../core/entities.ts'
import { ApiError, badRequest } from '../core/errors.ts'
import { getEntity } from '../api/call.ts'
import { findFlag, findText, requireText, type Fields } from '../http/fields.ts'
import { paymentSignature } from '../webhooks/signature.ts'

/** The real wait is ten minutes; this is long enough to see the form wait. */
const TIMEOUT_CARD_MS = 2000

/** The data the checkout's handler receives after a payment. */
export function handlerResponse(context: Context, payment: Payment): Record<string, string> {
  const subscriptionId = payment.subscriptionId ?? ''
  return {
    razorpay_payment_id: payment.id,
    razorpay_subscription_id: subscriptionId,
    razorpay_signature: paymentSignature(context.keySecret, payment.id, subscriptionId),
  }
}

/** The error object of the payment.failed event. */
function failureWire(payment: Payment): Wire {
  return {
    ...payment.error,
    field: null,
    metadata: { payment_id: payment.id, order_id: payment.orderId },
  }
}

/** A payment's outcome as reported to the checkout page. */
export function resultWire(context: Context, result: PayResult): Wire {
  if (result.outcome === 'captured') {
    return { outcome: 'captured', response: handlerResponse(context, result.payment) }
  }
  if (result.outcome === 'otp') return { outcome: 'otp', payment_id: result.payment.id }
  return { outcome: 'failed', error: failureWire(result.payment) }
}

/** The subscription a public key may pay. */
export function getPayable(context: Context, keyId: string, subscriptionId: string): Subscription {
  if (keyId !== context.keyId) throw new ApiError(401, 'The api key provided is invalid', { reason: 'NA' })
  return getEntity(context.state.subscriptions, 'sub', subscriptionId)
}

function requireFutureExpiry(context: Context, text: string): void {
  const match = /^(\d{2})\s*\/\s*(\d{2})$/.exec(text)
  const month = Number(match?.[1])
  if (match === null || month < 1 || month > 12) throw badRequest('The card expiry is invalid.', 'expiry')
  const lastMoment = Date.UTC(2000 + Number(match[2]), month, 1) / 1000
  if (lastMoment <= context.clock.now()) throw badRequest('The card has expired.', 'expiry')
}

/** Takes the card form. Neither number nor CVV is kept. */
export async function submitCard(context: Context, body: Fields): Promise<Wire> {
  const subscription = getPayable(context, requireText(body, 'key_id'), requireText(body, 'subscription_id'))
  requirePayable(context, subscription, findFlag(body, 'card_change') === true)
  const number = requireText(body, 'number')
  if (!isLuhnValid(number)) throw badRequest('The card number is invalid.', 'number')
  requireFutureExpiry(context, requireText(body, 'expiry'))
  if (!/^\d{3,4}$/.test(requireText(body, 'cvv'))) throw badRequest('The CVV is invalid.', 'cvv')
  const result = payByCard(context, subscription, {
    number,
    holder: requireText(body, 'holder'),
    expiry: requireText(body, 'expiry'),
    email: findText(body, 'email'),
    contact: findText(body, 'contact'),
  })
  if (result.payment.error?.reason === 'payment_timed_out') await sleep(TIMEOUT_CARD_MS)
  return resultWire(context, result)
}

/** Takes a UPI address: the payment waits until it is approved in the customer's app. */
export function submitUpi(context: Context, body: Fields): Wire {
  const subscription = getPayable(context, requireText(body, 'key_id'), requireText(body, 'subscription_id'))
  requirePayable(context, subscription, false)
  const entry = {
    vpa: requireText(body, 'vpa'),
    email: findText(body, 'email'),
    contact: findText(body, 'contact'),
  }
  const { payment } = askByUpi(context, subscription, entry)
  return { outcome: 'upi', payment_id: payment.id, vpa: payment.vpa }
}

/** The customer's answer in their app. */
export function submitApproval(context: Context, body: Fields): Wire {
  const payment = getEntity(context.state.payments, 'pay', requireText(body, 'payment_id'))
  const subscription = getPayable(context, requireText(body, 'key_id'), payment.subscriptionId ?? '')
  // Another tab may have paid in the meantime; a live subscription must not be paid twice.
  if (payment.invoiceId !== null) requirePayable(context, subscription, false)
  return resultWire(context, answerUpi(context, subscription, payment, findFlag(body, 'approved') === true))
}

/** Takes the code of the second factor. */
export function submitOtp(context: Context, body: Fields): Wire {
  const payment = getEntity(context.state.payments, 'pay', requireText(body, 'payment_id'))
  const subscription = getPayable(context, requireText(body, 'key_id'), payment.subscriptionId ?? '')
  // Another tab may have paid in the meantime; a live subscription must not be paid twice.
  if (payment.invoiceId !== null) requirePayable(context, subscription, false)
  return resultWire(context, confirmOtp(context, subscription, payment, requireText(body, 'otp')))
}
