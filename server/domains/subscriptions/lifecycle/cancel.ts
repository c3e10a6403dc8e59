import { subscriptionFailures } from '#contract/subscriptions/failures.ts'
import type { LeavingReason } from '#contract/subscriptions/leaving.ts'
import { holdOfferedPlan } from '#server/domains/plans/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { isLive } from '../access.ts'
import { giveUpOpenChange } from '../changes/open-changes.ts'
import { refuseOverBudget } from '../checkout/budget.ts'
import { requireJoinEligibility } from '../checkout/join-eligibility.ts'
import { subscriptionCanceled } from '../events.ts'
import { setHeld } from '../holds/hold-queries.ts'
import { enqueueCancelAtProvider, enqueueCancelReplaced } from '../provider-sync/provider-jobs.ts'
import { markProviderTold } from '../provider-sync/provider-queries.ts'
import {
  getSubscription,
  lockSubscription,
  membershipOf,
  needsCard,
  type SubscriptionRow,
} from '../queries.ts'
import { saveCancelAtPeriodEnd, saveStatus } from '../save-membership.ts'
import { getOwnSubscription } from '../service.ts'
import { endWithPeriod } from './end-with-period.ts'
import { deleteLeavingReason, saveLeavingReason } from './leaving-queries.ts'
import { setEndsWithPage } from './page-closure-queries.ts'

/**
 * Ends a subscription with its paid period; a paused one with no paid time left is over at once. Canceling twice is the
 * same cancellation. `reason`: why, if the member says. Throws `subscription_not_found`, `not_running`.
 */
export async function cancelAtPeriodEnd(
  db: Db,
  viewer: Viewer,
  { id, reason, now }: { id: string; reason: LeavingReason | null; now: Date },
): Promise<SubscriptionRow> {
  const { id: ownId } = await getOwnSubscription(db, viewer, id)
  const row = await lockSubscription(db, ownId)
  if (reason !== null && isLive(row.status)) await saveLeavingReason(db, row, reason, now)
  if (row.status === 'paused') {
    await endPaused(db, row, now)
    await emit(db, subscriptionCanceled, { subscriptionId: row.id }, now)
    return getSubscription(db, row.id)
  }
  refuseUnlessRunning(row)
  if (row.cancelAtPeriodEnd) {
    // It would otherwise come back with its page.
    await setEndsWithPage(db, row.id, false)
    return row
  }
  await giveUpOpenChange(db, row.id, now)
  await endWithPeriod(db, row, now)
  await emit(db, subscriptionCanceled, { subscriptionId: row.id }, now)
  return getSubscription(db, row.id)
}

/** Also a membership paused by a suspension, which would otherwise resume when that is lifted. */
async function endPaused(db: Db, row: SubscriptionRow, now: Date): Promise<void> {
  await giveUpOpenChange(db, row.id, now)
  await setHeld(db, row.id, null)
  if (row.accessUntil === null || row.accessUntil <= now) {
    await saveStatus(db, row.id, 'canceled', now, { hasEnded: true })
    await enqueueCancelAtProvider(db, row.id)
    return
  }
  await saveStatus(db, row.id, 'active', now)
  await saveCancelAtPeriodEnd(db, row.id, true, now)
  const { providerSubscriptionId } = row
  if (providerSubscriptionId === null) return
  // It charges nothing while paused, and has no period to end with.
  await markProviderTold(db, row.id, now)
  await enqueueCancelReplaced(db, providerSubscriptionId)
}

/**
 * Takes a cancellation back. The job that would tell the provider finds nothing to tell. Throws
 * `subscription_not_found`, `not_running`, `card_needed`, `budget_reached`, and the failures for members who may no
 * longer have the plan.
 */
export async function resume(db: Db, viewer: Viewer, id: string, now: Date): Promise<SubscriptionRow> {
  const { id: ownId } = await getOwnSubscription(db, viewer, id)
  const row = await lockSubscription(db, ownId)
  refuseUnlessRunning(row)
  if (!row.cancelAtPeriodEnd) return row
  // A plan that is no longer offered is not renewed either.
  await holdOfferedPlan(db, row.nextPlanId ?? row.planId)
  await requireJoinEligibility(db, row)
  if (needsCard(row)) throw new Failure(subscriptionFailures.card_needed)
  const terms = { ...(membershipOf(row).next ?? row), currency: row.currency }
  await refuseOverBudget(db, row, terms, now)
  await saveCancelAtPeriodEnd(db, row.id, false, now)
  await deleteLeavingReason(db, row.id)
  return getSubscription(db, row.id)
}

function refuseUnlessRunning({ status }: SubscriptionRow): void {
  if (status !== 'active' && status !== 'past_due') throw new Failure(subscriptionFailures.not_running)
}
