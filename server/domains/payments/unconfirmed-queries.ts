import { type Db, many, run, sql } from '#server/platform/db/query.ts'

/** A payment that only a webhook has told of. */
export interface UnconfirmedPayment {
  paymentId: string
  providerPaymentId: string
  amountCents: number
  currency: string
}

/** Notes that the provider has yet to name a payment when it is asked. */
export async function noteUnconfirmed(
  db: Db,
  { paymentId, creatorId }: { paymentId: string; creatorId: string },
  now: Date,
): Promise<void> {
  await run(
    db,
    sql`insert into unconfirmed_payments (payment_id, creator_id, noted_at)
      values (${paymentId}, ${creatorId}, ${now}) on conflict do nothing`,
  )
}

/** Those that were asked about the longest time ago, or never, first. */
export function listUnconfirmed(db: Db, limit: number): Promise<UnconfirmedPayment[]> {
  return many(
    db,
    sql<UnconfirmedPayment>`select p.id as "paymentId", p.provider_payment_id as "providerPaymentId",
        p.amount_cents as "amountCents", p.currency
      from unconfirmed_payments u join payments p on p.id = u.payment_id
      order by u.asked_at nulls first, u.noted_at limit ${limit}`,
  )
}

export async function setConfirmed(db: Db, paymentIds: readonly string[]): Promise<void> {
  await run(db, sql`delete from unconfirmed_payments where payment_id = any(${[...paymentIds]}::uuid[])`)
}

/** The provider was asked about it, and doesn't know it as we do. */
export async function setUnknown(db: Db, paymentId: string, now: Date): Promise<void> {
  await run(
    db,
    sql`update unconfirmed_payments set asked_at = ${now}, unknown_since = coalesce(unknown_since, ${now})
      where payment_id = ${paymentId}`,
  )
}
