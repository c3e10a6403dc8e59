import type { ExchangedTime, PaidTime } from '#contract/subscriptions/engine/unused-time.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** A membership that ends with its page; `suspensionId` null: the page closed. */
export interface ReturnDue {
  subscriptionId: string
  suspensionId: string | null
}

/** A payment and what is left of it, in cents. */
export type PaidTimeLeft = PaidTime & { paymentId: string; paidAt: Date; leftCents: number }

/**
 * Whether a payment `p` can still be returned: something is left of it, it was owed, and its unused time was not
 * returned yet.
 */
export const isReturnableSql = sql`p.refunded_cents < p.amount_cents
  and not exists (select from unused_time_returns r where r.payment_id = p.id)
  and not exists (select from overpayments where overpayments.payment_id = p.id)`

/** Payments for a membership that are not fully refunded, newest first. */
export function listPaidTimes(db: Db, subscriptionId: string): Promise<PaidTimeLeft[]> {
  return many(
    db,
    sql<PaidTimeLeft>`select p.id as "paymentId", p.captured_at as "paidAt", p.amount_cents as "amountCents",
        p.amount_cents - p.refunded_cents as "leftCents", p.period_from as "from", p.period_until as until
      from payments p where p.subscription_id = ${subscriptionId} and ${isReturnableSql}
      order by p.captured_at desc, p.id desc`,
  )
}

/** Time bought with the worth of a dearer plan, for a change `ch`. */
export const isCreditSql = sql`ch.status = 'applied' and ch.timing = 'now' and ch.credit_cents > 0
  and ch.charged_now_cents = 0 and ch.starts_at is not null`

/**
 * The result of the change `ch`: the period that was written with it, by its worth there. If a small upgrade cost is
 * still owed, only what was paid.
 */
export const creditColumns = sql`ch.settled_at as "appliedAt", ch.starts_at as until,
  case when ch.settled_by = 'time' then coalesce(ch.period_worth_cents, ch.credit_cents) else ch.credit_cents end
    as "amountCents",
  case when ch.settled_by = 'time' then coalesce(ch.period_from, ch.settled_at) else ch.quoted_at end as "from"`

/** The last time that the worth of a dearer plan bought, if any. */
export function findCredit(db: Db, subscriptionId: string): Promise<ExchangedTime | null> {
  return maybeOne(
    db,
    sql<ExchangedTime>`select ${creditColumns} from subscription_changes ch
      where ch.subscription_id = ${subscriptionId} and ${isCreditSql}
      order by ch.settled_at desc limit 1`,
  )
}

/** `withheldCents`: what a dispute held back of the amount that is owed. */
export async function insertUnusedTimeReturn(
  db: Db,
  given: {
    paymentId: string
    suspensionId: string | null
    refundId: string | null
    withheldCents: number
    now: Date
  },
): Promise<void> {
  await run(
    db,
    sql`insert into unused_time_returns (payment_id, suspension_id, refund_id, withheld_cents, returned_at)
      values (${given.paymentId}, ${given.suspensionId}, ${given.refundId}, ${given.withheldCents},
        ${given.now}) on conflict do nothing`,
  )
}

/** What a payment still owes since it was disputed; locks it. */
export function lockWithheld(
  db: Db,
  providerDisputeId: string,
): Promise<{ paymentId: string; memberId: string; withheldCents: number } | null> {
  return maybeOne(
    db,
    sql<{ paymentId: string; memberId: string; withheldCents: number }>`select r.payment_id as "paymentId",
        p.member_id as "memberId",
        r.withheld_cents as "withheldCents"
      from disputes d join unused_time_returns r on r.payment_id = d.payment_id
        join payments p on p.id = d.payment_id
      where d.provider_dispute_id = ${providerDisputeId} and r.withheld_cents > 0 for update of r`,
  )
}

export async function setWithheld(db: Db, paymentId: string, withheldCents: number): Promise<void> {
  await run(
    db,
    sql`update unused_time_returns set withheld_cents = ${withheldCents} where payment_id = ${paymentId}`,
  )
}
