import type { DisputeStatus } from '#contract/payments/dispute-status.ts'
import type { RefundStatus } from '#contract/payments/refund-status.ts'
import type { PaymentStanding } from '#contract/payments/rules.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

import type { Purchase } from './insert-payment-queries.ts'
import { disputesSql } from './disputes/dispute-queries.ts'
import { leftCentsSql } from './locked-payment-queries.ts'

/** Whether it was new; the first amount the provider reports stays. */
export async function setProviderFee(
  db: Db,
  providerPaymentId: string,
  fee: { feeMinor: number; taxMinor: number; currency: string; baseAmountMinor: number },
): Promise<boolean> {
  const changed = await run(
    db,
    sql`update payments set provider_fee_minor = ${fee.feeMinor}, provider_tax_minor = ${fee.taxMinor},
        provider_fee_currency = ${fee.currency}, base_amount_minor = ${fee.baseAmountMinor}
      where provider_payment_id = ${providerPaymentId} and provider_fee_minor is null`,
  )
  return changed > 0
}

/** Charges since then whose fee the provider hasn't reported, newest first; at most 200. */
export async function listChargesWithoutFee(db: Db, since: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select provider_payment_id as id from payments
      where provider_fee_minor is null and captured_at > ${since} order by captured_at desc limit 200`,
  )
  return rows.map(({ id }) => id)
}

/** Where a charge went. */
export interface FeeBreakdownRow {
  currency: string
  amountCents: number
  feeBasisPoints: number
  feeCents: number
  netCents: number
  providerFeeMinor: number | null
  providerFeeCurrency: string | null
  baseAmountMinor: number | null
}

const feeBreakdown = sql`p.currency, p.amount_cents as "amountCents", p.fee_basis_points as "feeBasisPoints",
  p.fee_cents as "feeCents", p.net_cents as "netCents", p.provider_fee_minor as "providerFeeMinor",
  p.provider_fee_currency as "providerFeeCurrency", p.base_amount_minor as "baseAmountMinor"`

/** The newest refund of a payment; nulls where there is none. */
export interface NewestRefund {
  refundId: string | null
  refundStatus: RefundStatus | null
  refundCents: number | null
  /** How often the provider refused it. */
  refundAttempts: number | null
  /** What a bank has to do with it. */
  refundBank: 'deciding' | 'returned' | null
}

const newestRefund = sql`refund.id as "refundId", refund.status as "refundStatus",
  refund.amount_cents as "refundCents", refund.attempts as "refundAttempts",
  case when refund.replaced_by_dispute is not null then 'returned'
    when refund.status in ('requested', 'approved', 'manual', 'failed') and exists (select from disputes asking
      where asking.payment_id = p.id and asking.status = 'open') then 'deciding' end as "refundBank"`

const joinNewestRefund = sql`left join lateral (select r.id, r.status, r.amount_cents, r.attempts,
    r.replaced_by_dispute from refunds r
  where r.payment_id = p.id order by r.id desc limit 1) refund on true`

/** Bank inquiries about a payment, open or past, newest first; at most ten. */
export interface DisputesOfPayment {
  disputes: {
    status: DisputeStatus
    currency: string
    amountCents: number
    borneCents: number
    openedAt: string
    respondBy: string | null
    settledAt: string | null
  }[]
}

const disputesOfPayment = sql`coalesce((select json_agg(json_build_object('status', d.status, 'currency', p.currency,
      'amountCents', d.amount_cents, 'borneCents', d.borne_cents, 'openedAt', d.opened_at, 'respondBy', d.respond_by, 'settledAt', d.settled_at)
      order by d.opened_at desc, d.id)
    from (select * from ${disputesSql} asked where asked.payment_id = p.id
      order by asked.opened_at desc, asked.id limit 10) d), '[]'::json) as disputes`

export interface PaymentRow extends FeeBreakdownRow, NewestRefund, DisputesOfPayment {
  id: string
  memberId: string
  memberName: string
  planName: string
  interval: BillingInterval
  refundedCents: number
  leftCents: number
  capturedAt: Date
}

/** Which payments of a page; null: all of them. */
export interface PaymentFilter {
  /** Of these supporters. */
  memberIds: readonly string[] | null
  /** Of supporters with this in their name; slow where few have it, then `memberIds` says who they are. */
  name: string | null
  planId: string | null
  /** When it came; `until` is excluded. */
  from: Date | null
  until: Date | null
  standing: PaymentStanding | null
}

/** Only what is asked for is in the statement, so that each filter has its index. */
function filterSql(creatorId: string, { memberIds, name, planId, from, until, standing }: PaymentFilter) {
  return sql.join(
    [
      sql`p.creator_id = ${creatorId}`,
      ...(memberIds === null ? [] : [sql`p.member_id = any(${[...memberIds]}::uuid[])`]),
      ...(name === null ? [] : [sql`position(lower(${name}::text) in lower(u.name)) > 0`]),
      ...(planId === null ? [] : [sql`p.plan_id = ${planId}`]),
      ...(from === null || until === null
        ? []
        : [sql`p.captured_at >= ${from} and p.captured_at < ${until}`]),
      ...(standing === 'refunded' ? [sql`p.refunded_cents > 0`] : []),
      ...(standing === 'disputed'
        ? [sql`p.id in (select payment_id from disputes union all select payment_id from fraud_suspicions)`]
        : []),
    ],
    sql` and `,
  )
}

/** Of all people with such a name, who may be members of other pages, so many are looked at. */
const LOOKED_AT = 2000

/**
 * People with this in their name who are or were members of a page. null: there are more than `limit`, or more people with
 * such a name than are worth looking at; or it is shorter than the three signs that names are indexed by.
 */
export async function listPayersNamed(
  db: Db,
  creatorId: string,
  name: string,
  limit: number = LOOKED_AT,
): Promise<string[] | null> {
  const { memberIds } = await one(
    db,
    // Each is looked up: how many have the name isn't known to the planner, which would read all of the page's members.
    sql<{ memberIds: string[] | null }>`with named as materialized (select u.id from users u
        where cardinality(name_threes(${name}::text)) > 0 and name_threes(u.name) @> name_threes(${name}::text)
          and position(lower(${name}::text) in lower(u.name)) > 0
        limit ${LOOKED_AT + 1})
      select case when cardinality(name_threes(${name}::text)) > 0 and (select count(*) from named) <= ${LOOKED_AT}
        then array(select n.id from named n cross join lateral (select from subscriptions s
          where s.member_id = n.id and s.creator_id = ${creatorId} limit 1) own) end as "memberIds"`,
  )
  return memberIds === null || memberIds.length > limit ? null : memberIds
}

/** What a page's supporters paid, newest first. */
export function listPaymentsOfCreator(
  db: Db,
  creatorId: string,
  page: { beforeId: string | null; limit: number },
  filter: PaymentFilter,
): Promise<PaymentRow[]> {
  return many(
    db,
    sql<PaymentRow>`select p.id, p.member_id as "memberId", u.name as "memberName", p.plan_name as "planName", p.interval,
        p.refunded_cents as "refundedCents", ${leftCentsSql(sql`p`)} as "leftCents", p.captured_at as "capturedAt", ${feeBreakdown}, ${newestRefund},
        ${disputesOfPayment}
      from payments p join users u on u.id = p.member_id ${joinNewestRefund}
      where ${filterSql(creatorId, filter)} and (${page.beforeId}::uuid is null or p.id < ${page.beforeId}::uuid)
      order by p.id desc limit ${page.limit}`,
  )
}

export interface OwnPaymentRow extends FeeBreakdownRow, NewestRefund, DisputesOfPayment {
  id: string
  providerPaymentId: string
  pageName: string
  handle: string
  kind: Purchase['kind']
  planName: string
  interval: BillingInterval
  periodFrom: Date
  periodUntil: Date
  carriedCents: number
  refundedCents: number
  /** null while it has no number, which is a second. */
  receiptYear: number | null
  receiptNumber: number | null
  capturedAt: Date
}

const ownPayments = sql`select p.id, p.provider_payment_id as "providerPaymentId", c.page_name as "pageName", c.handle,
    p.kind, p.plan_name as "planName", p.interval, p.period_from as "periodFrom", p.period_until as "periodUntil",
    p.carried_cents as "carriedCents",
    ${feeBreakdown}, p.captured_at as "capturedAt",
    p.refunded_cents as "refundedCents", r.year as "receiptYear", r.number as "receiptNumber", ${newestRefund},
    ${disputesOfPayment}
  from payments p left join receipts r on r.payment_id = p.id join creators c on c.id = p.creator_id ${joinNewestRefund}`

/** What a member paid, newest first. */
export function listPaymentsOfMember(
  db: Db,
  memberId: string,
  page: { beforeId: string | null; limit: number },
): Promise<OwnPaymentRow[]> {
  return many(
    db,
    sql<OwnPaymentRow>`${ownPayments}
      where p.member_id = ${memberId} and (${page.beforeId}::uuid is null or p.id < ${page.beforeId}::uuid)
      order by p.id desc limit ${page.limit}`,
  )
}

/** null also when it is another member's. */
export function findPaymentOfMember(db: Db, memberId: string, id: string): Promise<OwnPaymentRow | null> {
  return maybeOne(db, sql<OwnPaymentRow>`${ownPayments} where p.member_id = ${memberId} and p.id = ${id}`)
}

/** The last payment for a membership. */
export async function findNewestPaymentId(db: Db, subscriptionId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select id from payments where subscription_id = ${subscriptionId}
      order by id desc limit 1`,
  )
  return row?.id ?? null
}

