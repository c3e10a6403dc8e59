import * as z from 'zod/mini'

import { pricePerIntervalCents } from '#contract/plans/pricing.ts'
import { isLive } from '#contract/subscriptions/engine/access.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, enqueue } from '#server/platform/jobs/define-job.ts'
import { refusalOf } from '#server/platform/razorpay/refusals.ts'

import { giveNotice } from '../notices/notices.ts'
import { ensureProviderPlan } from '../provider-sync/create-provider-subscription.ts'
import { findSubscription, membershipOf } from '../queries.ts'
import { saveMembership } from '../save-membership.ts'
import { openWorkThrough } from '../work-through.ts'
import { findVersion, listPayingMoreIds, lockPayingMore } from './price-queries.ts'

/**
 * A plan costs less than its members agreed to: from their next renewal on they pay the lower price. They are not
 * asked, and don't have to do anything. A version that another edit replaced meanwhile lowers nothing.
 */
export const lowerPrices = defineJobInPhases(
  { name: 'subscriptions.lower-prices', payload: z.object({ planVersionId: z.string() }) },
  async (inTransaction, { planVersionId }, { now, signal }) => {
    const workThrough = openWorkThrough(inTransaction, signal)
    await workThrough.each(
      (db) => listPayingMoreIds(db, planVersionId),
      (db, id) => lowerPrice(db, id, planVersionId, now),
    )
    workThrough.finish('A lower price could not be passed on')
  },
)

async function lowerPrice(db: Db, id: string, planVersionId: string, now: Date): Promise<void> {
  const version = await findVersion(db, planVersionId)
  const row = await lockPayingMore(db, id, planVersionId)
  if (!row || !version || row.accessUntil === null) return
  const membership = membershipOf(row)
  const { interval } = membership.next ?? membership
  const next = {
    planId: version.planId,
    planVersionId,
    interval,
    priceCents: pricePerIntervalCents(version.priceCents, interval),
    from: membership.next?.from ?? row.accessUntil,
  }
  await saveMembership(db, id, { ...membership, next }, now)
  await enqueue(db, lowerAtProvider, { subscriptionId: id }, { key: `lower:${id}` })
  await giveNotice(db, { subscriptionId: id, kind: 'price_lowered', about: now, now })
}

/**
 * Tells the provider to charge the lower price. It refuses for cards from some countries, and for others depending on
 * its present state; any charge above the agreed price goes back automatically (`applyCharge`).
 */
const lowerAtProvider = defineJobInPhases(
  { name: 'subscriptions.lower-at-provider', payload: z.object({ subscriptionId: z.string() }) },
  async (inTransaction, { subscriptionId }, { platform: { razorpay, log } }) => {
    const row = await inTransaction((db) => findSubscription(db, subscriptionId))
    if (!row || !isLive(row.status) || row.providerSubscriptionId === null) return
    const membership = membershipOf(row)
    const terms = membership.next ?? membership
    const planName = row.nextPlanName ?? row.planName
    const planId = await ensureProviderPlan(inTransaction, razorpay, { ...row, ...terms, planName })
    const { status, plan_id: presentId } = await razorpay.getSubscription(row.providerSubscriptionId)
    if (presentId === planId || (status !== 'active' && status !== 'authenticated')) return
    try {
      await razorpay.changePlan(row.providerSubscriptionId, { planId, isAtPeriodEnd: status === 'active' })
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === null || refusal === 'rate_limited') throw error
      log.info({ subscriptionId, err: error }, 'the provider still charges the old price')
    }
  },
)

export const priceJobs = [lowerPrices, lowerAtProvider]
