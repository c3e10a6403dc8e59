import { isReactivationStillQuoted, isStillQuoted } from '#contract/subscriptions/engine/order.ts'
import { findOfferedPlan } from '#server/domains/plans/service.ts'
import type { Db } from '#server/platform/db/query.ts'

import type { ChangeRow } from '../changes/change-queries.ts'
import { canReactivate, lockLiveSubscription, membershipOf, type SubscriptionRow } from '../queries.ts'
import { isJoinEligible } from './join-eligibility.ts'

/* Whether an order can still be fulfilled. Checked when money arrives, whether or not the jobs that close orders
   have run. */

/**
 * Whether the next charge of a locked subscription would pay for something that is no longer offered: a plan that was
 * archived or whose page is closed, and for an attempt also another price, a block, or another membership of the page
 * that the member has by now.
 */
export async function isNotOffered(db: Db, row: SubscriptionRow): Promise<boolean> {
  const plan = await findOfferedPlan(db, row.nextPlanId ?? row.planId)
  if (!plan) return true
  if (!isAttempt(row)) return false
  return (
    plan.versionId !== row.planVersionId || !(await isJoinEligible(db, row)) || (await hasOtherLive(db, row))
  )
}

/** Whether the member of a closed attempt has another live subscription with this creator. */
export async function hasOtherLive(db: Db, row: SubscriptionRow): Promise<boolean> {
  if (row.status !== 'expired' && row.status !== 'failed') return false
  return (await lockLiveSubscription(db, row.memberId, row.creatorId)) !== null
}

function isAttempt({ status }: SubscriptionRow): boolean {
  return status === 'pending' || status === 'expired' || status === 'failed'
}

/**
 * Whether a change still matches its quote, with its subscription locked. One that wasn't paid in time may still match,
 * as the bank was asked before it expired.
 */
export async function isQuoteStillValid(db: Db, row: SubscriptionRow, change: ChangeRow): Promise<boolean> {
  const { quoted } = change
  if (quoted === null) return false
  const wasLate = change.status === 'closed' && change.closedBecause === 'expired'
  if (change.status === 'closed' && !wasLate) return false
  if (wasLate && quoted.cancelAtPeriodEnd !== row.cancelAtPeriodEnd) return false
  if (!isQuotedOn(row, change)) return false
  const plan = await findOfferedPlan(db, change.planId)
  if (!plan || !(await isJoinEligible(db, row))) return false
  // Members keep their own price; any other price must be the plan's current one.
  return (
    change.planVersionId === row.planVersionId ||
    isOwnNext(row, change) ||
    change.planVersionId === plan.versionId
  )
}

/** Whether the subscription is in the same state as when the change was computed. */
export function isQuotedOn(row: SubscriptionRow, { kind, quoted }: ChangeRow): boolean {
  if (quoted === null) return false
  const membership = membershipOf(row)
  if (kind === 'reactivation') return canReactivate(row) && isReactivationStillQuoted(quoted, membership)
  return isStillQuoted(quoted, membership)
}

/** Coming back, a member starts on the terms they had agreed to for later. */
function isOwnNext(row: SubscriptionRow, change: ChangeRow): boolean {
  return change.planVersionId === row.nextPlanVersionId
}
