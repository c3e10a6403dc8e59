import { type Db, many, run, sql } from '#server/platform/db/query.ts'

import { columns, type SubscriptionRow, tables } from './queries.ts'

const isLive = sql`s.status in ('pending', 'active', 'past_due', 'paused')`

/** The live subscriptions of a member; locked. */
export function lockLiveSubscriptionsOf(db: Db, memberId: string): Promise<SubscriptionRow[]> {
  return many(
    db,
    sql<SubscriptionRow>`select ${columns} from ${tables}
      where s.member_id = ${memberId} and ${isLive} order by s.id for update of s`,
  )
}

/** The live subscriptions of either of two people with the page of the other; locked. */
export function lockLiveSubscriptionsBetween(
  db: Db,
  userId: string,
  otherId: string,
): Promise<SubscriptionRow[]> {
  return many(
    db,
    sql<SubscriptionRow>`select ${columns} from ${tables}
      where ${isLive} and ((s.member_id = ${userId} and c.user_id = ${otherId})
        or (s.member_id = ${otherId} and c.user_id = ${userId}))
      order by s.id for update of s`,
  )
}

/** What the provider told of somebody's cards, and what they allowed themselves to spend. */
export async function eraseCardsAndBudget(db: Db, memberId: string): Promise<void> {
  await run(
    db,
    sql`update subscriptions set card_network = null, card_last4 = null, card_expires_at = null
      where member_id = ${memberId}`,
  )
  await run(db, sql`delete from member_budgets where member_id = ${memberId}`)
}
