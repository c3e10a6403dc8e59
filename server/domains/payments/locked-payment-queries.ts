import { type Db, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

type SqlPart = ReturnType<typeof sql>

/** What disputes hold of a payment or took of it, in cents, for a row of `payments` by that name. */
function disputedCentsSql(payment: SqlPart): SqlPart {
  return sql`(select coalesce(sum(held.amount_cents), 0) from disputes held
    where held.payment_id = ${payment}.id and held.status in ('open', 'lost'))`
}

/** What lost disputes took beyond that. */
function lostCentsSql(payment: SqlPart): SqlPart {
  return sql`(select coalesce(sum(lost.amount_cents), 0) from dispute_losses lost where lost.payment_id = ${payment}.id)`
}

/**
 * What is left of a payment, in cents, for a row of `payments` by that name: what came in, less what was refunded or is
 * set aside for that, and what banks hold or took. Nobody may give back more than this.
 */
export function leftCentsSql(payment: SqlPart): SqlPart {
  return sql`greatest(0, ${payment}.amount_cents - ${payment}.refunded_cents - ${disputedCentsSql(payment)}
    - ${lostCentsSql(payment)})::bigint`
}

/**
 * The amount of a payment that has gone back, in cents, for a row of `payments` by that name: refunds whose money is on
 * its way, and what banks took. A refund that is only decided (`refunded_cents`) may still fail, and what it paid for is
 * the member's to use until then.
 */
export function returnedCentsSql(payment: SqlPart): SqlPart {
  return sql`((select coalesce(sum(gone.amount_cents), 0) from refunds gone
    where gone.payment_id = ${payment}.id and gone.effective_at is not null)
    + (select coalesce(sum(taken.amount_cents), 0) from disputes taken
      where taken.payment_id = ${payment}.id and taken.status = 'lost') + ${lostCentsSql(payment)})::bigint`
}

/** A payment as seen by code that moves its money. Amounts in cents. */
export interface LockedPayment {
  id: string
  providerPaymentId: string
  memberId: string
  creatorId: string
  planId: string
  currency: string
  amountCents: number
  /** All of it in the provider's settlement currency; null until the provider reports it. */
  settledMinor: number | null
  settledCurrency: string | null
  feeBasisPoints: number
  feeCents: number
  /** Set aside for the supporter, or refunded to them. */
  refundedCents: number
  /** Still to be given back: {@link leftCentsSql}. */
  leftCents: number
  /** What refunds and disputes took from platform and creator, and the platform's share of it. */
  takenCents: number
  takenFeeCents: number
  capturedAt: Date
}

/** What has been taken of a payment `p` from platform and creator, for a query with {@link joinTaken}. */
export const takenColumns = sql`taken.cents as "takenCents", taken.fee_cents as "takenFeeCents"`
export const joinTaken = sql`cross join lateral (
  select coalesce(sum(cents), 0)::bigint as cents, coalesce(sum(fee_cents), 0)::bigint as fee_cents from (
    select r.amount_cents as cents, r.fee_cents from refunds r
      where r.payment_id = p.id and r.status in ('approved', 'sent', 'manual', 'processed')
    union all select d.amount_cents, d.fee_cents from disputes d
      where d.payment_id = p.id and d.status in ('open', 'lost')
    union all select c.amount_cents, c.fee_cents from disputes d
      join dispute_changes c on c.provider_dispute_id = d.provider_dispute_id and c.of_loss
      where d.payment_id = p.id) part) taken`

/** Lock a payment before taking any of its money back. */
export function lockPayment(db: Db, id: string): Promise<LockedPayment | null> {
  return lockPaymentWhere(db, sql`p.id = ${id}`)
}

export function lockPaymentOfProvider(db: Db, providerPaymentId: string): Promise<LockedPayment | null> {
  return lockPaymentWhere(db, sql`p.provider_payment_id = ${providerPaymentId}`)
}

/** In two steps: sums read while waiting for the lock would miss what its holder took back. */
async function lockPaymentWhere(db: Db, condition: SqlPart): Promise<LockedPayment | null> {
  const locked = await maybeOne(
    db,
    sql<{ id: string }>`select p.id from payments p where ${condition} for update`,
  )
  if (locked === null) return null
  return one(
    db,
    sql<LockedPayment>`select p.id, p.provider_payment_id as "providerPaymentId", p.member_id as "memberId",
        p.creator_id as "creatorId", p.plan_id as "planId", p.currency, p.amount_cents as "amountCents",
        p.base_amount_minor as "settledMinor", p.provider_fee_currency as "settledCurrency",
        p.fee_basis_points as "feeBasisPoints", p.fee_cents as "feeCents", p.refunded_cents as "refundedCents",
        ${leftCentsSql(sql`p`)} as "leftCents", ${takenColumns}, p.captured_at as "capturedAt"
      from payments p ${joinTaken} where p.id = ${locked.id}`,
  )
}

/** Whether nothing of a payment is left: all of it is on its way back. Call with the payment locked. */
export async function isWhollyReturned(db: Db, paymentId: string): Promise<boolean> {
  const { isWhole } = await one(
    db,
    sql<{ isWhole: boolean }>`select ${returnedCentsSql(sql`p`)} >= p.amount_cents as "isWhole"
      from payments p where p.id = ${paymentId}`,
  )
  return isWhole
}

/** The newest lost dispute of a payment of which banks have left nothing; null: something is left. */
export async function findLossOfAll(db: Db, paymentId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{
      id: string
    }>`select d.provider_dispute_id as id from payments p join disputes d on d.payment_id = p.id
      where p.id = ${paymentId} and d.status = 'lost' and ${leftCentsSql(sql`p`)} = 0
      order by d.settled_at desc, d.provider_dispute_id desc limit 1`,
  )
  return row?.id ?? null
}

/**
 * Sets aside the amount that goes back; the database refuses more than came in. Negative: it did not go back after all.
 */
export async function addRefunded(db: Db, paymentId: string, cents: number): Promise<void> {
  await run(db, sql`update payments set refunded_cents = refunded_cents + ${cents} where id = ${paymentId}`)
}

/** Whether a payment was not owed: it opened nothing, so we can't keep any of it. */
export async function isOverpayment(db: Db, paymentId: string): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select payment_id as id from overpayments where payment_id = ${paymentId}`,
  )
  return row !== null
}
