import * as z from 'zod/mini'

import { monthlyPriceFor, pricePerIntervalCents } from '#contract/plans/pricing.ts'
import { isLive } from '#contract/subscriptions/engine/access.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, enqueue } from '#server/platform/jobs/define-job.ts'
import { refusalOf } from '#server/platform/razorpay/refusals.ts'

import { giveNotice } from '../notices/notices.ts'
import { ensureProviderPlan } from '../provider-sync/create-provider-subscription.ts'
import { findSubscription, membershipOf } from '../queries.ts'
import { saveMembership } from '../save-membership.ts'
import { openWorkThrough } from '../work-through.ts'
import { getVersion, listPricedOtherwiseIds, lockPricedOtherwise } from './price-queries.ts'

/**
 * A plan has another price: members whom it costs less than they agreed to pay that from their next renewal on. They are
 * not asked, and don't have to do anything. An edit before that renewal replaces the one before it, for them too: they pay
 * the newest price, or what they agreed to if that is less. A version that another one replaced meanwhile does nothing.
 */
export const passOnPrice = defineJobInPhases(
  {
    name: 'subscriptions.pass-on-price',
    formerName: 'subscriptions.lower-prices',
    payload: z.object({ planVersionId: z.string() }),
  },
  async (inTransaction, { planVersionId }, { now, signal }) => {
    const workThrough = openWorkThrough(inTransaction, signal)
    await workThrough.each(
      (db) => listPricedOtherwiseIds(db, planVersionId),
      (db, id) => passOn(db, id, planVersionId, now),
    )
    workThrough.finish('A new price could not be passed on')
  },
)

async function passOn(db: Db, id: string, planVersionId: string, now: Date): Promise<void> {
  const row = await lockPricedOtherwise(db, id, planVersionId)
  if (!row || row.accessUntil === null) return
  const membership = membershipOf(row)
  const { next } = membership
  const { interval } = next ?? membership
  const agreedVersionId = next?.agreedVersionId ?? next?.planVersionId ?? membership.planVersionId
  const agreed = await getVersion(db, agreedVersionId)
  const monthlyCents = monthlyPriceFor((await getVersion(db, planVersionId)).priceCents, agreed.priceCents)
  const isLower = monthlyCents < agreed.priceCents
  const dueVersionId = isLower ? planVersionId : agreedVersionId
  const isAsBefore = dueVersionId === membership.planVersionId && interval === membership.interval
  const due = {
    planId: agreed.planId,
    planVersionId: dueVersionId,
    interval,
    priceCents: pricePerIntervalCents(monthlyCents, interval),
    from: next?.from ?? row.accessUntil,
    ...(isLower && { agreedVersionId }),
  }
  await saveMembership(db, id, { ...membership, next: isAsBefore ? null : due }, now)
  await enqueue(db, priceAtProvider, { subscriptionId: id }, { key: `price-at-provider:${id}` })
  const kind = isLower ? 'price_lowered' : 'price_restored'
  await giveNotice(db, { subscriptionId: id, kind, about: now, now })
}

/**
 * Tells the provider to charge what the member pays next. It refuses for cards from some countries, and for others depending on
 * its present state; any charge above the agreed price goes back automatically (`applyCharge`).
 */
const priceAtProvider = defineJobInPhases(
  {
    name: 'subscriptions.price-at-provider',
    formerName: 'subscriptions.lower-at-provider',
    reachesOut: true,
    payload: z.object({ subscriptionId: z.string() }),
  },
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

export const priceJobs = [passOnPrice, priceAtProvider]
