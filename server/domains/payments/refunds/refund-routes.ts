import { dollarsFromCents } from '#contract/money.ts'
import { refundMessages as messages } from '#contract/payments/messages.ts'
import * as contract from '#contract/payments/refund-routes.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { listRefundsOfCreator } from './refund-list-queries.ts'
import { retryRefund } from './refund-retries.ts'
import { decideRefund, giveRefund, requestRefund } from './refunds.ts'

const REFUNDS_PER_PAGE = 50

/** More than anyone has payments of one week. */
const requestsPerMember: Limit = { name: 'request-refund', points: 30, windowSeconds: 3600 }

export const refundImplementations: Implementation[] = [
  implementForMember(
    contract.requestRefund,
    async (db, { input, viewer, now }) => {
      const { id, status } = await requestRefund(db, viewer, { ...input, now })
      return { msg: status === 'requested' ? messages.requested : messages.automatic, _id: id, status }
    },
    { limits: [{ limit: requestsPerMember, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForMember(contract.getRefunds, async (db, { input, viewer, now }) => {
    if (viewer.creatorId === null) return []
    const refunds = await listRefundsOfCreator(db, viewer.creatorId, {
      beforeId: input.cursor ?? null,
      limit: input.limit ?? REFUNDS_PER_PAGE,
      status: input.status ?? null,
      now,
    })
    return refunds.map((refund) => ({
      _id: refund.id,
      paymentId: refund.paymentId,
      supporter: { name: refund.supporterName },
      plan: { name: refund.planName },
      paid: dollarsFromCents(refund.paidCents),
      amount: dollarsFromCents(refund.amountCents),
      currency: refund.currency,
      paidAt: refund.paidAt.toISOString(),
      reason: refund.reason,
      status: refund.status,
      requestedAt: refund.requestedAt.toISOString(),
      decidedAt: refund.decidedAt?.toISOString() ?? null,
      decisionNote: refund.decisionNote,
      posts: { opened: refund.openedCount, total: refund.totalCount },
    }))
  }),

  implementForMember(contract.decideRefund, async (db, { input, viewer, now }) => {
    const isApproved = input.decision === 'approve'
    const { id, status } = await decideRefund(db, viewer, {
      refundId: input.refundId,
      isApproved,
      amountCents: input.amount ?? null,
      note: input.note ?? '',
      now,
    })
    return { msg: isApproved ? messages.approved : messages.declined, _id: id, status }
  }),

  implementForMember(contract.giveRefund, async (db, { input, viewer, now }) => {
    const { id, status } = await giveRefund(db, viewer, {
      paymentId: input.paymentId,
      amountCents: input.amount ?? null,
      reason: input.reason,
      now,
    })
    return { msg: messages.approved, _id: id, status }
  }),

  implementForMember(
    contract.retryRefund,
    async (db, { input, viewer, now }) => {
      const { id, status } = await retryRefund(db, viewer, { refundId: input.refundId, now })
      return { msg: messages.sentAgain, _id: id, status }
    },
    { limits: [{ limit: requestsPerMember, by: (call) => call.viewer?.id ?? call.ip }] },
  ),
]
