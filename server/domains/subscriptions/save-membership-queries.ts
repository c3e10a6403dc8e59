import type { Membership } from '#contract/subscriptions/engine/membership.ts'
import { type Db, one, prepared, sql } from '#server/platform/db/query.ts'

interface NewState extends Omit<Membership, 'period' | 'equivalents' | 'next'> {
  id: string
  periodFrom: Date | null
  periodUntil: Date | null
  worthCents: number | null
  equivalents: string
  nextPlanId: string | null
  nextPlanVersionId: string | null
  nextInterval: string | null
  nextPriceCents: number | null
  nextFrom: Date | null
  nextAgreedVersionId: string | null
  isActive: boolean
  hasEnded: boolean
  now: Date
}

const updatingMembership = prepared<{ memberId: string }, NewState>(
  'update-membership',
  (state) => sql`update subscriptions set plan_id = ${state.planId}, plan_version_id = ${state.planVersionId},
      interval = ${state.interval}, price_cents = ${state.priceCents}, status = ${state.status},
      cancel_at_period_end = ${state.cancelAtPeriodEnd}, access_until = ${state.accessUntil},
      period_from = ${state.periodFrom}, period_until = ${state.periodUntil},
      period_worth_cents = ${state.worthCents}, period_equivalents = ${state.equivalents}::jsonb,
      carried_cents = ${state.carriedCents}, paid_count = ${state.paidCount}, next_plan_id = ${state.nextPlanId},
      next_plan_version_id = ${state.nextPlanVersionId}, next_interval = ${state.nextInterval},
      next_price_cents = ${state.nextPriceCents}, next_from = ${state.nextFrom},
      next_agreed_version_id = ${state.nextAgreedVersionId},
      activated_at = case when ${state.isActive}::boolean then coalesce(activated_at, ${state.now}::timestamptz)
        else activated_at end,
      ended_at = case when ${state.hasEnded}::boolean then coalesce(ended_at, ${state.now}::timestamptz) end
    where id = ${state.id} returning member_id as "memberId"`,
)

/** Writes the new state of a locked row; answers whose it is. */
export async function updateMembership(
  db: Db,
  id: string,
  { period, equivalents, next, ...membership }: Membership,
  now: Date,
): Promise<string> {
  const { status } = membership
  const { memberId } = await one(
    db,
    updatingMembership({
      ...membership,
      id,
      periodFrom: period?.from ?? null,
      periodUntil: period?.until ?? null,
      worthCents: period?.worthCents ?? null,
      equivalents: JSON.stringify(equivalents),
      nextPlanId: next?.planId ?? null,
      nextPlanVersionId: next?.planVersionId ?? null,
      nextInterval: next?.interval ?? null,
      nextPriceCents: next?.priceCents ?? null,
      nextFrom: next?.from ?? null,
      nextAgreedVersionId: next?.agreedVersionId ?? null,
      isActive: status === 'active',
      hasEnded: status === 'canceled' || status === 'expired',
      now,
    }),
  )
  return memberId
}
