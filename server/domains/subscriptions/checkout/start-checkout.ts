import { type BillingInterval, pricePerIntervalCents } from '#contract/plans/pricing.ts'
import { isReusable, orderExpiry } from '#contract/subscriptions/engine/order.ts'
import { subscriptionFailures } from '#contract/subscriptions/failures.ts'
import { findCreator, isOwner, refuseStoppedJoining } from '#server/domains/creators/service.ts'
import { holdOfferedPlan } from '#server/domains/plans/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import type { RazorpayClient } from '#server/platform/razorpay/client.ts'

import { hasAccess } from '../access.ts'
import { openReturn } from '../changes/change.ts'
import { attachProviderSubscription } from '../provider-sync/attach-provider-subscription.ts'
import { createOnce } from '../provider-sync/create-provider-subscription.ts'
import { enqueueCancelAtProvider } from '../provider-sync/provider-jobs.ts'
import {
  abandonProviderCall,
  claimProviderCall,
  type OrderIntent,
} from '../provider-sync/provider-queries.ts'
import {
  getSubscription,
  hasPaidTime,
  insertPendingSubscription,
  lockLiveSubscription,
  type SubscriptionRow,
} from '../queries.ts'
import { saveStatus } from '../save-membership.ts'
import { refuseOverBudget } from './budget.ts'
import { requireJoinEligibility } from './join-eligibility.ts'

interface JoinRequest {
  viewer: Viewer
  planId: string
  interval: BillingInterval
  now: Date
}

/**
 * Records the wish to join: one open attempt per member and creator. The same wish again is the same attempt while it
 * has time left; another plan or interval replaces it, and the old one is cancelled at the provider so that it can no
 * longer be paid. A paused membership is answered unchanged: {@link openCheckout} brings it back on the wanted plan.
 * Throws `plan_not_found`, `own_page`, `account_leaving`, `blocked`, `joining_stopped`, `already_subscribed`,
 * `still_paid`, `budget_reached`.
 */
export async function openAttempt(
  db: Db,
  { viewer, planId, interval, now }: JoinRequest,
): Promise<SubscriptionRow> {
  const plan = await holdOfferedPlan(db, planId)
  const creator = await findCreator(db, plan.creatorId)
  if (creator && isOwner(viewer, creator)) throw new Failure(subscriptionFailures.own_page)
  await requireJoinEligibility(db, { memberId: viewer.id, creatorId: plan.creatorId })

  const live = await lockLiveSubscription(db, viewer.id, plan.creatorId)
  // Who is a member stays one.
  if (live?.status !== 'paused') await refuseStoppedJoining(db, plan.creatorId)
  if (live?.status === 'pending') {
    const isSameWish = live.planVersionId === plan.versionId && live.interval === interval
    if (isSameWish && isReusable(live.orderExpiresAt, now)) return live
    await giveUp(db, live, 'expired', now)
  } else if (live?.status === 'paused') {
    return live
  } else if (live) {
    // Members who lost access because no card worked through the grace period may start over.
    if (hasAccess(live, now)) throw new Failure(subscriptionFailures.already_subscribed)
    await giveUp(db, live, 'canceled', now)
  }
  // Nobody pays twice for the same days.
  if (await hasPaidTime(db, viewer.id, plan.creatorId, now))
    throw new Failure(subscriptionFailures.still_paid)
  const priceCents = pricePerIntervalCents(plan.priceCents, interval)
  await refuseOverBudget(
    db,
    { memberId: viewer.id, creatorId: plan.creatorId },
    { interval, priceCents, currency: plan.currency },
    now,
  )
  const id = newId(now)
  const isFirst = await insertPendingSubscription(db, {
    id,
    memberId: viewer.id,
    creatorId: plan.creatorId,
    planId: plan.id,
    planVersionId: plan.versionId,
    interval,
    priceCents,
    currency: plan.currency,
    createdAt: now,
    orderExpiresAt: orderExpiry(now),
  })
  // Another tab opened one between our look and our insert; it is visible now.
  return isFirst ? getSubscription(db, id) : openAttempt(db, { viewer, planId, interval, now })
}

/** Ends what is in the way of a new attempt, here and at the provider, so that it can no longer be paid. */
async function giveUp(
  db: Db,
  row: SubscriptionRow,
  status: 'expired' | 'canceled',
  now: Date,
): Promise<void> {
  await saveStatus(db, row.id, status, now, { hasEnded: true })
  await enqueueCancelAtProvider(db, row.id)
}

/** An attempt that the provider knows, so it can be paid. */
export type PayableSubscription = SubscriptionRow & { providerSubscriptionId: string }

/**
 * Opens the attempt and makes sure that it exists exactly once at the provider. Throws what {@link openAttempt} throws,
 * `provider_unavailable`, `wish_replaced`.
 */
export async function openCheckout(
  inTransaction: InTransaction,
  razorpay: RazorpayClient,
  request: JoinRequest,
): Promise<PayableSubscription> {
  const attempt = await inTransaction((db) => openAttempt(db, request))
  if (isPayable(attempt)) return attempt
  const { id } = attempt
  if (attempt.status === 'paused') {
    const { viewer, planId, interval, now } = request
    const wish = { planId, interval, timing: undefined }
    const change = await openReturn(inTransaction, razorpay, { viewer, subscriptionId: id, wish, now })
    const { providerSubscriptionId, providerPageUrl } = change
    return { ...attempt, providerSubscriptionId, providerPageUrl }
  }
  const intent: OrderIntent = { table: 'subscriptions', id }
  return createOnce<PayableSubscription>(
    inTransaction,
    razorpay,
    { ...attempt, intentId: id, startsAt: null, expiresAt: attempt.orderExpiresAt, upfrontCents: 0 },
    {
      claim: (db, claim) => claimProviderCall(db, intent, claim),
      abandon: (db) => abandonProviderCall(db, intent),
      keep: (db, provider) => attachProviderSubscription(db, intent, provider),
      async read(db) {
        const current = await getSubscription(db, id)
        if (isPayable(current)) return current
        return current.status === 'pending' ? 'waiting' : 'over'
      },
    },
  )
}

function isPayable(row: SubscriptionRow): row is PayableSubscription {
  return row.status === 'pending' && row.providerSubscriptionId !== null
}
