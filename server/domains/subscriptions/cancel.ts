import { subscriptionFailures } from '#contract/subscriptions/failures.ts'
import { getOfferedPlan } from '#server/domains/plans/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'

import { setHeld } from './hold-queries.ts'
import { refuseParted } from './parted.ts'
import { endWithPeriod } from './end-with-period.ts'
import {
  getSubscription,
  lockSubscription,
  needsCard,
  setCancelAtPeriodEnd,
  type SubscriptionRow,
} from './queries.ts'
import { getOwnSubscription } from './service.ts'

/** Ends a subscription with its paid period. Said twice, it is the same cancellation. */
export async function cancelAtPeriodEnd(
  db: Db,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<SubscriptionRow> {
  const own = await getOwnSubscription(db, viewer, id)
  // What a suspension has paused goes on when that is lifted; not once its member wants it to end.
  if (own.status === 'paused' && (await setHeld(db, own.id, null))) return own
  const row = await lockRunning(db, viewer, id)
  if (row.cancelAtPeriodEnd) return row
  await endWithPeriod(db, row, now)
  return getSubscription(db, row.id)
}

/** Takes a cancellation back. The job that would tell the provider finds that there is nothing to tell. */
export async function resume(db: Db, viewer: Viewer, id: string): Promise<SubscriptionRow> {
  const row = await lockRunning(db, viewer, id)
  if (!row.cancelAtPeriodEnd) return row
  // A plan that is not offered any more is not renewed either.
  await getOfferedPlan(db, row.planId)
  await refuseParted(db, row)
  if (needsCard(row)) throw new Failure(subscriptionFailures.card_needed)
  await setCancelAtPeriodEnd(db, row.id, false)
  return getSubscription(db, row.id)
}

async function lockRunning(db: Db, viewer: Viewer, id: string): Promise<SubscriptionRow> {
  const { id: ownId } = await getOwnSubscription(db, viewer, id)
  const row = await lockSubscription(db, ownId)
  if (row.status !== 'active' && row.status !== 'past_due')
    throw new Failure(subscriptionFailures.not_running)
  return row
}
