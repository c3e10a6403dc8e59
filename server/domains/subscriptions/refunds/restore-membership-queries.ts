import type { Period, Terms } from '#contract/subscriptions/engine/membership.ts'
import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** A membership as it was before its money went back. */
export interface ReturnedMembership extends Terms {
  subscriptionId: string
  /** Until when it was paid, including that money, and the last period paid for. */
  accessUntil: Date
  period: Period | null
  /** Until when the member kept access. */
  leftUntil: Date
}

/** Whether it was written now; false if it is known, and nothing was restored since. */
export async function insertReturned(
  db: Db,
  returned: {
    paymentId: string
    subscriptionId: string
    former: Terms & { accessUntil: Date; period: Period | null }
    /** The plan they are back on; null: the membership ended. */
    leftPlanId: string | null
    leftUntil: Date
    now: Date
  },
): Promise<boolean> {
  const { former } = returned
  const row = await maybeOne(
    db,
    sql<{ id: string }>`insert into returned_memberships as kept (payment_id, subscription_id, plan_id,
        plan_version_id, interval, price_cents, access_until, period_from, period_until, period_worth_cents,
        left_plan_id, left_until, returned_at)
      values (${returned.paymentId}, ${returned.subscriptionId}, ${former.planId}, ${former.planVersionId},
        ${former.interval}, ${former.priceCents}, ${former.accessUntil}, ${former.period?.from ?? null},
        ${former.period?.until ?? null}, ${former.period?.worthCents ?? null}, ${returned.leftPlanId}::uuid,
        ${returned.leftUntil}, ${returned.now})
      on conflict (payment_id) do update set plan_id = excluded.plan_id, plan_version_id = excluded.plan_version_id,
        interval = excluded.interval, price_cents = excluded.price_cents, access_until = excluded.access_until,
        period_from = excluded.period_from, period_until = excluded.period_until,
        period_worth_cents = excluded.period_worth_cents,
        left_plan_id = excluded.left_plan_id, left_until = excluded.left_until, returned_at = excluded.returned_at,
        restored_at = null
      where kept.restored_at is not null
      returning payment_id as id`,
  )
  return row !== null
}

type ReturnedRow = Omit<ReturnedMembership, 'period'> & {
  from: Date | null
  until: Date | null
  worthCents: number | null
}

/** What the return of a payment ended, unless it was restored since. */
export async function findReturnedMembership(db: Db, paymentId: string): Promise<ReturnedMembership | null> {
  const row = await maybeOne(
    db,
    sql<ReturnedRow>`select subscription_id as "subscriptionId", plan_id as "planId",
        plan_version_id as "planVersionId", interval, price_cents as "priceCents", access_until as "accessUntil",
        period_from as "from", period_until as until, period_worth_cents as "worthCents", left_until as "leftUntil"
      from returned_memberships where payment_id = ${paymentId} and restored_at is null`,
  )
  if (row === null) return null
  const { from, until, worthCents, ...returned } = row
  const hasPeriod = from !== null && until !== null && worthCents !== null
  return { ...returned, period: hasPeriod ? { from, until, worthCents } : null }
}

export async function markRestored(db: Db, paymentId: string, now: Date): Promise<void> {
  await run(db, sql`update returned_memberships set restored_at = ${now} where payment_id = ${paymentId}`)
}
