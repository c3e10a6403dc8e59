import { ACCESS } from '#contract/realtime.ts'
import type { Membership } from '#contract/subscriptions/engine/membership.ts'
import { userTopic } from '#server/domains/accounts/events.ts'
import type { Db } from '#server/platform/db/query.ts'
import { publish } from '#server/platform/realtime/publish.ts'

import { updateMembership } from './save-membership-queries.ts'

/** Writes the new state of a locked membership, and tells its member's open pages. */
export async function saveMembership(db: Db, id: string, membership: Membership, now: Date): Promise<void> {
  const memberId = await updateMembership(db, id, membership, now)
  await publish(db, userTopic, memberId, { name: ACCESS, data: { m2cSubscriptionId: id } })
}
