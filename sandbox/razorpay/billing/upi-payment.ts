import type { Context } from '../core/context.ts'
import type { Payment, Subscription } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { failPayment, getPlanOf, startPayment } from './charge.ts'
import { amountDue, billFor, completePayment, OTP_WAIT_SECONDS, type PayResult } from './first-payment.ts'
import { findVpa, isVpa, UPI_DECLINED, UPI_LIMIT_PAISE } from './upi.ts'

/** Whether the checkout offers UPI Autopay: for rupees, up to the amount a mandate debits without another approval. */
export function takesUpi(context: Context, subscription: Subscription): boolean {
  const plan = getPlanOf(context, subscription)
  const most = Math.max(plan.amount * subscription.quantity, amountDue(context, subscription).amount)
  return plan.currency === 'INR' && most <= UPI_LIMIT_PAISE
}

/** Sends a payment request to a UPI address; its owner approves or declines it in their app. */
export function askByUpi(
  context: Context,
  subscription: Subscription,
  entry: { vpa: string; email: string | null; contact: string | null },
): PayResult {
  if (!takesUpi(context, subscription)) throw badRequest('UPI is not available for this payment.', 'method')
  const vpa = entry.vpa.trim().toLowerCase()
  if (!isVpa(vpa)) throw badRequest('The UPI address is invalid.', 'vpa')
  const payer = { ...entry, card: null, vpa, tokenId: newId('token') }
  const payment = startPayment(context, subscription, payer, billFor(context, subscription))
  payment.awaitsOtpUntil = context.clock.now() + OTP_WAIT_SECONDS
  return { outcome: 'otp', payment }
}

/** The customer's answer in their UPI app. */
export function answerUpi(
  context: Context,
  subscription: Subscription,
  payment: Payment,
  isApproved: boolean,
): PayResult {
  if (payment.awaitsOtpUntil === null || !payment.vpa)
    throw badRequest('The payment does not wait for an approval.')
  const error = isApproved ? (findVpa(payment.vpa)?.firstError ?? null) : UPI_DECLINED
  if (error !== null) {
    context.emit(failPayment(payment, error))
    return { outcome: 'failed', payment }
  }
  completePayment(context, subscription, payment, 'success')
  return { outcome: 'captured', payment }
}
