import * as z from 'zod/mini'

import { id, listInput, moment, optionalText, requiredText } from '../fields.ts'
import { route } from '../http/route.ts'
import { centsFromDollars } from '../money.ts'
import { dispute } from '../payments/dispute-status.ts'
import { paymentFailures, refundFailures } from '../payments/failures.ts'
import { REFUND_REASON_MAX_LENGTH } from '../payments/refund-rules.ts'
import { refundStatus } from '../payments/refund-status.ts'
import { payoutStatus } from '../payouts/routes.ts'
import { consoleFailures as failures } from './failures.ts'
import { consoleMessages as messages } from './messages.ts'
import { QUERY_MAX_LENGTH } from './rules.ts'

const PAYMENT_STANDINGS = ['all', 'refunded', 'disputed'] as const

const paymentLine = {
  _id: id(),
  capturedAt: moment,
  amount: z.number(),
  currency: z.string(),
  /** What was given back of it, or is about to be. */
  refunded: z.number(),
  isDisputed: z.boolean(),
  member: z.object({ _id: id(), name: z.string() }),
  page: z.object({ _id: id(), name: z.string(), handle: z.string() }),
  planName: z.string(),
  receiptNumber: z.string(),
}

export const listStaffPayments = route({
  method: 'GET',
  path: '/staff/payments',
  caller: 'staff:money.read',
  summary:
    'Payments, the newest first: of one person, of one page, or the one with an id of ours or the provider’s or a receipt number. Support has to name a person or a payment.',
  input: z.object({
    q: optionalText(QUERY_MAX_LENGTH),
    userId: z.optional(id()),
    creatorId: z.optional(id()),
    standing: z.optional(z.enum(PAYMENT_STANDINGS)),
    ...listInput,
  }),
  output: z.array(z.object(paymentLine)),
  failures: [failures.one_person_only],
})

export const getStaffPayment = route({
  method: 'GET',
  path: '/staff/payments/:paymentId',
  caller: 'staff:money.read',
  summary:
    'One payment: what it was for, who agreed to it and when, where each cent went, what came back, and the payout it went into.',
  input: z.object({ paymentId: id() }),
  output: z.object({
    ...paymentLine,
    providerPaymentId: z.string(),
    /** `difference`: what an upgrade cost for the rest of a period. */
    kind: z.enum(['period', 'difference']),
    interval: z.enum(['monthly', 'yearly']),
    periodFrom: moment,
    periodUntil: moment,
    /** Part of the amount: a small upgrade cost of the period before. */
    carried: z.number(),
    /** The how manieth charge of this membership. */
    number: z.number(),
    membershipSince: moment,
    membershipStatus: z.string(),
    fee: z.number(),
    feePercent: z.number(),
    net: z.number(),
    /** What the provider keeps of it, tax included, in its own currency; null: it hasn't said. */
    providerFee: z.nullable(z.object({ amount: z.number(), tax: z.number(), currency: z.string() })),
    refunds: z.array(
      z.object({
        _id: id(),
        status: refundStatus,
        /** It was not made, since another refund or the bank returned the money. */
        isReplaced: z.boolean(),
        amount: z.number(),
        /** Of the amount: what the platform and the creator gave back. */
        fee: z.number(),
        net: z.number(),
        origin: z.string(),
        reason: z.string(),
        requestedAt: moment,
      }),
    ),
    /** `taken`: what banks hold or took of the payment, beyond what is set aside for refunds or had left before. */
    disputes: z.array(z.extend(dispute, { taken: z.number() })),
    /** From when its money can be paid out; of a yearly payment a twelfth each month. */
    availableFrom: moment,
    /** The first payout after that moment, in which its money went; null: none yet. */
    payout: z.nullable(
      z.object({ _id: id(), status: payoutStatus, amount: z.number(), requestedAt: moment }),
    ),
    /** What may still be given back. */
    refundable: z.number(),
  }),
  failures: [paymentFailures.payment_not_found],
})

const amount = z.pipe(
  z
    .union([z.number(), z.string()])
    .check(z.refine((value) => (centsFromDollars(value) ?? 0) > 0, messages.amountWrong)),
  z.transform((value) => centsFromDollars(value) ?? 0),
)

export const refundAsStaff = route({
  method: 'POST',
  path: '/staff/refunds',
  caller: 'staff:refunds',
  stepUp: 'always',
  summary:
    'Gives a payment back: all that is left of it, or an amount. Support up to $50 of a payment and in a day; more than $500 of a payment waits for a second person. The supporter reads the reason.',
  input: z.object({
    paymentId: id(),
    /** In dollars or rupees, as the payment; absent: all that is left. */
    amount: z.optional(amount),
    reason: requiredText(messages.reasonMissing, REFUND_REASON_MAX_LENGTH),
  }),
  output: z.object({
    /** `waiting`: for a second person. */
    state: z.enum(['made', 'waiting']),
    amount: z.number(),
    currency: z.string(),
  }),
  failures: [
    paymentFailures.payment_not_found,
    refundFailures.refund_too_large,
    failures.refund_limit,
    failures.own_matter,
    failures.approval_open,
  ],
})

export const staffPaymentRoutes = [listStaffPayments, getStaffPayment, refundAsStaff] as const
