import type { RawBuilder } from 'kysely'

import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

import { columns, type SubscriptionRow, tables } from './queries.ts'

/*
 * Rows are locked alone and read after, as in `lockSubscription`. A statement that locks while joining skips a row
 * whose plan was changed while it waited.
 */

/** Locks one, and answers it if `condition` (by the names of `tables`) is true for it after the wait. */
export async function lockSubscriptionWhere(
  db: Db,
  id: string,
  condition: RawBuilder<unknown>,
): Promise<SubscriptionRow | null> {
  await maybeOne(db, sql`select id from subscriptions where id = ${id} for update`)
  return maybeOne(
    db,
    sql<SubscriptionRow>`select ${columns} from ${tables} where s.id = ${id} and ${condition}`,
  )
}

/** Locks all rows for which `condition` is true, ordered by id; it may refer to the row `s` alone. */
export async function lockSubscriptionsWhere(
  db: Db,
  condition: RawBuilder<unknown>,
): Promise<SubscriptionRow[]> {
  const locked = await many(
    db,
    sql<{ id: string }>`select s.id from subscriptions s where ${condition} order by s.id for update`,
  )
  const ids = locked.map(({ id }) => id)
  return many(
    db,
    sql<SubscriptionRow>`select ${columns} from ${tables} where s.id = any(${ids}::uuid[]) order by s.id`,
  )
}
