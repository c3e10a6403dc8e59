import { type Db, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

type SqlPart = ReturnType<typeof sql>

/**
 * The amount of a payment that has gone back, in cents, for a row of `payments` by that name: refunds whose money is on
 * its way, and lost disputes. A refund that is only decided (`refunded_cents`) may still fail, and what it paid for is
 * the member's to use until then.
 */
export function returnedCentsSql(payment: SqlPart): SqlPart {
  return sql`((select coalesce(sum(gone.amount_cents), 0) from refunds gone
    where gone.payment_id = ${payment}.id and gone.effective_at is not null)
    + (select coalesce(sum(lost.amount_cents), 0) from disputes lost
      where lost.payment_id = ${payment}.id and lost.status = 'lost'))::bigint`
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
  /** The amount that disputes hold or took. */
  disputedCents: number
  /** The platform's share of the amount that was refunded or is held. */
  returnedFeeCents: number
  capturedAt: Date
}

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
        (select coalesce(sum(d.amount_cents), 0)::bigint from disputes d
          where d.payment_id = p.id and d.status in ('open', 'lost')) as "disputedCents",
        ((select coalesce(sum(r.fee_cents), 0) from refunds r
          where r.payment_id = p.id and r.status in ('approved', 'sent', 'manual', 'processed'))
        + (select coalesce(sum(d.fee_cents), 0) from disputes d
          where d.payment_id = p.id and d.status in ('open', 'lost')))::bigint as "returnedFeeCents",
        p.captured_at as "capturedAt"
      from payments p where p.id = ${locked.id}`,
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
