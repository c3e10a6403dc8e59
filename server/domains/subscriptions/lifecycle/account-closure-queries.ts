import { type Db, run, sql } from '#server/platform/db/query.ts'

import { isLiveSql } from '../access.ts'
import { lockSubscriptionsWhere } from '../lock-queries.ts'
import type { SubscriptionRow } from '../queries.ts'

/** The live subscriptions of a member; locked. */
export function lockLiveSubscriptionsOf(db: Db, memberId: string): Promise<SubscriptionRow[]> {
  return lockSubscriptionsWhere(db, sql`s.member_id = ${memberId} and ${isLiveSql}`)
}

/** The live subscriptions that either of two people has with the other's page; locked. */
export function lockLiveSubscriptionsBetween(
  db: Db,
  userId: string,
  otherId: string,
): Promise<SubscriptionRow[]> {
  const isOfPage = (ownerId: string) =>
    sql`s.creator_id in (select c.id from creators c where c.user_id = ${ownerId})`
  return lockSubscriptionsWhere(
    db,
    sql`${isLiveSql} and ((s.member_id = ${userId} and ${isOfPage(otherId)})
      or (s.member_id = ${otherId} and ${isOfPage(userId)}))`,
  )
}

/** What the provider reported about a member's cards and UPI IDs, and the budget they set themselves. */
export async function eraseCardsAndBudget(db: Db, memberId: string): Promise<void> {
  await run(
    db,
    sql`update subscriptions set card_network = null, card_last4 = null, card_expires_at = null,
        upi_hint = null
      where member_id = ${memberId}`,
  )
  await run(db, sql`delete from member_budgets where member_id = ${memberId}`)
}
