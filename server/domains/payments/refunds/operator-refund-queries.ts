import { parseReceiptNumber } from '#contract/payments/receipts.ts'
import type { RefundStatus } from '#contract/payments/refund-status.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'
import { uuidIn } from '#server/platform/ids.ts'

import { isUnansweredFailureSql } from './refund-queries.ts'

/** A payment as the operator sees it. Amounts in cents. */
export interface PaymentForOperator {
  id: string
  providerPaymentId: string
  receiptYear: number | null
  receiptNumber: number | null
  memberName: string
  memberEmail: string
  pageName: string
  planName: string
  interval: string
  kind: string
  currency: string
  amountCents: number
  feeCents: number
  netCents: number
  refundedCents: number
  capturedAt: Date
}

/** By our id, the provider's, or the number of its receipt ("2026-000042", "2026-27/000042"). */
export function findPaymentForOperator(db: Db, reference: string): Promise<PaymentForOperator | null> {
  const receipt = parseReceiptNumber(reference) ?? { year: null, number: null }
  return maybeOne(
    db,
    sql<PaymentForOperator>`select p.id, p.provider_payment_id as "providerPaymentId", r.year as "receiptYear",
        r.number as "receiptNumber", m.name as "memberName", m.email as "memberEmail", c.page_name as "pageName",
        p.plan_name as "planName", p.interval, p.kind, p.currency, p.amount_cents as "amountCents",
        p.fee_cents as "feeCents", p.net_cents as "netCents", p.refunded_cents as "refundedCents",
        p.captured_at as "capturedAt"
      from payments p left join receipts r on r.payment_id = p.id join users m on m.id = p.member_id
        join creators c on c.id = p.creator_id
      where p.id in (
        select ${uuidIn(reference)}::uuid
        union all select named.id from payments named where named.provider_payment_id = ${reference}
        union all select numbered.payment_id from receipts numbered
          where numbered.year = ${receipt.year} and numbered.number = ${receipt.number})`,
  )
}

export interface RefundForOperator {
  id: string
  paymentId: string
  providerPaymentId: string
  memberName: string
  pageName: string
  status: RefundStatus
  origin: string
  decidedBy: string | null
  operator: string
  amountCents: number
  reason: string
  decisionNote: string
  requestedAt: Date
  memberEmail: string
  currency: string
  /** How often the provider refused it, what it said last, and when it is asked again. */
  attempts: number
  refusal: string
  nextAttemptAt: Date | null
  bankReference: string
}

const refunds = sql`select r.id, r.payment_id as "paymentId", p.provider_payment_id as "providerPaymentId",
    m.name as "memberName", c.page_name as "pageName", r.status, r.origin, r.decided_by as "decidedBy", r.operator,
    r.amount_cents as "amountCents", r.reason, r.decision_note as "decisionNote", r.requested_at as "requestedAt",
    m.email as "memberEmail", p.currency, r.attempts, r.refusal, r.next_attempt_at as "nextAttemptAt",
    r.bank_reference as "bankReference"
  from refunds r join payments p on p.id = r.payment_id join users m on m.id = p.member_id
    join creators c on c.id = p.creator_id`

/** Requests that wait for a decision, oldest first. */
export function listWaitingRefunds(db: Db): Promise<RefundForOperator[]> {
  return many(db, sql<RefundForOperator>`${refunds} where r.status = 'requested' order by r.id limit 500`)
}

/** Refunds that are in trouble: refused so far, to be paid by bank transfer, or failed; oldest first. */
export function listTroubledRefunds(db: Db): Promise<RefundForOperator[]> {
  return many(
    db,
    sql<RefundForOperator>`${refunds} where r.status in ('approved', 'manual', 'failed') and (r.status = 'manual'
        or r.status = 'approved' and r.attempts > 0 or ${isUnansweredFailureSql})
      order by r.id limit 500`,
  )
}

export function findRefundForOperator(db: Db, id: string): Promise<RefundForOperator | null> {
  return maybeOne(db, sql<RefundForOperator>`${refunds} where r.id = ${uuidIn(id)}`)
}

/** All refunds requested or made of a payment, in order. */
export function listRefundsOfPayment(db: Db, paymentId: string): Promise<RefundForOperator[]> {
  return many(db, sql<RefundForOperator>`${refunds} where r.payment_id = ${paymentId} order by r.id`)
}

/** Records who decided in the operator's name. */
export async function setOperator(db: Db, refundId: string, operator: string): Promise<void> {
  await run(db, sql`update refunds set operator = ${operator} where id = ${refundId}`)
}
