import { planFailures } from '#contract/plans/failures.ts'
import { subscriptionFailures } from '#contract/subscriptions/failures.ts'
import { isBlockedBetween, refuseWhileLeaving } from '#server/domains/accounts/service.ts'
import { findCreator } from '#server/domains/creators/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import { isInDispute } from '../holds/dispute-hold-queries.ts'

/**
 * Refuses to bind a member to a page again when either of the two is deleting their account or has blocked the other,
 * and while the member's bank disputes a payment to the page. Throws `account_leaving`, `plan_not_found`, `blocked`,
 * `payment_disputed`.
 */
export async function requireJoinEligibility(
  db: Db,
  { memberId, creatorId }: { memberId: string; creatorId: string },
): Promise<void> {
  await refuseWhileLeaving(db, memberId)
  const creator = await findCreator(db, creatorId)
  if (!creator || creator.isHidden) throw new Failure(planFailures.plan_not_found)
  if (await isBlockedBetween(db, memberId, creator.userId)) throw new Failure(subscriptionFailures.blocked)
  if (await isInDispute(db, { memberId, creatorId })) throw new Failure(subscriptionFailures.payment_disputed)
}

/** Whether {@link requireJoinEligibility} would let the member join. */
export async function isJoinEligible(db: Db, two: { memberId: string; creatorId: string }): Promise<boolean> {
  try {
    await requireJoinEligibility(db, two)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
