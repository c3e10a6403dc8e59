import type * as z from 'zod/mini'

import * as contract from '#contract/console/dispute-routes.ts'
import { deskFailures as failures } from '#contract/console/desk-failures.ts'
import type { FailureSpec } from '#contract/http/route.ts'
import { dollarsFromCents } from '#contract/money.ts'
import { formatReceiptNumber } from '#contract/payments/receipts.ts'
import { giveEvidence, type NoAnswer } from '#server/domains/payments/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForStaff } from '#server/platform/http/implement.ts'

import {
  type AnswerRow,
  type DisputeLineRow,
  type DisputeRow,
  findDisputeRow,
  listAnswers,
  listDisputeLines,
} from './dispute-list-queries.ts'

const PER_PAGE = 50

type Whole = z.infer<typeof contract.getDispute.output>

const NO_ANSWER: Record<NoAnswer, FailureSpec> = {
  unknown: failures.dispute_not_found,
  suspected: failures.dispute_suspected,
  settled: failures.dispute_settled,
  answered: failures.dispute_answered,
  pictures: failures.evidence_refused,
}

function presentLine(row: DisputeLineRow) {
  return {
    _id: row.id,
    status: row.status,
    phase: row.phase,
    amount: dollarsFromCents(row.amountCents),
    currency: row.currency,
    openedAt: row.openedAt.toISOString(),
    respondBy: row.respondBy?.toISOString() ?? null,
    settledAt: row.settledAt?.toISOString() ?? null,
    evidence: row.evidence,
    member: { _id: row.memberId, name: row.memberName },
    page: { handle: row.handle, name: row.pageName },
  }
}

function timelineOf(row: DisputeRow, answers: readonly AnswerRow[]): Whole['timeline'] {
  const moments: [Date | null, Whole['timeline'][number]['kind']][] = [
    [row.capturedAt, 'paid'],
    [row.openedAt, 'opened'],
    ...answers.flatMap(({ givenAt, settledAt, state }): typeof moments => [
      [givenAt, 'answered'],
      ...(state === 'queued' ? [] : [[settledAt, state] as (typeof moments)[number]]),
    ]),
    // The day an answer was due says nothing once the bank has decided.
    [row.settledAt === null ? row.respondBy : null, 'due'],
    [row.settledAt, 'settled'],
  ]
  return moments
    .flatMap(([at, kind]) => (at === null ? [] : [{ at: at.toISOString(), kind }]))
    .toSorted((a, b) => a.at.localeCompare(b.at))
}

function present(row: DisputeRow, answers: readonly AnswerRow[]): Whole {
  return {
    ...presentLine(row),
    reason: row.reason,
    payment: {
      _id: row.paymentId,
      providerPaymentId: row.providerPaymentId,
      amount: dollarsFromCents(row.paidCents),
      fee: dollarsFromCents(row.feeCents),
      net: dollarsFromCents(row.netCents),
      refunded: dollarsFromCents(row.refundedCents),
      planName: row.planName,
      capturedAt: row.capturedAt.toISOString(),
      receiptNumber: formatReceiptNumber(row.receiptYear, row.receiptNumber),
    },
    use: {
      memberSince: row.memberSince.toISOString(),
      paymentCount: row.paymentCount,
      openedCount: row.openedCount,
      lastOpenedAt: row.lastOpenedAt?.toISOString() ?? null,
    },
    timeline: timelineOf(row, answers),
    answers: answers.map(({ id, text, pictureCount, state, refusal, by, givenAt }) => {
      return { _id: id, text, pictureCount, state, refusal, by, givenAt: givenAt.toISOString() }
    }),
    canAnswer:
      row.status === 'open' &&
      !answers.some(({ phase, state }) => phase === row.phase && state !== 'refused'),
  }
}

export const disputeImplementations: Implementation[] = [
  implementForStaff(contract.listDisputes, async (db, { input }) => {
    const { queue = 'waiting', cursor = null, limit = PER_PAGE } = input
    return (await listDisputeLines(db, { queue, cursor, limit })).map(presentLine)
  }),

  implementForStaff(contract.getDispute, async (db, { input: { disputeId } }) => {
    const row = await findDisputeRow(db, disputeId)
    if (!row) throw new Failure(failures.dispute_not_found)
    return present(row, await listAnswers(db, disputeId))
  }),

  implementForStaff(contract.answerDispute, async (db, { input, staff, now }) => {
    const { disputeId, text, mediaIds = [] } = input
    const givenBy = staff.actor.kind === 'user' ? staff.actor.id : null
    const answer = { providerDisputeId: disputeId, text, mediaIds, givenBy }
    const given = await giveEvidence(db, answer, now)
    if ('refusedAs' in given) throw new Failure(NO_ANSWER[given.refusedAs])
    staff.audit({
      action: 'answer-dispute',
      subject: { kind: 'payment', id: given.paymentId },
      reason: null,
      before: { dispute: disputeId, evidence: 'none' },
      after: {
        dispute: disputeId,
        phase: given.phase,
        evidence: given.evidenceId,
        pictures: mediaIds.length,
      },
    })
    return { evidenceId: given.evidenceId }
  }),
]
