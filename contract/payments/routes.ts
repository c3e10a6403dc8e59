import * as z from 'zod/mini'

import { id, listInput, moment, searchText } from '../fields.ts'
import { route } from '../http/route.ts'
import { billingInterval } from '../plans/rules.ts'
import { dispute } from './dispute-status.ts'
import { paymentFailures } from './failures.ts'
import { refundStatus } from './refund-status.ts'
import { PAYMENT_STANDINGS } from './rules.ts'

/** In the charge's currency at the provider's own rate, and as the provider took it. */
const providerFee = z.object({ amount: z.number(), ownAmount: z.number(), ownCurrency: z.string() })

/** Where a charge went, in its currency; fee + net = amount, to the cent. */
const feeBreakdown = {
  currency: z.string(),
  /** What the supporter paid. */
  amount: z.number(),
  /** The platform's share in percent at the time of the charge. */
  percentCharge: z.number(),
  /** The platform's share. */
  fee: z.number(),
  /** The creator's share. */
  net: z.number(),
  /** What the payment provider keeps; null until it is reported. The platform pays it out of its share. */
  providerFee: z.nullable(providerFee),
}

/** The newest refund of a payment, in that payment's currency. */
const newestRefund = z.object({
  _id: id(),
  status: refundStatus,
  amount: z.number(),
  /** The payment provider has refused it so far; it is retried automatically. */
  isDelayed: z.boolean(),
  /** `deciding`: a bank asks for the payment, so the refund waits. `returned`: the bank gave the money back in its place. */
  bank: z.nullable(z.enum(['deciding', 'returned'])),
})

/** One charge, as the creator sees it. */
const creatorPayment = z.object({
  _id: id(),
  userId: z.object({ _id: id(), name: z.string() }),
  planId: z.object({ name: z.string() }),
  /** A yearly payment becomes available month by month. */
  interval: billingInterval,
  ...feeBreakdown,
  /** The amount that was refunded, or is about to be. */
  refunded: z.number(),
  /** The amount that may still be refunded. */
  left: z.number(),
  refund: z.nullable(newestRefund),
  /** Bank inquiries about it, open or past, newest first; at most ten. */
  disputes: z.array(dispute),
  createdAt: moment,
})

/** Which payments of a page; without any, all of them. */
const paymentFilter = {
  /** Part of the supporter's name. */
  q: z.optional(searchText(80)),
  planId: z.optional(id()),
  /** The month it came in, UTC, as in statements: "2026-11". */
  month: z.optional(z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/))),
  standing: z.optional(z.enum(PAYMENT_STANDINGS)),
}

export const getCreatorPayments = route({
  method: 'GET',
  path: '/creatorpayments/getCreatorPayments',
  caller: 'creator',
  summary: "Payments of the caller's supporters, newest first.",
  input: z.object({ ...listInput, ...paymentFilter }),
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
  /** `proration`: an upgrade cost, up to a renewal that was already paid. */
  kind: z.enum(['period', 'proration']),
  period: z.object({ from: moment, until: moment }),
  /** The part of the amount left over from an earlier upgrade, as too little to be charged on its own. */
  carried: z.number(),
  ...feeBreakdown,
  /** The part of it that was refunded, or is about to be. */
  refunded: z.number(),
  /** Until when a refund can be requested; null if it can't be, or already was. */
  refundableUntil: z.nullable(moment),
  /** The status of this payment's newest refund. */
  refundStatus: z.nullable(refundStatus),
  refund: z.nullable(newestRefund),
  /** Bank inquiries about it, open or past, newest first; at most ten. */
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
    /** The payment provider's id of the charge, which support asks for. */
    providerPaymentId: z.string(),
    /** Address and GSTIN from the payer's settings; empty if they gave none. */
    paidBy: z.object({ name: z.string(), email: z.string(), address: z.string(), gstin: z.string() }),
  }),
  failures: [paymentFailures.payment_not_found, paymentFailures.receipt_not_numbered],
})

export const paymentRoutes = [getCreatorPayments, getUserPayments, getReceipt] as const
