import * as z from 'zod/mini'

import { id, listInput, moment } from '../fields.ts'
import { defineFailures, route } from '../http/route.ts'
import { billingInterval } from '../plans/rules.ts'
import { dispute } from './dispute-status.ts'
import { refundStatus } from './refund-status.ts'

export const paymentFailures = defineFailures({
  payment_not_found: { status: 404, message: 'There is no such payment.' },
  webhook_unsigned: { status: 400, message: 'The signature does not match.' },
})

/** In the charge's currency at the provider's own rate, and as the provider took it. */
const providerFee = z.object({ amount: z.number(), ownAmount: z.number(), ownCurrency: z.string() })

/** Where a charge went, in its currency; fee + net = amount, to the cent. */
const waterfall = {
  currency: z.string(),
  /** What the supporter paid. */
  amount: z.number(),
  /** The platform's share in percent, as it was when the money came. */
  percentCharge: z.number(),
  /** The platform's share. */
  fee: z.number(),
  /** What is the creator's. */
  net: z.number(),
  /** What the payment provider keeps; null while it has not told. The platform pays it out of its share. */
  providerFee: z.nullable(providerFee),
}

/** The newest refund of a payment, in the currency of that. */
const newestRefund = z.object({
  _id: id(),
  status: refundStatus,
  amount: z.number(),
  /** The payment provider has refused it so far; it is asked again by itself. */
  isDelayed: z.boolean(),
})

/** One charge, as the creator sees it. */
const creatorPayment = z.object({
  _id: id(),
  userId: z.object({ _id: id(), name: z.string() }),
  planId: z.object({ name: z.string() }),
  /** A yearly payment becomes available month by month. */
  interval: billingInterval,
  ...waterfall,
  /** What went back to the supporter, or is about to. */
  refunded: z.number(),
  refund: z.nullable(newestRefund),
  /** What banks ask about it, or did, newest first; at most ten. */
  disputes: z.array(dispute),
  createdAt: moment,
})

export const getCreatorPayments = route({
  method: 'GET',
  path: '/creatorpayments/getCreatorPayments',
  caller: 'creator',
  summary: "Payments of the caller's supporters, newest first.",
  input: z.object(listInput),
  output: z.array(creatorPayment),
  failures: [],
})

/** One charge, as the member who paid it sees it. Amounts in the currency of the charge. */
const ownPayment = z.object({
  _id: id(),
  creator: z.object({ pageName: z.string(), pageHandle: z.string() }),
  /** What was bought, as it was called and agreed when the money came. */
  plan: z.object({ name: z.string() }),
  interval: billingInterval,
  /** `difference`: what an upgrade cost up to a renewal that was paid before. */
  kind: z.enum(['period', 'difference']),
  period: z.object({ from: moment, until: moment }),
  /** Of the amount, what an upgrade before had left over as too little to be charged by itself. */
  carried: z.number(),
  ...waterfall,
  /** Of it, what went back, or is about to. */
  refunded: z.number(),
  /** Until when a refund can be asked for; null when it cannot, or was. */
  refundableUntil: z.nullable(moment),
  /** How the newest refund of this payment stands. */
  refundStatus: z.nullable(refundStatus),
  refund: z.nullable(newestRefund),
  /** What banks ask about it, or did, newest first; at most ten. */
  disputes: z.array(dispute),
  createdAt: moment,
})

export const getUserPayments = route({
  method: 'GET',
  path: '/payment/getUserPayments',
  caller: 'member',
  summary: "The caller's own payments, newest first.",
  input: z.object(listInput),
  output: z.array(ownPayment),
  failures: [],
})

export const getReceipt = route({
  method: 'GET',
  path: '/payment/receipt/:paymentId',
  caller: 'owner',
  summary: "The receipt of one of the caller's own payments.",
  input: z.object({ paymentId: id() }),
  output: z.extend(ownPayment, {
    /** Numbered without gaps per year: "2026-000042". */
    receiptNumber: z.string(),
    /** The payment provider's id of the charge: what support asks for. */
    providerPaymentId: z.string(),
    /** Address and GSTIN as the payer has them in the settings; empty where they gave none. */
    paidBy: z.object({ name: z.string(), email: z.string(), address: z.string(), gstin: z.string() }),
  }),
  failures: [paymentFailures.payment_not_found],
})

/** Read as raw bytes by the handler, because the signature is over the bytes as they were sent. */
export const razorpayWebhook = route({
  method: 'POST',
  path: '/razorpay/webhook',
  caller: 'provider',
  summary: 'Takes an event of the payment provider: verified, stored, answered, then applied by a job.',
  input: z.object({}),
  output: z.object({ received: z.literal(true) }),
  failures: [paymentFailures.webhook_unsigned],
})

export const paymentRoutes = [getCreatorPayments, getUserPayments, getReceipt, razorpayWebhook] as const
