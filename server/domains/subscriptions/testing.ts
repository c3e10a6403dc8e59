import { type BillingInterval, pricePerIntervalCents } from '#contract/plans/pricing.ts'
import type { SubscriptionStatus } from '#contract/subscriptions/routes.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { type Db, run, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'

import { insertPendingSubscription } from './queries.ts'

/** A subscription in any state, without a provider behind it: for tests of what a state means, not of payments. */
export async function aSubscription(
  db: Db,
  memberId: string,
  plan: PlanRow,
  given: {
    status?: SubscriptionStatus
    interval?: BillingInterval
    accessUntil?: Date | null
    cancelAtPeriodEnd?: boolean
    now?: Date
  } = {},
): Promise<{ id: string }> {
  const now = given.now ?? new Date()
  const interval = given.interval ?? 'monthly'
  const id = newId(now)
  await insertPendingSubscription(db, {
    id,
    memberId,
    creatorId: plan.creatorId,
    planId: plan.id,
    planVersionId: plan.versionId,
    interval,
    priceCents: pricePerIntervalCents(plan.priceCents, interval),
    currency: 'USD',
    createdAt: now,
  })
  const inAMonth = new Date(now.getTime() + 30 * 86_400_000)
  await run(
    db,
    sql`update subscriptions set status = ${given.status ?? 'active'},
        access_until = ${given.accessUntil === undefined ? inAMonth : given.accessUntil},
        cancel_at_period_end = ${given.cancelAtPeriodEnd ?? false}
      where id = ${id}`,
  )
  return { id }
}
