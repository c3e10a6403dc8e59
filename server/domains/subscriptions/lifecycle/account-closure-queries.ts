import { type Db, run, sql } from '#server/platform/db/query.ts'

import { lockSubscriptionsWhere } from '../lock-queries.ts'
import type { SubscriptionRow } from '../queries.ts'

const isLive = sql`s.status in ('pending', 'active', 'past_due', 'paused')`

/** The live subscriptions of a member; locked. */
export function lockLiveSubscriptionsOf(db: Db, memberId: string): Promise<SubscriptionRow[]> {
  return lockSubscriptionsWhere(db, sql`s.member_id = ${memberId} and ${isLive}`)
}

/** The live subscriptions of either of two people with the page of the other; locked. */
export function lockLiveSubscriptionsBetween(
  db: Db,
  userId: string,
  otherId: string,
): Promise<SubscriptionRow[]> {
  const isOfPage = (ownerId: string) =>
    sql`s.creator_id in (select c.id from creators c where c.user_id = ${ownerId})`
  return lockSubscriptionsWhere(
    db,
    sql`${isLive} and ((s.member_id = ${userId} and ${isOfPage(otherId)})
      or (s.member_id = ${otherId} and ${isOfPage(userId)}))`,
  )
}

/** What the provider told of somebody's cards and UPI IDs, and what they allowed themselves to spend. */
export async function eraseCardsAndBudget(db: Db, memberId: string): Promise<void> {
  await run(
    db,
    sql`update subscriptions set card_network = null, card_last4 = null, card_expires_at = null,
        upi_hint = null
      where member_id = ${memberId}`,
  )
  await run(db, sql`delete from member_budgets where member_id = ${memberId}`)
}
