import type { BillingInterval } from '#contract/plans/pricing.ts'
import type { PaidPart } from '#contract/subscriptions/engine/refund.ts'
import { type Purchase, returnedCentsSql } from '#server/domains/payments/service.ts'
import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

/** The subscription that a payment was made for. */
export async function findSubscriptionOf(db: Db, paymentId: string): Promise<string> {
  const { id } = await one(
    db,
    sql<{ id: string }>`select subscription_id as id from payments where id = ${paymentId}`,
  )
  return id
}

/** A payment whose whole amount is on its way back. */
export interface ReturnedPayment {
  paymentId: string
  subscriptionId: string
  capturedAt: Date
  /** When the last of its refunds was decided, or its bank asked for it. */
  decidedAt: Date
  /** When the last of it was on its way: what it bought ended then, even if we heard of it later. */
  backAt: Date
  /** What it bought. */
  kind: Purchase['kind']
  planId: string
  planVersionId: string
  interval: BillingInterval
  amountCents: number
  paidFrom: Date
  paidUntil: Date
  /** It was not owed, so it opened nothing. */
  isOverpayment: boolean
}

/** null: some of it was kept, or its money came back. Locks the payment; its subscription has to be locked before. */
export async function lockReturned(db: Db, paymentId: string): Promise<ReturnedPayment | null> {
  await one(db, sql<{ id: string }>`select id from payments where id = ${paymentId} for update`)
  return maybeOne(
    db,
    sql<ReturnedPayment>`select p.id as "paymentId", p.subscription_id as "subscriptionId",
        p.captured_at as "capturedAt", p.kind, p.plan_id as "planId", p.plan_version_id as "planVersionId",
        p.interval, p.amount_cents as "amountCents", p.period_from as "paidFrom", p.period_until as "paidUntil",
        greatest((select max(coalesce(r.decided_at, r.effective_at)) from refunds r
            where r.payment_id = p.id and r.effective_at is not null),
          (select max(d.opened_at) from disputes d
            where d.payment_id = p.id and d.status = 'lost')) as "decidedAt",
        greatest((select max(r.effective_at) from refunds r where r.payment_id = p.id),
          (select max(d.settled_at) from disputes d where d.payment_id = p.id and d.status = 'lost')) as "backAt",
        exists (select from overpayments where overpayments.payment_id = p.id) as "isOverpayment"
      from payments p where p.id = ${paymentId} and ${returnedCentsSql(sql`p`)} >= p.amount_cents`,
  )
}

/**
 * Payments of the same subscription that were made after this one (by when they were made, not when we heard) and were
 * not refunded. A payment stands alone, and carries the membership, if it paid for a period and was made before the
 * refund was decided, or by the member coming back since. An upgrade cost depends on the period it was
 * made in; a renewal charged while the refund was on its way depends on a membership that was about to end.
 */
export function listLaterPayments(
  db: Db,
  { paymentId, subscriptionId, capturedAt, decidedAt }: ReturnedPayment,
): Promise<{ id: string; standsAlone: boolean }[]> {
  return many(
    db,
    sql<{
      id: string
      standsAlone: boolean
    }>`select p.id, p.kind = 'period' and (p.captured_at <= ${decidedAt}
          or exists (select from subscription_changes ch
            where ch.payment_id = p.id and ch.kind = 'reactivation')) as "standsAlone"
      from payments p
      where p.subscription_id = ${subscriptionId}
        and (p.captured_at, p.id) > (${capturedAt}::timestamptz, ${paymentId}::uuid)
        and ${returnedCentsSql(sql`p`)} < p.amount_cents
        and not exists (select from overpayments where overpayments.payment_id = p.id)
      order by p.captured_at, p.id`,
  )
}

/** Records that a payment was not owed: it opened nothing, so returning it ends nothing. */
export async function markOverpayment(db: Db, paymentId: string): Promise<void> {
  await run(
    db,
    sql`insert into overpayments (payment_id) values (${paymentId}) on conflict (payment_id) do nothing`,
  )
}

/** A member's subscriptions that end, or lose their upgrade, as soon as money that is being returned has left. */
export async function listIdsBeingRefunded(db: Db, memberId: string): Promise<Set<string>> {
  const rows = await many(
    db,
    sql<{ id: string }>`select distinct p.subscription_id as id from payments p
      where p.member_id = ${memberId} and p.refunded_cents = p.amount_cents
        and exists (select from refunds r where r.payment_id = p.id and r.status in ('approved', 'sent', 'manual')
          and r.effective_at is null)
        and not exists (select from overpayments where overpayments.payment_id = p.id)`,
  )
  return new Set(rows.map(({ id }) => id))
}

interface PartRow {
  isReturned: boolean
  planId: string | null
  planVersionId: string
  interval: BillingInterval
  priceCents: number
  formerPlanId: string | null
  formerPlanVersionId: string
  formerInterval: BillingInterval
  formerPriceCents: number
  formerPeriodFrom: Date | null
  formerPeriodUntil: Date | null
  formerPeriodWorthCents: number
  startsAt: Date | null
}

/** The payments of a subscription up to this one, newest first, with the upgrades they paid for. */
export async function listPaidParts(db: Db, subscriptionId: string, paymentId: string): Promise<PaidPart[]> {
  const rows = await many(
    db,
    sql<PartRow>`select ${returnedCentsSql(sql`p`)} >= p.amount_cents as "isReturned", ch.plan_id as "planId",
        ch.plan_version_id as "planVersionId", ch.interval, ch.price_cents as "priceCents",
        ch.former_plan_id as "formerPlanId", ch.former_plan_version_id as "formerPlanVersionId",
        ch.former_interval as "formerInterval", ch.former_price_cents as "formerPriceCents",
        ch.former_period_from as "formerPeriodFrom", ch.former_period_until as "formerPeriodUntil",
        ch.former_period_worth_cents as "formerPeriodWorthCents",
        ch.starts_at as "startsAt"
      from payments p left join subscription_changes ch on ch.payment_id = p.id and p.kind = 'proration'
      where p.subscription_id = ${subscriptionId}
        and (p.captured_at, p.id) <= (select newest.captured_at, newest.id from payments newest where newest.id = ${paymentId})
        and not exists (select from overpayments where overpayments.payment_id = p.id)
      order by p.captured_at desc, p.id desc`,
  )
  return rows.map(({ isReturned, planId, formerPlanId, startsAt, ...row }) => ({
    isReturned,
    upgrade:
      planId === null || formerPlanId === null || startsAt === null
        ? null
        : {
            to: {
              planId,
              planVersionId: row.planVersionId,
              interval: row.interval,
              priceCents: row.priceCents,
            },
            former: {
              planId: formerPlanId,
              planVersionId: row.formerPlanVersionId,
              interval: row.formerInterval,
              priceCents: row.formerPriceCents,
            },
            formerUntil: startsAt,
            formerPeriod:
              row.formerPeriodFrom === null || row.formerPeriodUntil === null
                ? null
                : {
                    from: row.formerPeriodFrom,
                    until: row.formerPeriodUntil,
                    worthCents: row.formerPeriodWorthCents,
                  },
          },
  }))
}
