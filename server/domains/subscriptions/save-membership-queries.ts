import type { Membership } from '#contract/subscriptions/engine/membership.ts'
import { type Db, one, sql } from '#server/platform/db/query.ts'

/** Writes the new state of a locked row; answers whose it is. */
export async function updateMembership(
  db: Db,
  id: string,
  membership: Membership,
  now: Date,
): Promise<string> {
  const { status, next, period, equivalents } = membership
  const hasEnded = status === 'canceled' || status === 'expired'
  const row = await one(
    db,
    sql<{
      memberId: string
    }>`update subscriptions set plan_id = ${membership.planId}, plan_version_id = ${membership.planVersionId},
        interval = ${membership.interval}, price_cents = ${membership.priceCents}, status = ${status},
        cancel_at_period_end = ${membership.cancelAtPeriodEnd}, access_until = ${membership.accessUntil},
        period_from = ${period?.from ?? null}, period_until = ${period?.until ?? null},
        period_worth_cents = ${period?.worthCents ?? null},
        period_equivalents = ${JSON.stringify(equivalents)}::jsonb, carried_cents = ${membership.carriedCents},
        paid_count = ${membership.paidCount}, next_plan_id = ${next?.planId ?? null},
        next_plan_version_id = ${next?.planVersionId ?? null}, next_interval = ${next?.interval ?? null},
        next_price_cents = ${next?.priceCents ?? null}, next_from = ${next?.from ?? null},
        next_agreed_version_id = ${next?.agreedVersionId ?? null},
        activated_at = case when ${status === 'active'} then coalesce(activated_at, ${now}::timestamptz)
          else activated_at end,
        ended_at = case when ${hasEnded} then coalesce(ended_at, ${now}::timestamptz) end
      where id = ${id} returning member_id as "memberId"`,
  )
  return row.memberId
}
