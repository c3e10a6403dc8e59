import type { BillingInterval } from '#contract/plans/pricing.ts'
import type { SubscriptionStatus } from '#contract/subscriptions/engine/status.ts'
import type { LeavingReason } from '#contract/subscriptions/leaving.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'

export interface OwnSubscription {
  creator: string
  plan: string
  status: SubscriptionStatus
  interval: BillingInterval
  priceCents: number
  currency: string
  accessUntil: Date | null
  leavingReason: LeavingReason | null
  createdAt: Date
}

export function listOwnSubscriptions(db: Db, userId: string): Promise<OwnSubscription[]> {
  return many(
    db,
    sql<OwnSubscription>`select c.page_name as creator, plans.name as plan, s.status, s.interval,
        s.price_cents as "priceCents", s.currency, s.access_until as "accessUntil", r.reason as "leavingReason",
        s.created_at as "createdAt"
      from subscriptions s join creators c on c.id = s.creator_id join plans on plans.id = s.plan_id
        left join leaving_reasons r on r.subscription_id = s.id
      where s.member_id = ${userId} order by s.id`,
  )
}
