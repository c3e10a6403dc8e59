import * as z from 'zod/mini'

import { id, listInput, moment, requiredText } from '../fields.ts'
import { route } from '../http/route.ts'
import { disputeStatus } from '../payments/dispute-status.ts'
import {
  DISPUTE_MOMENTS,
  DISPUTE_QUEUES,
  EVIDENCE_MAX_LENGTH,
  EVIDENCE_PICTURES_MAX,
  EVIDENCE_STATES,
} from './dispute-rules.ts'
import { deskFailures as failures } from './desk-failures.ts'

/** The provider's id of a dispute. */
const disputeId = z.string().check(z.regex(/^disp_[A-Za-z0-9]{1,40}$/, failures.dispute_not_found.message))

const disputeLine = {
  _id: z.string(),
  status: disputeStatus,
  /** How far the bank has got: fraud, retrieval, chargeback, pre_arbitration or arbitration; '' if it didn't say. */
  phase: z.string(),
  amount: z.number(),
  currency: z.string(),
  openedAt: moment,
  /** Until when the bank waits for an answer; null: unknown. */
  respondBy: z.nullable(moment),
  settledAt: z.nullable(moment),
  evidence: z.enum(EVIDENCE_STATES),
  member: z.object({ _id: id(), name: z.string() }),
  page: z.object({ handle: z.string(), name: z.string() }),
}

export const listDisputes = route({
  method: 'GET',
  path: '/staff/disputes',
  caller: 'staff:disputes',
  summary:
    'What banks ask back: those that wait, due first, or those that were decided, the latest first. Up to 100 a page.',
  input: z.object({
    queue: z.optional(z.enum(DISPUTE_QUEUES)),
    /** The `_id` of the last row seen. */
    cursor: z.optional(disputeId),
    limit: listInput.limit,
  }),
  output: z.array(z.object(disputeLine)),
  failures: [],
})

export const getDispute = route({
  method: 'GET',
  path: '/staff/disputes/:disputeId',
  caller: 'staff:disputes',
  summary: 'One dispute with its payment, what happened when, and what speaks for the page.',
  input: z.object({ disputeId }),
  output: z.object({
    ...disputeLine,
    /** The bank's code for why; '' if it gave none. */
    reason: z.string(),
    payment: z.object({
      _id: id(),
      providerPaymentId: z.string(),
      amount: z.number(),
      fee: z.number(),
      net: z.number(),
      refunded: z.number(),
      planName: z.string(),
      capturedAt: moment,
      receiptNumber: z.string(),
    }),
    /** What is known about the use of what was paid for. */
    use: z.object({
      memberSince: moment,
      paymentCount: z.number(),
      /** Posts for members that were opened since this payment. */
      openedCount: z.number(),
      lastOpenedAt: z.nullable(moment),
    }),
    /** The earliest first; a moment may lie ahead. */
    timeline: z.array(z.object({ at: moment, kind: z.enum(DISPUTE_MOMENTS) })),
    /** The latest first. */
    answers: z.array(
      z.object({
        _id: id(),
        text: z.string(),
        pictureCount: z.number(),
        state: z.enum(EVIDENCE_STATES),
        /** Why the provider didn't take it; '' if it did. */
        refusal: z.string(),
        /** null: a command beside the database. */
        by: z.nullable(z.string()),
        givenAt: moment,
      }),
    ),
    /** Whether it can be answered now. */
    canAnswer: z.boolean(),
  }),
  failures: [failures.dispute_not_found],
})

export const answerDispute = route({
  method: 'POST',
  path: '/staff/disputes/:disputeId/evidence',
  caller: 'staff:disputes',
  stepUp: 'always',
  summary:
    'Answers the bank: the text and up to ten pictures are sent to the payment provider. There is one answer; it cannot be changed afterwards.',
  input: z.object({
    disputeId,
    text: requiredText('Write what the bank should know.', EVIDENCE_MAX_LENGTH),
    mediaIds: z.optional(
      z.array(id()).check(z.maxLength(EVIDENCE_PICTURES_MAX, failures.evidence_refused.message)),
    ),
  }),
  output: z.object({ evidenceId: id() }),
  failures: [
    failures.dispute_not_found,
    failures.dispute_settled,
    failures.dispute_answered,
    failures.dispute_suspected,
    failures.evidence_refused,
  ],
})

export const disputeRoutes = [listDisputes, getDispute, answerDispute] as const
