import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

type SqlPart = ReturnType<typeof sql>

/** A row of `disputes` as a bank inquiry. */
export const disputeColumns = sql`provider_dispute_id as id, payment_id, status, amount_cents, phase, opened_at,
  respond_by, settled_at`

/** A row of `fraud_suspicions f` as one. */
export const suspicionColumns = sql`f.provider_dispute_id as id, f.payment_id,
  case when f.ended_at is null then 'suspected' else 'cleared' end as status, f.amount_cents, 'fraud' as phase,
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
  amountCents: number
  feeCents: number
  netCents: number
}

/** How far the bank has got with it. */
export interface DisputeProgress {
  phase: string
  respondBy: Date | null
}

export function findDispute(db: Db, providerDisputeId: string): Promise<DisputeRow | null> {
  return maybeOne(
    db,
    sql<DisputeRow>`select status, phase, amount_cents as "amountCents", fee_cents as "feeCents", net_cents as "netCents"
      from disputes where provider_dispute_id = ${providerDisputeId}`,
  )
}

export async function insertDispute(
  db: Db,
  dispute: Omit<DisputeRow, 'status' | 'phase'> & {
    id: string
    paymentId: string
    reason: string
    openedAt: Date
    /** As the bank reported it. */
    toldCurrency: string | null
    toldAmountMinor: number
  },
): Promise<void> {
  await run(
    db,
    sql`insert into disputes (provider_dispute_id, payment_id, status, amount_cents, fee_cents, net_cents, reason,
        opened_at, told_currency, told_amount_minor)
      values (${dispute.id}, ${dispute.paymentId}, 'open', ${dispute.amountCents}, ${dispute.feeCents},
        ${dispute.netCents}, ${dispute.reason}, ${dispute.openedAt}, ${dispute.toldCurrency},
        ${dispute.toldAmountMinor})`,
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
