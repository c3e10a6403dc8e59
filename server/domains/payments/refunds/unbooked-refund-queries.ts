import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'

/** One of the provider's refunds that could not be booked. */
export interface UnbookedRefund {
  providerRefundId: string
  providerPaymentId: string
}

/** Stores it, so that it is retried however long that takes. */
export async function keepUnbooked(db: Db, refund: UnbookedRefund, now: Date): Promise<void> {
  await run(
    db,
    sql`insert into unbooked_refunds (provider_refund_id, provider_payment_id, found_at, tried_at)
      values (${refund.providerRefundId}, ${refund.providerPaymentId}, ${now}, ${now})
      on conflict (provider_refund_id) do update set tried_at = excluded.tried_at`,
  )
}

/** Those tried longest ago come first, so that all get their turn however many there are; at most 100. */
export function listUnbooked(db: Db): Promise<UnbookedRefund[]> {
  return many(
    db,
    sql<UnbookedRefund>`select provider_refund_id as "providerRefundId", provider_payment_id as "providerPaymentId"
      from unbooked_refunds order by tried_at limit 100`,
  )
}

/** Forgets those that were booked, by whatever means. */
export async function forgetBooked(db: Db): Promise<void> {
  await run(
    db,
    sql`delete from unbooked_refunds u
      where exists (select from refunds r where r.provider_refund_id = u.provider_refund_id)`,
  )
}

/** There is nothing left of it to book. */
export async function forgetUnbooked(db: Db, providerRefundId: string): Promise<void> {
  await run(db, sql`delete from unbooked_refunds where provider_refund_id = ${providerRefundId}`)
}

export async function countUnbooked(db: Db): Promise<number> {
  const { count } = await one(
    db,
    sql<{ count: number }>`select count(*)::integer as count from unbooked_refunds`,
  )
  return count
}
