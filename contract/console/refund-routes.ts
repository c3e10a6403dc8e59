import * as z from 'zod/mini'

import { id, moment, optionalText } from '../fields.ts'
import { route } from '../http/route.ts'
import { paymentFailures, refundFailures } from '../payments/failures.ts'
import { REFUND_REASON_MAX_LENGTH } from '../payments/refund-rules.ts'
import { refundStatus } from '../payments/refund-status.ts'
import { consoleFailures as failures } from './failures.ts'

const BANK_REFERENCE_MAX_LENGTH = 100

/**
 * `decline`: a request that waits. `retry`: now, what the provider refused or failed to make. `transfer`: pay that from
 * our bank account instead. `paid`: it was, with the bank's reference.
 */
const REFUND_ACTS = ['decline', 'retry', 'transfer', 'paid'] as const

export const listStaffRefunds = route({
  method: 'GET',
  path: '/staff/refunds',
  caller: 'staff:refunds',
  summary:
    'Refund requests that wait for a decision, or refunds in trouble: refused so far, to be paid by bank transfer, or failed. The oldest first; up to 500.',
  input: z.object({ queue: z.optional(z.enum(['requested', 'troubled'])) }),
  output: z.array(
    z.object({
      _id: id(),
      paymentId: id(),
      memberName: z.string(),
      pageName: z.string(),
      status: refundStatus,
      amount: z.number(),
      currency: z.string(),
      reason: z.string(),
      requestedAt: moment,
      /** How often the provider refused it, what it said last, and when it is asked again. */
      attempts: z.number(),
      refusal: z.string(),
      nextAttemptAt: z.nullable(moment),
    }),
  ),
  failures: [],
})

export const actOnRefund = route({
  method: 'POST',
  path: '/staff/refunds/:refundId/act',
  caller: 'staff:refunds',
  stepUp: 'always',
  summary: 'What is done about one refund. The supporter reads why their request is declined.',
  input: z.object({
    refundId: id(),
    act: z.enum(REFUND_ACTS),
    /** Of `decline`. */
    reason: optionalText(REFUND_REASON_MAX_LENGTH),
    /** Of `paid`. */
    bankReference: optionalText(BANK_REFERENCE_MAX_LENGTH),
  }),
  output: z.object({ refundId: id() }),
  failures: [
    refundFailures.refund_not_found,
    refundFailures.refund_not_failed,
    refundFailures.refund_not_manual,
    refundFailures.refund_disputed,
    refundFailures.refund_too_large,
    paymentFailures.payment_not_found,
    failures.own_matter,
    failures.refund_limit,
    failures.second_person,
    failures.words_missing,
  ],
})

export const staffRefundRoutes = [listStaffRefunds, actOnRefund] as const
