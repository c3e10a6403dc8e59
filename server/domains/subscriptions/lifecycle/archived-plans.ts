import { planArchived, planRepriced } from '#server/domains/plans/events.ts'
import { findOfferedPlan } from '#server/domains/plans/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { emit, type EventReaction, reactToInPhases } from '#server/platform/jobs/events.ts'

import { findOpenChange } from '../changes/change-queries.ts'
import { giveUpChange } from '../changes/open-changes.ts'
import { canTakeHold } from '../checkout/order-validity.ts'
import { subscriptionEnding } from '../events.ts'
import { cancelAtProvider, cancelReplaced } from '../provider-sync/provider-jobs.ts'
import {
  lockSubscription,
  membershipOf,
  replaceProviderSubscription,
  saveMembership,
  setStatus,
  type SubscriptionRow,
} from '../queries.ts'
import { openWorkThrough } from '../work-through.ts'
import {
  listIdsWithOutdatedChange,
  listOutdatedAttemptIds,
  listPlannedIds,
  listRenewingIds,
} from './archived-plan-queries.ts'
import { endWithPeriod } from './end-with-period.ts'

/* What becomes of memberships and orders when a plan is not offered any more, or has another price. */

/** An attempt that is not paid ends, here and at the provider. Call with the row locked. */
export async function endAttempt(db: Db, row: SubscriptionRow, now: Date): Promise<void> {
  if (row.status !== 'pending') return
  await setStatus(db, row.id, 'expired', now)
  await enqueue(db, cancelAtProvider, { subscriptionId: row.id }, { key: `cancel:${row.id}` })
}

/**
 * Nobody is charged again for a plan that is not offered any more; what is paid can be read to its end. After a renewal
 * that failed nothing is: the days of grace were for paying it, and nobody can any more.
 */
async function endRenewal(db: Db, id: string, planId: string, now: Date): Promise<void> {
  const row = await lockSubscription(db, id)
  if (row.status === 'pending') return endAttempt(db, row, now)
  const isLeaving = row.nextPlanId !== null && row.nextPlanId !== planId
  if (row.cancelAtPeriodEnd || isLeaving) return
  // Another rhythm is charged by a subscription of its own at the provider; a lower price by the one that runs.
  if (row.nextInterval !== null && row.nextInterval !== row.interval) await endNextTerms(db, row, now)
  else {
    if (row.nextPlanId !== null) await saveMembership(db, id, { ...membershipOf(row), next: null }, now)
    await endWithPeriod(db, row, now, { isToldAtOnce: true })
  }
  await emit(db, subscriptionEnding, { subscriptionId: id, reason: 'plan' }, now)
}

/**
 * What was agreed for later goes, and the provider's subscription with it, which would charge that. Nothing charges
 * for the present terms then: they end with what is paid.
 */
async function endNextTerms(db: Db, row: SubscriptionRow, now: Date): Promise<void> {
  const { id, providerSubscriptionId } = row
  const cancelAtPeriodEnd = row.cancelAtPeriodEnd || row.status !== 'paused'
  await saveMembership(db, id, { ...membershipOf(row), next: null, cancelAtPeriodEnd }, now)
  if (providerSubscriptionId === null) return
  await replaceProviderSubscription(db, id, null)
  await enqueue(db, cancelReplaced, { providerSubscriptionId }, { key: `cancel:${providerSubscriptionId}` })
}

/**
 * A planned change to a plan that is not offered any more is dropped: the member stays on the plan they have. The
 * provider's subscription would charge the other one, and cannot be moved back, so it is ended at once: the membership
 * ends with what is paid, unless its member registers the card again.
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

/** Gives up the open change of a subscription when it cannot be had any more as it was quoted. */
async function closeUnlessStanding(db: Db, subscriptionId: string, now: Date): Promise<void> {
  const row = await lockSubscription(db, subscriptionId)
  const open = await findOpenChange(db, subscriptionId)
  if (open && !(await canTakeHold(db, row, open))) await giveUpChange(db, open, 'outdated', now)
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
