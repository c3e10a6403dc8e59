import { planArchived, planRepriced } from '#server/domains/plans/events.ts'
import { findOfferedPlan } from '#server/domains/plans/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { emit, type EventReaction, reactToInPhases } from '#server/platform/jobs/events.ts'

import { findOpenChange } from '../changes/change-queries.ts'
import { giveUpChange } from '../changes/open-changes.ts'
import { isQuoteStillValid } from '../checkout/order-validity.ts'
import { subscriptionEnding } from '../events.ts'
import { enqueueCancelAtProvider, enqueueCancelReplaced } from '../provider-sync/provider-jobs.ts'
import {
  lockSubscription,
  membershipOf,
  replaceProviderSubscription,
  type SubscriptionRow,
} from '../queries.ts'
import { saveMembership, saveStatus } from '../save-membership.ts'
import { openWorkThrough } from '../work-through.ts'
import {
  listIdsWithOutdatedChange,
  listOutdatedAttemptIds,
  listPlannedIds,
  listRenewingIds,
} from './archived-plan-queries.ts'
import { endWithPeriod } from './end-with-period.ts'

/* What happens to memberships and orders when a plan is no longer offered, or has another price. */

/** Ends an unpaid attempt, here and at the provider. Call with the row locked. */
export async function endAttempt(db: Db, row: SubscriptionRow, now: Date): Promise<void> {
  if (row.status !== 'pending') return
  await saveStatus(db, row.id, 'expired', now, { hasEnded: true })
  await enqueueCancelAtProvider(db, row.id)
}

/**
 * Nobody is charged again for a plan that is no longer offered; members keep access for the paid time. After a failed
 * renewal none is left: the grace period was for paying it, and that is no longer possible.
 */
async function endRenewal(db: Db, id: string, planId: string, now: Date): Promise<void> {
  const row = await lockSubscription(db, id)
  if (row.status === 'pending') return endAttempt(db, row, now)
  const isLeaving = row.nextPlanId !== null && row.nextPlanId !== planId
  if (row.cancelAtPeriodEnd || isLeaving) return
  // Another interval is charged by its own subscription at the provider; a lower price by the one that runs.
  if (row.nextInterval !== null && row.nextInterval !== row.interval) await endNextTerms(db, row, now)
  else {
    if (row.nextPlanId !== null) await saveMembership(db, id, { ...membershipOf(row), next: null }, now)
    await endWithPeriod(db, row, now, { isToldAtOnce: true })
  }
  await emit(db, subscriptionEnding, { subscriptionId: id, reason: 'plan' }, now)
}

/**
 * Drops the terms agreed for later, and with them the provider's subscription, which would charge them. Nothing then
 * charges for the present terms: they end with the paid time.
 */
async function endNextTerms(db: Db, row: SubscriptionRow, now: Date): Promise<void> {
  const { id, providerSubscriptionId } = row
  const cancelAtPeriodEnd = row.cancelAtPeriodEnd || row.status !== 'paused'
  await saveMembership(db, id, { ...membershipOf(row), next: null, cancelAtPeriodEnd }, now)
  if (providerSubscriptionId === null) return
  await replaceProviderSubscription(db, id, null)
  await enqueueCancelReplaced(db, providerSubscriptionId)
}

/**
 * A planned change to a plan that is no longer offered is dropped: the member stays on their plan. The provider's
 * subscription would charge for the other one and can't be moved back, so it is ended at once: the membership ends with
 * the paid time, unless its member registers the card again.
 */
async function dropPlanned(db: Db, id: string, planId: string, now: Date): Promise<void> {
  const row = await lockSubscription(db, id)
  if (row.nextPlanId !== planId || row.planId === planId) return
  const { nextPlanName } = row
  await endNextTerms(db, row, now)
  if (row.status === 'paused' || row.cancelAtPeriodEnd) return
  const canBeKept = (await findOfferedPlan(db, row.planId)) !== null
  const why = canBeKept ? { reason: 'next_plan' as const } : { reason: 'plan' as const }
  await emit(
    db,
    subscriptionEnding,
    { subscriptionId: id, ...why, ...(nextPlanName !== null && { planName: nextPlanName }) },
    now,
  )
}

/** Gives up the open change of a subscription when it can no longer be had as quoted. */
async function closeUnlessStanding(db: Db, subscriptionId: string, now: Date): Promise<void> {
  const row = await lockSubscription(db, subscriptionId)
  const open = await findOpenChange(db, subscriptionId)
  if (open && !(await isQuoteStillValid(db, row, open))) await giveUpChange(db, open, 'outdated', now)
}

export const archivedPlanReactions = [
  reactToInPhases(planArchived, 'subscriptions', async (inTransaction, { planId }, { now, signal }) => {
    const workThrough = openWorkThrough(inTransaction, signal)
    await workThrough.each(
      (db) => listRenewingIds(db, planId),
      (db, id) => endRenewal(db, id, planId, now),
    )
    await workThrough.each(
      (db) => listPlannedIds(db, planId),
      (db, id) => dropPlanned(db, id, planId, now),
    )
    await workThrough.each(
      (db) => listIdsWithOutdatedChange(db, planId),
      (db, id) => closeUnlessStanding(db, id, now),
    )
    workThrough.finish('A plan could not be wound up')
  }),

  reactToInPhases(planRepriced, 'subscriptions', async (inTransaction, { planId }, { now, signal }) => {
    const workThrough = openWorkThrough(inTransaction, signal)
    await workThrough.each(
      (db) => listOutdatedAttemptIds(db, planId),
      async (db, id) => endAttempt(db, await lockSubscription(db, id), now),
    )
    await workThrough.each(
      (db) => listIdsWithOutdatedChange(db, planId),
      (db, id) => closeUnlessStanding(db, id, now),
    )
    workThrough.finish('What was ordered at a former price could not be closed')
  }),
] as EventReaction[]
