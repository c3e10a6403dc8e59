import type { DisputeQueue, EvidenceState } from '#contract/console/dispute-rules.ts'
import type { DisputeStatus } from '#contract/payments/dispute-status.ts'
import { disputeQueueOrder, disputeQueueSql, disputesSql } from '#server/domains/payments/service.ts'
import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

export interface DisputeLineRow {
  id: string
  status: DisputeStatus
  phase: string
  amountCents: number
  currency: string
  openedAt: Date
  respondBy: Date | null
  settledAt: Date | null
  evidence: EvidenceState
  memberId: string
  memberName: string
  handle: string
  pageName: string
}

const line = sql`d.id, d.status, d.phase, d.amount_cents as "amountCents", p.currency, d.opened_at as "openedAt",
  d.respond_by as "respondBy", d.settled_at as "settledAt", coalesce((select e.state from dispute_evidence e
    where e.provider_dispute_id = d.id order by e.id desc limit 1), 'none') as evidence,
  m.id as "memberId", m.name as "memberName", c.handle, c.page_name as "pageName"`

const joined = (disputes: ReturnType<typeof sql>) => sql`${disputes} d join payments p on p.id = d.payment_id
  join users m on m.id = p.member_id join creators c on c.id = p.creator_id`

/** Waiting ones by the day an answer is due, settled ones with the latest first. */
export function listDisputeLines(
  db: Db,
  given: { queue: DisputeQueue; cursor: string | null; limit: number },
): Promise<DisputeLineRow[]> {
  return many(
    db,
    sql<DisputeLineRow>`select ${line} from ${joined(disputeQueueSql(given))}
      order by ${disputeQueueOrder(given.queue)} limit ${given.limit}`,
  )
}

export interface DisputeRow extends DisputeLineRow {
  reason: string
  paymentId: string
  providerPaymentId: string
  paidCents: number
  feeCents: number
  netCents: number
  refundedCents: number
  planName: string
  capturedAt: Date
  receiptYear: number | null
  receiptNumber: number | null
  memberSince: Date
  paymentCount: number
  openedCount: number
  lastOpenedAt: Date | null
}

export function findDisputeRow(db: Db, id: string): Promise<DisputeRow | null> {
  return maybeOne(
    db,
    sql<DisputeRow>`select ${line}, coalesce(
          (select reason from disputes where provider_dispute_id = d.id),
          (select reason from fraud_suspicions where provider_dispute_id = d.id), '') as reason,
        p.id as "paymentId", p.provider_payment_id as "providerPaymentId", p.amount_cents as "paidCents",
        p.fee_cents as "feeCents", p.net_cents as "netCents", p.refunded_cents as "refundedCents",
        plans.name as "planName", p.captured_at as "capturedAt", r.year as "receiptYear", r.number as "receiptNumber",
        s.created_at as "memberSince", (select count(*)::integer from payments own
          where own.subscription_id = p.subscription_id) as "paymentCount",
        opened.count as "openedCount", opened.last as "lastOpenedAt"
      from ${joined(disputesSql)} join plans on plans.id = p.plan_id join subscriptions s on s.id = p.subscription_id
        left join receipts r on r.payment_id = p.id
        cross join lateral (select count(*)::integer as count, max(o.opened_at) as last
          from post_openings o join posts on posts.id = o.post_id
          where o.member_id = p.member_id and posts.creator_id = p.creator_id and o.opened_at >= p.captured_at) opened
      where d.id = ${id}`,
  )
}

export interface AnswerRow {
  id: string
  text: string
  pictureCount: number
  state: 'queued' | 'sent' | 'refused'
  refusal: string
  by: string | null
  givenAt: Date
  settledAt: Date | null
  phase: string
}

/** The latest first; a dispute has one a phase, and those that were refused. */
export function listAnswers(db: Db, disputeId: string): Promise<AnswerRow[]> {
  return many(
    db,
    sql<AnswerRow>`select e.id, e.text, e.state, e.refusal, e.phase, u.name as by, e.given_at as "givenAt",
        e.settled_at as "settledAt",
        (select count(*)::integer from dispute_evidence_media m where m.evidence_id = e.id) as "pictureCount"
      from dispute_evidence e left join users u on u.id = e.given_by
      where e.provider_dispute_id = ${disputeId} order by e.id desc limit 20`,
  )
}
