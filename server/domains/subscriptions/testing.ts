import { type BillingInterval, pricePerIntervalCents } from '#contract/plans/pricing.ts'
import { addIntervals } from '#contract/subscriptions/engine/periods.ts'
import type { SubscriptionStatus } from '#contract/subscriptions/engine/status.ts'
import { getUser } from '#server/domains/accounts/service.ts'
import { asViewer } from '#server/domains/accounts/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { type Db, run, sql } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

import { openCheckout } from './checkout/start-checkout.ts'
import { syncWithProvider } from './provider-sync/sync.ts'
import { insertPendingSubscription } from './queries.ts'

export { aPageWithPlans, type BillingStory, tellBilling } from './billing-testing.ts'

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
    currency: plan.currency,
    createdAt: now,
    orderExpiresAt: null,
  })
  const inAMonth = new Date(now.getTime() + 30 * 86_400_000)
  const accessUntil = given.accessUntil === undefined ? inAMonth : given.accessUntil
  await run(
    db,
    sql`update subscriptions set status = ${given.status ?? 'active'},
        access_until = ${accessUntil}, period_until = ${accessUntil},
        period_from = ${accessUntil && addIntervals(accessUntil, interval, -1)},
        period_worth_cents = ${accessUntil && pricePerIntervalCents(plan.priceCents, interval)},
        cancel_at_period_end = ${given.cancelAtPeriodEnd ?? false}
      where id = ${id}`,
  )
  return { id }
}

/** Joins a plan and pays at the payment sandbox, as a person with that test card would. */
export async function joinAndPay(
  platform: Platform,
  join: {
    memberId: string
    planId: string
    interval?: BillingInterval
    card?: string
    failsToRenew?: boolean
  },
): Promise<void> {
  const { db } = platform.database
  const { razorpay } = platform
  const now = platform.clock.now()
  const inTransaction: InTransaction = (work) => db.transaction().execute(work)
  const { name, email } = await getUser(db, join.memberId)
  const row = await openCheckout(inTransaction, razorpay, {
    viewer: asViewer({ id: join.memberId, name, email }),
    planId: join.planId,
    interval: join.interval ?? 'monthly',
    now,
  })
  const sandbox = `${new URL(razorpay.checkoutUrl).origin}/sandbox`
  await post(`${sandbox}/pay`, { subscription_id: row.providerSubscriptionId, card: join.card ?? 'success' })
  await syncWithProvider(inTransaction, platform, row.providerSubscriptionId, now)
  if (!join.failsToRenew) return
  await post(`${sandbox}/subscriptions/${row.providerSubscriptionId}/charge`, { outcome: 'failure' })
  await syncWithProvider(inTransaction, platform, row.providerSubscriptionId, now)
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
}
