import { setTimeout as sleep } from 'node:timers/promises'

import { CURRENCY } from '#contract/money.ts'
import { type BillingInterval, pricePerIntervalCents } from '#contract/plans/pricing.ts'
import { subscriptionFailures } from '#contract/subscriptions/failures.ts'
import { isBlockedBetween, refuseWhileLeaving } from '#server/domains/accounts/service.ts'
import { findCreator, isOwner } from '#server/domains/creators/service.ts'
import { getOfferedPlan } from '#server/domains/plans/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { InTransaction, Viewer } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { RazorpayError, type RazorpayClient } from '#server/platform/razorpay/client.ts'

import { hasAccess } from './access.ts'
import { cancelAtProvider } from './jobs.ts'
import {
  abandonProviderCall,
  claimProviderCall,
  findProviderPlan,
  getSubscription,
  insertPendingSubscription,
  keepProviderPlan,
  lockLiveSubscription,
  lockSubscription,
  setProviderSubscription,
  setStatus,
  type SubscriptionRow,
} from './queries.ts'

interface JoinRequest {
  viewer: Viewer
  planId: string
  interval: BillingInterval
  now: Date
}

/** A claim to ask the provider outlives the client's timeout, and no longer. */
const CLAIM_TIMEOUT_MS = 30_000
const CLAIM_POLL_MS = 200

/** How many periods are ordered ahead; ten years, the most that Razorpay's checkout is known to take. */
const PERIODS: Record<BillingInterval, number> = { monthly: 120, yearly: 10 }

/** The note that ties a subscription at the provider to ours. */
const INTENT_NOTE = 'cheers_subscription_id'

/**
 * Records the wish to join: one open attempt per member and creator. The same wish again is the same attempt; another
 * plan or interval replaces it, and the old one is cancelled at the provider so that nobody can still pay it.
 */
export async function openAttempt(
  db: Db,
  { viewer, planId, interval, now }: JoinRequest,
): Promise<SubscriptionRow> {
  await refuseWhileLeaving(db, viewer.id)
  const plan = await getOfferedPlan(db, planId)
  const creator = await findCreator(db, plan.creatorId)
  if (creator && isOwner(viewer, creator)) throw new Failure(subscriptionFailures.own_page)
  if (creator && (await isBlockedBetween(db, viewer.id, creator.userId)))
    throw new Failure(subscriptionFailures.blocked)

  const live = await lockLiveSubscription(db, viewer.id, plan.creatorId)
  if (live?.status === 'pending') {
    const isSameWish = live.planVersionId === plan.versionId && live.interval === interval
    if (isSameWish) return live
    await giveUp(db, live, 'expired', now)
  } else if (live) {
    // Whoever lost access, because no card worked through the grace period, may begin anew.
    if (hasAccess(live, now)) throw new Failure(subscriptionFailures.already_subscribed)
    await giveUp(db, live, 'canceled', now)
  }
  const id = newId(now)
  const isFirst = await insertPendingSubscription(db, {
    id,
    memberId: viewer.id,
    creatorId: plan.creatorId,
    planId: plan.id,
    planVersionId: plan.versionId,
    interval,
    priceCents: pricePerIntervalCents(plan.priceCents, interval),
    currency: CURRENCY,
    createdAt: now,
  })
  // Another tab opened one between our look and our insert; it is visible now.
  return isFirst ? getSubscription(db, id) : openAttempt(db, { viewer, planId, interval, now })
}

/** Ends what stands in the way of a new attempt, here and at the provider, so that nobody can still pay it. */
async function giveUp(
  db: Db,
  row: SubscriptionRow,
  status: 'expired' | 'canceled',
  now: Date,
): Promise<void> {
  await setStatus(db, row.id, status, now)
  await enqueue(db, cancelAtProvider, { subscriptionId: row.id }, { key: `cancel:${row.id}` })
}

/** An attempt that the provider knows, so that it can be paid. */
export type PayableSubscription = SubscriptionRow & { providerSubscriptionId: string }

/**
 * Makes sure the attempt exists exactly once at the provider, whoever asks how often at the same time. Of several
 * callers one asks the provider; the others wait for its answer.
 */
export async function openCheckout(
  inTransaction: InTransaction,
  razorpay: RazorpayClient,
  request: JoinRequest,
): Promise<PayableSubscription> {
  const attempt = await inTransaction((db) => openAttempt(db, request))
  if (isPayable(attempt)) return attempt
  const deadline = Date.now() + CLAIM_TIMEOUT_MS
  while (Date.now() < deadline) {
    // By the machine's clock: how long a call may hang has nothing to do with the time members live in.
    const at = new Date()
    const abandonedBefore = new Date(at.getTime() - CLAIM_TIMEOUT_MS)
    const claim = await inTransaction((db) => claimProviderCall(db, attempt.id, { at, abandonedBefore }))
    if (claim) await createAtProvider(inTransaction, razorpay, attempt, claim.wasClaimedBefore)
    const current = await inTransaction((db) => getSubscription(db, attempt.id))
    if (isPayable(current)) return current
    if (current.status !== 'pending') break
    await sleep(CLAIM_POLL_MS)
  }
  throw new Failure(subscriptionFailures.provider_unavailable)
}

function isPayable(row: SubscriptionRow): row is PayableSubscription {
  return row.status === 'pending' && row.providerSubscriptionId !== null
}

async function createAtProvider(
  inTransaction: InTransaction,
  razorpay: RazorpayClient,
  attempt: SubscriptionRow,
  mayExist: boolean,
): Promise<void> {
  try {
    const providerPlanId = await ensureProviderPlan(inTransaction, razorpay, attempt)
    // A claim before ours may have reached the provider and lost the answer; look before creating a second one.
    const lost = mayExist
      ? (await razorpay.listSubscriptions(providerPlanId)).find(
          ({ notes }) => notes[INTENT_NOTE] === attempt.id,
        )
      : undefined
    const created =
      lost ??
      (await razorpay.createSubscription({
        planId: providerPlanId,
        totalCount: PERIODS[attempt.interval],
        notes: { [INTENT_NOTE]: attempt.id },
      }))
    await inTransaction(async (db) => {
      const { status } = await lockSubscription(db, attempt.id)
      await setProviderSubscription(db, attempt.id, { id: created.id, pageUrl: created.short_url ?? null })
      // The attempt may have been given up while the provider was busy; then its cancelling found nothing to cancel.
      if (status !== 'pending')
        await enqueue(db, cancelAtProvider, { subscriptionId: attempt.id }, { key: `cancel:${attempt.id}` })
    })
  } catch (error) {
    await inTransaction((db) => abandonProviderCall(db, attempt.id))
    if (error instanceof RazorpayError) throw new Failure(subscriptionFailures.provider_unavailable)
    throw error
  }
}

async function ensureProviderPlan(
  inTransaction: InTransaction,
  razorpay: RazorpayClient,
  attempt: SubscriptionRow,
): Promise<string> {
  const { planVersionId, interval } = attempt
  const known = await inTransaction((db) => findProviderPlan(db, planVersionId, interval))
  if (known) return known
  const created = await razorpay.createPlan({
    period: interval,
    name: `${attempt.pageName}: ${attempt.planName}`.slice(0, 100),
    amountCents: attempt.priceCents,
    currency: attempt.currency,
    notes: { cheers_plan_version_id: planVersionId },
  })
  return inTransaction((db) => keepProviderPlan(db, { planVersionId, interval, providerPlanId: created.id }))
}
