import type { Currency } from '#contract/money.ts'
import type { RefundStatus } from '#contract/payments/refund-status.ts'
import type { DisputeStatus } from '#contract/payments/dispute-status.ts'
import type { PayoutStatus } from '#contract/payouts/routes.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import { disputesSql, leftCentsSql } from '#server/domains/payments/service.ts'
import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

export interface PaymentLineRow {
  id: string
  capturedAt: Date
  amountCents: number
  currency: Currency
  refundedCents: number
  isDisputed: boolean
  memberId: string
  memberName: string
  creatorId: string
  pageName: string
  handle: string
  planName: string
  receiptYear: number | null
  receiptNumber: number | null
}

const line = sql`p.id, p.captured_at as "capturedAt", p.amount_cents as "amountCents", p.currency,
  p.refunded_cents as "refundedCents",
  exists (select from ${disputesSql} asked where asked.payment_id = p.id) as "isDisputed",
  p.member_id as "memberId", m.name as "memberName", p.creator_id as "creatorId", c.page_name as "pageName", c.handle,
  p.plan_name as "planName", r.year as "receiptYear", r.number as "receiptNumber"`
const from = sql`from payments p join users m on m.id = p.member_id join creators c on c.id = p.creator_id
  left join receipts r on r.payment_id = p.id`

/** What names exactly one payment; each form has its index. */
export type PaymentReference =
  | { by: 'id'; id: string }
  | { by: 'provider'; id: string }
  | { by: 'receipt'; year: number; number: number }

function isNamed(reference: PaymentReference) {
  if (reference.by === 'id') return sql`p.id = ${reference.id}`
  if (reference.by === 'provider') return sql`p.provider_payment_id = ${reference.id}`
  return sql`p.id = (select payment_id from receipts where year = ${reference.year} and number = ${reference.number})`
}

/** Payments, the newest first. */
export function listPayments(
  db: Db,
  filter: {
    reference: PaymentReference | null
    userId: string | null
    creatorId: string | null
    standing: 'all' | 'refunded' | 'disputed'
    beforeId: string | null
    limit: number
  },
): Promise<PaymentLineRow[]> {
  const { reference, userId, creatorId, standing, beforeId, limit } = filter
  const conditions = [
    sql`true`,
    ...(reference === null ? [] : [isNamed(reference)]),
    ...(userId === null ? [] : [sql`p.member_id = ${userId}`]),
    ...(creatorId === null ? [] : [sql`p.creator_id = ${creatorId}`]),
    ...(standing === 'refunded' ? [sql`p.refunded_cents > 0`] : []),
    ...(standing === 'disputed'
      ? [sql`p.id in (select payment_id from disputes union all select payment_id from fraud_suspicions)`]
      : []),
    ...(beforeId === null ? [] : [sql`p.id < ${beforeId}`]),
  ]
  return many(
    db,
    sql<PaymentLineRow>`select ${line} ${from} where ${sql.join(conditions, sql` and `)}
      order by p.id desc limit ${limit}`,
  )
}

export interface WholePaymentRow extends PaymentLineRow {
  providerPaymentId: string
  subscriptionId: string
  ownerId: string
  kind: 'period' | 'difference'
  interval: BillingInterval
  periodFrom: Date
  periodUntil: Date
  carriedCents: number
  number: number
  membershipSince: Date
  membershipStatus: string
  feeCents: number
  feeBasisPoints: number
  netCents: number
  providerFeeMinor: number | null
  providerTaxMinor: number | null
  providerFeeCurrency: string | null
  /** What may still be given back. */
  leftCents: number
}

export function findPayment(db: Db, id: string): Promise<WholePaymentRow | null> {
  return maybeOne(
    db,
    sql<WholePaymentRow>`select ${line}, p.provider_payment_id as "providerPaymentId",
        p.subscription_id as "subscriptionId", c.user_id as "ownerId", p.kind, p.interval, p.period_from as "periodFrom",
        p.period_until as "periodUntil", p.carried_cents as "carriedCents",
        (select count(*)::int from payments e where e.subscription_id = p.subscription_id and e.id <= p.id) as number,
        coalesce(s.activated_at, s.created_at) as "membershipSince", s.status as "membershipStatus",
        p.fee_cents as "feeCents", p.fee_basis_points as "feeBasisPoints", p.net_cents as "netCents",
        p.provider_fee_minor as "providerFeeMinor", p.provider_tax_minor as "providerTaxMinor",
        p.provider_fee_currency as "providerFeeCurrency",
        ${leftCentsSql(sql`p`)} as "leftCents"
      ${from} join subscriptions s on s.id = p.subscription_id where p.id = ${id}`,
  )
}

export interface RefundOfPaymentRow {
  id: string
  status: RefundStatus
  isReplaced: boolean
  amountCents: number
  feeCents: number
  netCents: number
  origin: string
  reason: string
  requestedAt: Date
}

export function listRefundsOf(db: Db, paymentId: string): Promise<RefundOfPaymentRow[]> {
  return many(
    db,
    sql<RefundOfPaymentRow>`select id, status,
        num_nonnulls(replaced_by, replaced_by_dispute) > 0 as "isReplaced", amount_cents as "amountCents", fee_cents as "feeCents", net_cents as "netCents",
        origin, case when decision_note = '' then reason else decision_note end as reason, requested_at as "requestedAt"
      from refunds where payment_id = ${paymentId} order by id limit 50`,
  )
}

export interface DisputeOfPaymentRow {
  status: DisputeStatus
  amountCents: number
  borneCents: number
  takenCents: number
  openedAt: Date
  respondBy: Date | null
  settledAt: Date | null
}

export function listDisputesOf(db: Db, paymentId: string): Promise<DisputeOfPaymentRow[]> {
  return many(
    db,
    sql<DisputeOfPaymentRow>`select d.status, d.amount_cents as "amountCents", d.borne_cents as "borneCents", d.taken_cents as "takenCents",
        d.opened_at as "openedAt", d.respond_by as "respondBy", d.settled_at as "settledAt"
      from ${disputesSql} d where d.payment_id = ${paymentId} order by d.opened_at, d.id limit 10`,
  )
}

export interface FirstPayoutRow {
  id: string
  status: PayoutStatus
  amountCents: number
  requestedAt: Date
}

/** A payout takes all that is available: the first one after a moment has what became available until then. */
export function findFirstPayoutAfter(
  db: Db,
  { creatorId, currency, after }: { creatorId: string; currency: string; after: Date },
): Promise<FirstPayoutRow | null> {
  return maybeOne(
    db,
    sql<FirstPayoutRow>`select id, status, amount_cents as "amountCents", requested_at as "requestedAt" from payouts
      where creator_id = ${creatorId} and currency = ${currency} and requested_at >= ${after}
        and status not in ('failed', 'reversed') order by id limit 1`,
  )
}
