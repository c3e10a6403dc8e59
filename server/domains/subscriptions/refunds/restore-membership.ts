import { afterReturnFailed } from '#contract/subscriptions/engine/refund.ts'
import type { Db } from '#server/platform/db/query.ts'

import { lockSubscription, membershipOf } from '../queries.ts'
import { saveMembership } from '../save-membership.ts'
import { findReturnedMembership, markRestored } from './restore-membership-queries.ts'

/**
 * A payment's money came back to us after it had counted as gone: what its return ended is restored, see
 * {@link afterReturnFailed}. False: that isn't possible, or there was nothing to restore.
 */
export async function restoreMembership(db: Db, paymentId: string, now: Date): Promise<boolean> {
  const found = await findReturnedMembership(db, paymentId)
  if (!found) return false
  const row = await lockSubscription(db, found.subscriptionId)
  const former = await findReturnedMembership(db, paymentId)
  const restored = former && afterReturnFailed(membershipOf(row), former, now)
  if (!restored) return false
  await saveMembership(db, row.id, restored, now)
  await markRestored(db, paymentId, now)
  return true
}
