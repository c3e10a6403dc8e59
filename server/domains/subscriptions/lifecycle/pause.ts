import { subscriptionFailures } from '#contract/subscriptions/failures.ts'
import { getOfferedPlan } from '#server/domains/plans/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { RazorpayError, type RazorpayClient } from '#server/platform/razorpay/client.ts'

import { openReactivation, type PayableChange } from '../changes/change.ts'
import { closeOutdatedChange } from '../changes/open-changes.ts'
import { refuseOverBudget } from '../checkout/budget.ts'
import { requireJoinEligibility } from '../checkout/join-eligibility.ts'
import { untilProviderIsTold } from '../provider-sync/debited-ahead.ts'
import { pauseAtProvider } from '../provider-sync/provider-jobs.ts'
import { forgetCardOrigin } from '../provider-sync/provider-queries.ts'
import { getSubscription, lockSubscription, membershipOf, type SubscriptionRow } from '../queries.ts'
import { saveStatus } from '../save-membership.ts'
import { getOwnSubscription } from '../service.ts'

interface Request {
  viewer: Viewer
  subscriptionId: string
  now: Date
}

/** The states in which the provider can still charge another card. */
const TAKES_ANOTHER_CARD = new Set(['active', 'pending', 'authenticated'])

/**
 * Stops the charges. The provider is asked first: a pause that it doesn't know of would be charged. A membership that
 * waits for its first period after a change is charged at the end of the present one, so the provider is told just
 * before. Throws `not_running`, `provider_unavailable`.
 */
export async function pause(
  inTransaction: InTransaction,
  razorpay: RazorpayClient,
  request: Request,
): Promise<SubscriptionRow> {
  const row = await inTransaction((db) => getOwnSubscription(db, request.viewer, request.subscriptionId))
  if (row.status === 'paused') return row
  const { providerSubscriptionId } = row
  if (row.status !== 'active' || row.cancelAtPeriodEnd || providerSubscriptionId === null)
    throw new Failure(subscriptionFailures.not_running)
  const delayMs = untilProviderIsTold(row, request.now)
  const isToldLater = await ask(async () => {
    const { status } = await razorpay.getSubscription(providerSubscriptionId)
    if (status === 'authenticated' && delayMs > 0) return true
    if (status !== 'paused') await razorpay.pauseSubscription(providerSubscriptionId)
    return false
  })
  return inTransaction(async (db) => {
    await setStatusOfRunning(db, row.id, { from: 'active', to: 'paused', now: request.now })
    if (isToldLater)
      await enqueue(db, pauseAtProvider, { subscriptionId: row.id }, { key: `pause:${row.id}`, delayMs })
    return getSubscription(db, row.id)
  })
}

/**
 * Continues after a pause or a failed renewal. A membership that is paused at the provider and still paid for simply
 * resumes: null. Otherwise answers what has to be paid, or only registered. Throws `not_running`, `plan_not_found`,
 * `budget_reached`, `provider_unavailable`.
 */
export async function reactivate(
  inTransaction: InTransaction,
  razorpay: RazorpayClient,
  request: Request,
): Promise<PayableChange | null> {
  const row = await inTransaction(async (db) => {
    const own = await getOwnSubscription(db, request.viewer, request.subscriptionId)
    await requireJoinEligibility(db, own)
    if (own.status !== 'paused') return own
    // A plan that is no longer offered is not renewed either.
    await getOfferedPlan(db, own.nextPlanId ?? own.planId)
    const terms = { ...(membershipOf(own).next ?? own), currency: own.currency }
    await refuseOverBudget(db, own, terms, request.now)
    return own
  })
  const { providerSubscriptionId, accessUntil } = row
  const isPaidFor = accessUntil !== null && accessUntil > request.now
  if (row.status === 'paused' && isPaidFor && providerSubscriptionId !== null) {
    const hasResumed = await ask(async () => {
      const { status } = await razorpay.getSubscription(providerSubscriptionId)
      if (status === 'paused') await razorpay.resumeSubscription(providerSubscriptionId)
      // After a change of plan it waits for its first period: it never stopped.
      return status === 'paused' || status === 'active' || status === 'authenticated'
    })
    if (hasResumed) {
      await inTransaction((db) =>
        setStatusOfRunning(db, row.id, { from: 'paused', to: 'active', now: request.now }),
      )
      return null
    }
  }
  return openReactivation(inTransaction, razorpay, request)
}

/**
 * Opens the way to another card: the id of the subscription at the provider that takes it or, once the provider gave up
 * charging, what has to be paid to continue. A cancelled membership takes none: a new card would renew it, which only
 * {@link reactivate} may do. Throws `not_running`, `plan_not_found`, `provider_unavailable`.
 */
export async function openCardChange(
  inTransaction: InTransaction,
  razorpay: RazorpayClient,
  request: Request,
): Promise<string | PayableChange> {
  const row = await inTransaction(async (db) => {
    const own = await getOwnSubscription(db, request.viewer, request.subscriptionId)
    // Another card would be charged for a failed renewal, and so would renew a plan that is no longer offered.
    if (own.status === 'past_due') await getOfferedPlan(db, own.nextPlanId ?? own.planId)
    return own
  })
  const { providerSubscriptionId } = row
  const isCharged = (row.status === 'active' || row.status === 'past_due') && !row.cancelAtPeriodEnd
  if (!isCharged || providerSubscriptionId === null) throw new Failure(subscriptionFailures.not_running)
  const { status } = await ask(() => razorpay.getSubscription(providerSubscriptionId))
  if (TAKES_ANOTHER_CARD.has(status)) {
    await inTransaction((db) => forgetCardOrigin(db, row.id))
    return providerSubscriptionId
  }
  return openReactivation(inTransaction, razorpay, request)
}

async function setStatusOfRunning(
  db: Db,
  id: string,
  { from, to, now }: { from: SubscriptionRow['status']; to: SubscriptionRow['status']; now: Date },
): Promise<void> {
  const row = await lockSubscription(db, id)
  if (row.status !== from) return
  await saveStatus(db, id, to, now)
  await closeOutdatedChange(db, id, now)
}

async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof RazorpayError) throw new Failure(subscriptionFailures.provider_unavailable)
    throw error
  }
}
