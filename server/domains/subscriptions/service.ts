import type * as z from 'zod/mini'

import { dollarsFromCents } from '#contract/money.ts'
import { pricePerIntervalCents } from '#contract/plans/pricing.ts'
import { nextChargeAt } from '#contract/subscriptions/engine/coming-charges.ts'
import { subscriptionFailures } from '#contract/subscriptions/failures.ts'
import type { subscription, subscriptionRow } from '#contract/subscriptions/routes.ts'
import { publicMediaUrl } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/platform.ts'
import { RazorpayError } from '#server/platform/razorpay/client.ts'
import { isPaymentSignature } from '#server/platform/razorpay/signature.ts'

import { accessEnd } from './access.ts'
import { findChange } from './changes/change-queries.ts'
import { syncSubscription } from './jobs.ts'
import { providerDatesOf } from './lifecycle/paid-period.ts'
import { debitedFrom } from './provider-sync/debited-ahead.ts'
import { findProviderLink, syncWithProvider } from './provider-sync/sync.ts'
import {
  findSubscription,
  getSubscription,
  membershipOf,
  needsCard,
  type SubscriptionRow,
} from './queries.ts'

export { hasAccess, hasAccessSql } from './access.ts'
export { heldPlansSql } from './held-plan-queries.ts'
export { type ClosingDue, getClosingDue, getReturnOnClosing } from './lifecycle/page-closure-due.ts'
export { listDueNotices } from './notices/notice-queries.ts'
export { offerSql } from './price-changes/offer-queries.ts'
export { countMembers, listMemberPlans, listSupportedCreatorIds } from './membership-queries.ts'

/** A subscription of the viewer's own. Other people's don't exist as far as they can tell. */
export async function getOwnSubscription(db: Db, viewer: Viewer, id: string): Promise<SubscriptionRow> {
  const row = await findSubscription(db, id)
  if (!row || row.memberId !== viewer.id) throw new Failure(subscriptionFailures.subscription_not_found)
  return row
}

/** The subscription or change a checkout was opened for, by the provider's id or by ours. */
async function getOwnCheckout(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<{ row: SubscriptionRow; providerSubscriptionId: string; changeId: string | null }> {
  const link = id.startsWith('sub_') ? await findProviderLink(db, id) : null
  const ownId = link?.subscriptionId ?? (/^[0-9a-f-]{36}$/.test(id) ? id : null)
  if (ownId === null) throw new Failure(subscriptionFailures.subscription_not_found)
  const row = await getOwnSubscription(db, viewer, ownId)
  const providerSubscriptionId = link ? id : row.providerSubscriptionId
  if (!providerSubscriptionId) throw new Failure(subscriptionFailures.subscription_not_found)
  return { row, providerSubscriptionId, changeId: link?.name === 'change' ? link.changeId : null }
}

/**
 * The browser says the checkout succeeded. A signature must be the provider's over our own subscription id; then, or
 * without one, the provider is queried. If it doesn't answer, the webhook and the reconciler will tell us.
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
): Promise<{ row: SubscriptionRow; isPaid: boolean }> {
  const { row, providerSubscriptionId, changeId } = await inTransaction((db) =>
    getOwnCheckout(db, request.viewer, request.subscriptionId),
  )
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
    platform.log.warn({ err: error }, 'a checkout could not be confirmed immediately')
    await inTransaction((db) =>
      enqueue(db, syncSubscription, { providerSubscriptionId }, { key: `sync:${providerSubscriptionId}` }),
    )
  }
  return inTransaction(async (db) => {
    const current = await getSubscription(db, row.id)
    const change = changeId === null ? null : await findChange(db, changeId)
    return { row: current, isPaid: change ? change.status === 'applied' : current.accessUntil !== null }
  })
}

export function presentSubscription(row: SubscriptionRow): z.infer<typeof subscription> {
  return {
    _id: row.id,
    status: row.status,
    creator: presentCreatorOf(row),
    plan: {
      _id: row.planId,
      name: row.planName,
      price: dollarsFromCents(row.priceCents),
      currency: row.currency,
      isOffered: row.isPlanOffered,
    },
    interval: row.interval,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    accessUntil: row.accessUntil?.toISOString() ?? null,
    nextChargeAt: nextChargeAt(membershipOf(row), providerDatesOf(row))?.toISOString() ?? null,
    accessEnds: accessEnd(row)?.toISOString() ?? null,
    next: presentNext(row),
    newPrice: presentNewPrice(row),
    debitedFrom: debitedFrom(row)?.toISOString() ?? null,
    disputed:
      row.disputedCents === null || row.disputedPaidAt === null
        ? null
        : {
            amount: dollarsFromCents(row.disputedCents),
            currency: row.disputedCurrency ?? row.currency,
            paidAt: row.disputedPaidAt.toISOString(),
          },
    keptBy: needsCard(row) ? 'checkout' : 'undo',
    card: row.cardNetwork && row.cardLast4 ? { network: row.cardNetwork, last4: row.cardLast4 } : null,
    upi: row.upiHint,
    isCardIndian: row.upiHint === null && row.cardIsInternational === false,
    createdAt: row.createdAt.toISOString(),
  }
}

/** A row of My Subscriptions. The spec names a category that nothing fills yet, so it says what the row is. */
export function presentSubscriptionRow(
  row: SubscriptionRow,
  { isBeingRefunded }: { isBeingRefunded: boolean },
): z.infer<typeof subscriptionRow> {
  const { creator, plan, ...rest } = presentSubscription(row)
  return {
    ...rest,
    creatorId: creator,
    creatorName: row.pageName,
    planId: plan,
    tier: row.planName.toLowerCase(),
    category: 'Membership',
    isBeingRefunded,
  }
}

function presentNext(row: SubscriptionRow) {
  const { next } = membershipOf(row)
  return next === null || row.nextPlanName === null
    ? null
    : {
        planName: row.nextPlanName,
        price: dollarsFromCents(next.priceCents),
        interval: next.interval,
        from: next.from.toISOString(),
      }
}

function presentNewPrice(row: SubscriptionRow) {
  const { offeredPriceCents, offerEndsAt } = row
  if (offeredPriceCents === null || offerEndsAt === null) return null
  if (row.status !== 'active' || row.cancelAtPeriodEnd) return null
  const interval = row.nextInterval ?? row.interval
  return {
    price: dollarsFromCents(pricePerIntervalCents(offeredPriceCents, interval)),
    acceptBy: offerEndsAt.toISOString(),
  }
}

function presentCreatorOf(row: SubscriptionRow) {
  return {
    _id: row.creatorId,
    pageName: row.pageName,
    pageHandle: row.handle,
    // The picture of a page that isn't live is refused too.
    profileImage: row.isPageLive ? publicMediaUrl(row.profileImage) : null,
    isAvailable: row.isPageLive,
  }
}
