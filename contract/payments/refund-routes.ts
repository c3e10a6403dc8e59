import * as z from 'zod/mini'

import { id, listInput, moment, optionalText, requiredText } from '../fields.ts'
import { route } from '../http/route.ts'
import { centsFromDollars } from '../money.ts'
import { paymentFailures, refundFailures } from './failures.ts'
import { refundMessages as messages } from './messages.ts'
import { REFUND_REASON_MAX_LENGTH } from './refund-rules.ts'
import { refundStatus } from './refund-status.ts'
import { REFUND_WINDOW_DAYS } from './refund-window.ts'

/** Dollars or rupees in, whole cents or paise out. */
const amountField = z.optional(
  z.pipe(
    z
      .union([z.number(), z.string()], { error: messages.amountInvalid })
      .check(z.refine((amount) => (centsFromDollars(amount) ?? 0) > 0, { error: messages.amountInvalid })),
    z.transform((amount) => centsFromDollars(amount) ?? 0),
  ),
)

export const requestRefund = route({
  method: 'POST',
  path: '/refund/request',
  caller: 'owner',
  summary: `Requests a refund of one of the caller's own payments, within ${REFUND_WINDOW_DAYS} days; a hardly used membership is refunded at once, and a refund that did not arrive is sent again.`,
  input: z.object({
    paymentId: id(),
    reason: requiredText(messages.reasonRequired, REFUND_REASON_MAX_LENGTH),
  }),
  output: z.object({ msg: z.string(), _id: id(), status: refundStatus }),
  failures: [
    paymentFailures.payment_not_found,
    refundFailures.refund_window_over,
    refundFailures.refund_exists,
    refundFailures.refund_disputed,
    refundFailures.refund_too_large,
  ],
})

/** A refund for a creator to decide on. Amounts in the payment's currency. */
const refundRow = z.object({
  _id: id(),
  paymentId: id(),
  supporter: z.object({ name: z.string() }),
  plan: z.object({ name: z.string() }),
  /** The amount paid, and how much of it is or was refunded. */
  paid: z.number(),
  amount: z.number(),
  currency: z.string(),
  paidAt: moment,
  reason: z.string(),
  status: refundStatus,
  requestedAt: moment,
  decidedAt: z.nullable(moment),
  decisionNote: z.string(),
  /** Posts of the plan: how many there are, and how many of them the supporter has opened. */
  posts: z.object({ opened: z.number(), total: z.number() }),
})

export const getRefunds = route({
  method: 'GET',
  path: '/refund/getRefunds',
  caller: 'creator',
  summary:
    "Refunds to the caller's supporters, newest first; those with `status=requested` are waiting for a decision.",
  input: z.object({ ...listInput, status: z.optional(refundStatus) }),
  output: z.array(refundRow),
  failures: [],
})

export const decideRefund = route({
  method: 'POST',
  path: '/refund/decide/:refundId',
  caller: 'owner',
  stepUp: 'always',
  summary: "Approves a refund request of one of the caller's supporters, in full or in part, or declines it.",
  input: z.object({
    refundId: id(),
    decision: z.enum(['approve', 'decline']),
    /** All that is left of the payment, unless given. */
    amount: amountField,
    /** The supporter reads it. */
    note: optionalText(REFUND_REASON_MAX_LENGTH),
  }),
  output: z.object({ msg: z.string(), _id: id(), status: refundStatus }),
  failures: [refundFailures.refund_not_found, refundFailures.refund_decided, refundFailures.refund_too_large],
})

export const giveRefund = route({
  method: 'POST',
  path: '/refund/give/:paymentId',
  caller: 'owner',
  stepUp: 'always',
  summary: "Refunds a payment of one of the caller's supporters, in full or in part, without a request.",
  input: z.object({
    paymentId: id(),
    amount: amountField,
    reason: requiredText(messages.giveReasonRequired, REFUND_REASON_MAX_LENGTH),
  }),
  output: z.object({ msg: z.string(), _id: id(), status: refundStatus }),
  failures: [
    paymentFailures.payment_not_found,
    refundFailures.refund_too_large,
    refundFailures.refund_exists,
  ],
})

export const retryRefund = route({
  method: 'POST',
  path: '/refund/retry/:refundId',
  caller: 'owner',
  summary:
    'Sends a refund again that did not arrive. For the supporter who is to get it, and for the creator who pays it.',
  input: z.object({ refundId: id() }),
  output: z.object({ msg: z.string(), _id: id(), status: refundStatus }),
  failures: [
    refundFailures.refund_not_found,
    refundFailures.refund_not_failed,
    refundFailures.refund_disputed,
    refundFailures.refund_too_large,
  ],
})

export const refundRoutes = [requestRefund, getRefunds, decideRefund, giveRefund, retryRefund] as const
