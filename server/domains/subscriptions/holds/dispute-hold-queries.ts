import { isDisputedSql, paymentsInDisputeSql } from '#server/domains/payments/service.ts'
import { type Db, maybeOne, one, sql } from '#server/platform/db/query.ts'

/**
 * The newest payment that a bank disputes and that keeps a row `s` from being charged: `cents`, `currency`, `paid_at`.
 */
export const disputedSql = sql`(select paid.amount_cents as cents, paid.currency, paid.captured_at as paid_at
    from ${paymentsInDisputeSql} asked join payments paid on paid.id = asked.payment_id
    where s.held_at is not null and paid.member_id = s.member_id and paid.creator_id = s.creator_id
    order by paid.captured_at desc limit 1)`

/** Whether a bank is disputing a payment by that member to that page, and has not decided. */
export async function isInDispute(
  db: Db,
  { memberId, creatorId }: { memberId: string; creatorId: string },
): Promise<boolean> {
  const { isDisputed } = await one(
    db,
    sql<{ isDisputed: boolean }>`select ${isDisputedSql({
      memberId: sql`${memberId}::uuid`,
      creatorId: sql`${creatorId}::uuid`,
    })} as "isDisputed"`,
  )
  return isDisputed
}

/** Whether a bank has returned the page's money to the member since then. */
export async function hasLostDispute(
  db: Db,
  { memberId, creatorId }: { memberId: string; creatorId: string },
  since: Date,
): Promise<boolean> {
  const { hasLost } = await one(
    db,
    sql<{ hasLost: boolean }>`select exists (select from payments p join disputes d on d.payment_id = p.id
      where p.member_id = ${memberId} and p.creator_id = ${creatorId} and d.status = 'lost'
        and d.settled_at >= ${since}) as "hasLost"`,
  )
  return hasLost
}

/** The still renewing membership of the member whose bank took a payment back; null if none renews. */
export async function findRenewingAfterLoss(db: Db, providerDisputeId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select s.id from disputes d join payments p on p.id = d.payment_id
        join subscriptions s on s.member_id = p.member_id and s.creator_id = p.creator_id
      where d.provider_dispute_id = ${providerDisputeId} and d.status = 'lost'
        and s.status in ('active', 'past_due') and not s.cancel_at_period_end`,
  )
  return row?.id ?? null
}
