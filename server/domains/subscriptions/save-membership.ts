import { ACCESS } from '#contract/realtime.ts'
import type { Membership } from '#contract/subscriptions/engine/membership.ts'
import type { SubscriptionStatus } from '#contract/subscriptions/engine/status.ts'
import { userTopic } from '#server/domains/accounts/events.ts'
import type { Db } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { publish } from '#server/platform/realtime/publish.ts'

import { standingChanged } from './events.ts'
import { setCancelAtPeriodEnd, setStatus } from './queries.ts'
import { updateMembership } from './save-membership-queries.ts'

/** Writes the new state of a locked membership, and tells its member's open pages. */
export async function saveMembership(db: Db, id: string, membership: Membership, now: Date): Promise<void> {
  const memberId = await updateMembership(db, id, membership, now)
  await publish(db, userTopic, memberId, { name: ACCESS, data: { m2cSubscriptionId: id } })
  await tellStanding(db, id, now)
}

/** Writes the new status of a locked subscription that was paid for, or is given up before it was. */
export async function saveStatus(
  db: Db,
  id: string,
  status: SubscriptionStatus,
  now: Date,
  { hasEnded = false } = {},
): Promise<void> {
  await setStatus(db, id, status, hasEnded ? now : null)
  await tellStanding(db, id, now)
}

/** Writes whether a locked subscription ends with its paid period. */
export async function saveCancelAtPeriodEnd(
  db: Db,
  id: string,
  isCanceled: boolean,
  now: Date,
): Promise<void> {
  await setCancelAtPeriodEnd(db, id, isCanceled)
  await tellStanding(db, id, now)
}

function tellStanding(db: Db, subscriptionId: string, now: Date): Promise<void> {
  return emit(db, standingChanged, { subscriptionId, at: now.toISOString() }, now)
}