/** Which of these charges are already booked. */
export async function listKnownPaymentIds(
  db: Db,
  providerPaymentIds: readonly string[],
): Promise<Set<string>> {
  const rows = await many(
    db,
    sql<{ id: string }>`select provider_payment_id as id from payments
      where provider_payment_id = any(${[...providerPaymentIds]}::text[])`,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Erases what a user wrote around payments: the address on receipts, why they wanted money back; as a creator, why they
 * refunded it and what they noted for a member.
 */
export async function eraseBillingWords(db: Db, memberId: string): Promise<void> {
  await run(db, sql`delete from billing_details where user_id = ${memberId}`)
  await run(
    db,
    sql`update refunds r set reason = '', decision_note = '' from payments p
      where p.id = r.payment_id and p.member_id = ${memberId}`,
  )
  await run(
    db,
    sql`update refunds r set decision_note = case when r.decided_by = 'creator' then '' else r.decision_note end,
        reason = case when r.origin = 'creator' then '' else r.reason end
      from payments p join creators c on c.id = p.creator_id
      where p.id = r.payment_id and c.user_id = ${memberId}`,
  )
  await run(
    db,
    sql`update payments p set plan_name = 'A former plan' from creators c
      where c.id = p.creator_id and c.user_id = ${memberId}`,
  )
}
