import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

import { columns, type SubscriptionRow, tables } from './queries.ts'

const isAsked = sql`offer.ends_at is not null and s.status in ('active', 'past_due') and not s.cancel_at_period_end
  and s.next_plan_version_id is null`

/** Members of the plan of a version who are asked to agree to its newest price, and have not. */
export function listAskedForPrice(db: Db, planVersionId: string): Promise<SubscriptionRow[]> {
  return many(
    db,
    sql<SubscriptionRow>`select ${columns} from ${tables}
      where s.plan_id = (select plan_id from plan_versions where id = ${planVersionId}) and ${isAsked}
      order by s.id`,
  )
}

/** Of those who were asked to agree to a new price, who have let the time for it pass; at most 500. */
export async function listPriceUnansweredIds(db: Db, now: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select s.id from ${tables} where ${isAsked} and offer.ends_at <= ${now}
      order by s.id limit 500`,
  )
  return rows.map(({ id }) => id)
}

/** Locks one of them; null when it has been answered by now. */
export function lockPriceUnanswered(db: Db, id: string, now: Date): Promise<SubscriptionRow | null> {
  return maybeOne(
    db,
    sql<SubscriptionRow>`select ${columns} from ${tables} where s.id = ${id} and ${isAsked} and offer.ends_at <= ${now}
      for update of s`,
  )
}
