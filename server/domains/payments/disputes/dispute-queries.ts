import { type Db, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

import { borneCentsSql } from './claim-queries.ts'

type SqlPart = ReturnType<typeof sql>

/**
 * A row of `disputes` as a bank inquiry: `amount_cents` is what it asks for, `borne_cents` what of
 * it the platform bears, `taken_cents` what it holds or took of the payment.
 */
export const disputeColumns = sql`provider_dispute_id as id, payment_id, status,
  coalesce(asked_cents, amount_cents) as amount_cents, case when status = 'lost' then
    ${borneCentsSql(sql`disputes.provider_dispute_id`)} else 0 end as borne_cents,
  case when status = 'lost' then coalesce(asked_cents, amount_cents) - ${borneCentsSql(sql`disputes.provider_dispute_id`)}
    else amount_cents end as taken_cents, phase, opened_at, respond_by, settled_at`

/** A row of `fraud_suspicions f` as one. */
export const suspicionColumns = sql`f.provider_dispute_id as id, f.payment_id,
  case when f.ended_at is null then 'suspected' else 'cleared' end as status, f.amount_cents, 0::bigint as borne_cents,
  0::bigint as taken_cents,
  'fraud' as phase,
  f.opened_at, f.respond_by, f.ended_at as settled_at`

/** Whether a suspicion `f` has become no dispute, which takes its place. */
export const isNoDisputeSql = sql`not exists (select from disputes d
  where d.provider_dispute_id = f.provider_dispute_id)`

/** Every bank inquiry about a payment, suspicions of fraud included; a table for queries of other domains. */
export const disputesSql = sql`(select ${disputeColumns} from disputes
    union all select ${suspicionColumns} from fraud_suspicions f where ${isNoDisputeSql})`

/** Payments whose money a bank asks back, or may, and has not decided about. */
export const paymentsInDisputeSql = sql`(select payment_id from disputes where status = 'open'
  union all select payment_id from fraud_suspicions where ended_at is null)`

/** Whether a bank is disputing a payment by that member to that page, and has not decided. */
export function isDisputedSql(two: { memberId: SqlPart; creatorId: SqlPart }): SqlPart {
  return sql`exists (select from ${paymentsInDisputeSql} asked join payments disputed on disputed.id = asked.payment_id
    where disputed.member_id = ${two.memberId} and disputed.creator_id = ${two.creatorId})`
}

export interface DisputeRow {
  status: 'open' | 'won' | 'lost' | 'closed'
  phase: string
  /** What it holds of the payment, or held when it was settled. */
  amountCents: number
  feeCents: number
  netCents: number
}

/** How far the bank has got with it. */
export interface DisputeProgress {
  phase: string
  respondBy: Date | null
}

const disputeById = (id: string) =>
  sql<DisputeRow>`select status, phase, amount_cents as "amountCents", fee_cents as "feeCents", net_cents as "netCents"
    from disputes where provider_dispute_id = ${id}`

export function findDispute(db: Db, providerDisputeId: string): Promise<DisputeRow | null> {
  return maybeOne(db, disputeById(providerDisputeId))
}

export function getDispute(db: Db, providerDisputeId: string): Promise<DisputeRow> {
  return one(db, disputeById(providerDisputeId))
}

export async function insertDispute(
  db: Db,
  dispute: {
    id: string
    paymentId: string
    /** What the bank asks for, in cents of the payment. */
    askedCents: number
    reason: string
    openedAt: Date
    /** As the bank reported it. */
    toldCurrency: string | null
    toldAmountMinor: number
  },
): Promise<void> {
  await run(
    db,
    sql`insert into disputes (provider_dispute_id, payment_id, status, amount_cents, fee_cents, net_cents, asked_cents,
        reason, opened_at, told_currency, told_amount_minor)
      values (${dispute.id}, ${dispute.paymentId}, 'open', 0, 0, 0, ${dispute.askedCents}, ${dispute.reason},
        ${dispute.openedAt}, ${dispute.toldCurrency}, ${dispute.toldAmountMinor})`,
  )
}

/** What the bank asks for by its newest report, in cents of the payment. */
export async function setAsked(db: Db, providerDisputeId: string, askedCents: number): Promise<void> {
  await run(
    db,
    sql`update disputes set asked_cents = ${askedCents}
      where provider_dispute_id = ${providerDisputeId} and status = 'open' and asked_cents is distinct from ${askedCents}`,
  )
}

export async function settleDispute(
  db: Db,
  providerDisputeId: string,
  status: 'won' | 'lost' | 'closed',
  now: Date,
): Promise<void> {
  await run(
    db,
    sql`update disputes set status = ${status}, settled_at = ${now}
      where provider_dispute_id = ${providerDisputeId}`,
  )
}

/** Stores how far it has got; a settled dispute stays as it was. */
export async function keepProgress(
  db: Db,
  providerDisputeId: string,
  { phase, respondBy }: DisputeProgress,
): Promise<void> {
  await run(
    db,
    sql`update disputes set phase = ${phase}, respond_by = ${respondBy}::timestamptz
      where provider_dispute_id = ${providerDisputeId} and status = 'open'`,
  )
}
