import type { BillingInterval } from '#contract/plans/pricing.ts'
import type { PaidPart } from '#contract/subscriptions/engine/refund.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

/**
 * The subscription whose present access a payment bought, once nothing is left of that payment. null while some of it
 * stands, or when a later payment of the same subscription does: later by when it was made, not by when we heard.
 */
export async function findSubscriptionPaidBy(db: Db, paymentId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select p.subscription_id as id from payments p
      where p.id = ${paymentId} and p.refunded_cents = p.amount_cents
        and not exists (select from surplus_payments surplus where surplus.payment_id = p.id) and not exists (
        select from payments later where later.subscription_id = p.subscription_id
          and (later.captured_at, later.id) > (p.captured_at, p.id)
          and later.refunded_cents < later.amount_cents)`,
  )
  return row?.id ?? null
}

/** Notes that a payment was not owed: it opened nothing, so giving it back ends nothing. */
export async function markSurplus(db: Db, paymentId: string): Promise<void> {
  await run(
    db,
    sql`insert into surplus_payments (payment_id) values (${paymentId}) on conflict (payment_id) do nothing`,
  )
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

/** The payments of a subscription up to this one, newest first, with the upgrades that they paid for. */
export async function listPaidParts(db: Db, subscriptionId: string, paymentId: string): Promise<PaidPart[]> {
  const rows = await many(
    db,
    sql<PartRow>`select p.refunded_cents = p.amount_cents as "isReturned", ch.plan_id as "planId",
        ch.plan_version_id as "planVersionId", ch.interval, ch.price_cents as "priceCents",
        ch.former_plan_id as "formerPlanId", ch.former_plan_version_id as "formerPlanVersionId",
        ch.former_interval as "formerInterval", ch.former_price_cents as "formerPriceCents",
        ch.former_period_from as "formerPeriodFrom", ch.former_period_until as "formerPeriodUntil",
        ch.former_period_worth_cents as "formerPeriodWorthCents",
        ch.starts_at as "startsAt"
      from payments p left join subscription_changes ch on ch.payment_id = p.id and p.kind = 'difference'
      where p.subscription_id = ${subscriptionId}
        and (p.captured_at, p.id) <= (select newest.captured_at, newest.id from payments newest where newest.id = ${paymentId})
        and not exists (select from surplus_payments surplus where surplus.payment_id = p.id)
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
