import * as z from 'zod/mini'

import { isLive } from '#contract/subscriptions/engine/access.ts'
import { chargesAhead } from '#contract/subscriptions/engine/agreement.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { defineJobInPhases, enqueue, enqueueKeyed } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { RazorpayClient } from '#server/platform/razorpay/client.ts'
import type { RazorpaySubscription } from '#server/platform/razorpay/entities.ts'
import { refusalOf } from '#server/platform/razorpay/refusals.ts'

import { findSubscription, membershipOf, type SubscriptionRow } from '../queries.ts'
import { listAgreementsToLookAt, noteMatched } from './agreement-queries.ts'
import { ensureProviderPlan } from './create-provider-subscription.ts'

/** The terms may change while the provider is asked, but not this often. */
const MOST_LOOKS = 5

/** In other states the provider takes no change. */
const UPDATABLE = new Set(['active', 'authenticated'])

/**
 * Makes sure that the provider charges next what the member agreed to, whatever is scheduled there, and for about a year
 * ahead: if Cheers ends, so do the charges. The provider refuses both for UPI and for Indian cards. What it charges above
 * the agreed price then goes back automatically (`applyCharge`). Safe to run twice, and at once.
 */
export const matchAgreement = defineJobInPhases(
  {
    name: 'subscriptions.price-at-provider',
    reachesOut: true,
    payload: z.object({ subscriptionId: z.string() }),
  },
  async (inTransaction, { subscriptionId }, { platform, now }) => {
    // Whoever writes last looks again: another price may have been agreed while the provider answered.
    for (let look = 0; look < MOST_LOOKS; look += 1)
      if (await matchOnce(inTransaction, platform, subscriptionId, now)) return
    throw new Error(`What subscription ${subscriptionId} costs changes all the time`)
  },
)

/** Repeated requests are one job. */
export function enqueueMatchAgreement(db: Db, subscriptionId: string): Promise<void> {
  return enqueue(db, matchAgreement, { subscriptionId }, { key: keyOf(subscriptionId) })
}

const keyOf = (subscriptionId: string) => `price-at-provider:${subscriptionId}`

/** Queues a look at agreements that are new, or whose next charge is near; see {@link listAgreementsToLookAt}. */
export async function lookAtAgreements(db: Db, now: Date): Promise<void> {
  const ids = await listAgreementsToLookAt(db, now)
  const jobs = ids.map((subscriptionId) => ({ key: keyOf(subscriptionId), payload: { subscriptionId } }))
  await enqueueKeyed(db, matchAgreement, jobs)
}

/** Answers whether there was nothing to change. */
async function matchOnce(
  inTransaction: InTransaction,
  { razorpay, log }: Platform,
  subscriptionId: string,
  now: Date,
): Promise<boolean> {
  const row = await inTransaction((db) => findSubscription(db, subscriptionId))
  if (!row?.providerSubscriptionId || !isLive(row.status)) return true
  const provider = await razorpay.getSubscription(row.providerSubscriptionId)
  if (!UPDATABLE.has(provider.status)) return true
  const planId = await ensureProviderPlan(inTransaction, razorpay, dueTerms(row))
  let matched = provider
  try {
    if (!(await hasMatchedPlan(razorpay, provider, planId))) return false
    matched = await matchLength(razorpay, row, provider, now)
  } catch (error) {
    if (refusalOf(error) !== 'not_updatable') throw error
    log.info({ subscriptionId, err: error }, 'the provider goes on charging as before')
  }
  await inTransaction((db) => noteMatched(db, row, matched, now))
  return true
}

function dueTerms(row: SubscriptionRow) {
  const membership = membershipOf(row)
  const terms = membership.next ?? membership
  return { ...row, ...terms, planName: row.nextPlanName ?? row.planName }
}

/** Compares what it charges next, which a scheduled change may decide; answers false once it has changed that. */
async function hasMatchedPlan(
  razorpay: RazorpayClient,
  { id, status, plan_id: presentId, has_scheduled_changes: isScheduled }: RazorpaySubscription,
  planId: string,
): Promise<boolean> {
  const nextId = isScheduled ? (await razorpay.getScheduledChange(id)).plan_id : presentId
  if (nextId === planId) return true
  if (isScheduled) await razorpay.cancelScheduledChanges(id)
  if (presentId !== planId) await razorpay.changePlan(id, { planId, isAtPeriodEnd: status === 'active' })
  return false
}

/** Answers the subscription as it is then. */
async function matchLength(
  razorpay: RazorpayClient,
  row: SubscriptionRow,
  provider: RazorpaySubscription,
  now: Date,
): Promise<RazorpaySubscription> {
  const isFixed = row.upiHint !== null || row.cardIsInternational === false
  if (!provider.charge_at || isFixed) return provider
  const count = chargesAhead(new Date(provider.charge_at * 1000), dueTerms(row).interval, now)
  if (provider.remaining_count === count) return provider
  await razorpay.setRemainingCount(provider.id, count)
  return razorpay.getSubscription(provider.id)
}
