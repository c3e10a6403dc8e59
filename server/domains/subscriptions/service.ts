import type * as z from 'zod/mini'

import { dollarsFromCents } from '#contract/money.ts'
import { subscriptionFailures } from '#contract/subscriptions/failures.ts'
import type { subscription, subscriptionRow } from '#contract/subscriptions/routes.ts'
import { publicMediaUrl } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { InTransaction, Viewer } from '#server/platform/http/implement.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/platform.ts'
import { RazorpayError } from '#server/platform/razorpay/client.ts'
import { isPaymentSignature } from '#server/platform/razorpay/signature.ts'

import { syncSubscription } from './jobs.ts'
import {
  findSubscription,
  findSubscriptionByProviderId,
  getSubscription,
  type SubscriptionRow,
} from './queries.ts'
import { syncWithProvider } from './sync.ts'

export { hasAccess, hasAccessSql } from './access.ts'
export { listMemberPlanIds, listSupportedCreatorIds } from './queries.ts'

/** A subscription of the viewer's own. Somebody else's is not there at all, as far as they are concerned. */
export async function getOwnSubscription(db: Db, viewer: Viewer, id: string): Promise<SubscriptionRow> {
  const row = await findSubscription(db, id)
  if (!row || row.memberId !== viewer.id) throw new Failure(subscriptionFailures.subscription_not_found)
  return row
}

/** By the provider's id or by ours. */
async function getOwnByEitherId(db: Db, viewer: Viewer, id: string): Promise<SubscriptionRow> {
  const row = id.startsWith('sub_')
    ? await findSubscriptionByProviderId(db, id)
    : /^[0-9a-f-]{36}$/.test(id)
      ? await findSubscription(db, id)
      : null
  if (!row || row.memberId !== viewer.id) throw new Failure(subscriptionFailures.subscription_not_found)
  return row
}

/**
 * The browser says the checkout succeeded. A signature must be the provider's over our own subscription id; then, or
 * without one, the provider is asked. When it does not answer, the webhook and the reconciler will tell us.
 */
export async function confirmCheckout(
  inTransaction: InTransaction,
  platform: Platform,
  request: {
    viewer: Viewer
    subscriptionId: string
    paymentId: string | undefined
    signature: string | undefined
    now: Date
  },
): Promise<SubscriptionRow> {
  const row = await inTransaction((db) => getOwnByEitherId(db, request.viewer, request.subscriptionId))
  const { providerSubscriptionId } = row
  if (!providerSubscriptionId) throw new Failure(subscriptionFailures.subscription_not_found)
  const { paymentId, signature } = request
  const isClaimed = paymentId !== undefined || signature !== undefined
  if (
    isClaimed &&
    !isPaymentSignature(
      { paymentId: paymentId ?? '', providerSubscriptionId },
      signature ?? '',
      platform.razorpay.keySecret,
    )
  )
    throw new Failure(subscriptionFailures.signature_wrong)
  try {
    await syncWithProvider(inTransaction, platform, providerSubscriptionId, request.now)
  } catch (error) {
    if (!(error instanceof RazorpayError)) throw error
    platform.log.warn({ err: error }, 'a checkout could not be confirmed at once')
    await inTransaction((db) =>
      enqueue(db, syncSubscription, { providerSubscriptionId }, { key: `sync:${providerSubscriptionId}` }),
    )
  }
  return inTransaction((db) => getSubscription(db, row.id))
}

export function presentSubscription(row: SubscriptionRow): z.infer<typeof subscription> {
  return {
    _id: row.id,
    status: row.status,
    creator: presentCreatorOf(row),
    plan: { _id: row.planId, name: row.planName, price: dollarsFromCents(row.priceCents) },
    interval: row.interval,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    accessUntil: row.accessUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** A row of My Subscriptions. The spec names a category that nothing fills yet, so it says what the row is. */
export function presentSubscriptionRow(row: SubscriptionRow): z.infer<typeof subscriptionRow> {
  const { creator, plan, ...rest } = presentSubscription(row)
  return {
    ...rest,
    creatorId: creator,
    creatorName: row.pageName,
    planId: plan,
    tier: row.planName.toLowerCase(),
    category: 'Membership',
  }
}

function presentCreatorOf(row: SubscriptionRow) {
  return {
    _id: row.creatorId,
    pageName: row.pageName,
    pageHandle: row.handle,
    profileImage: publicMediaUrl(row.profileImage),
  }
}
