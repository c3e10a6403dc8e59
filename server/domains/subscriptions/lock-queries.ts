import type { RawBuilder } from 'kysely'

import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

import { columns, type SubscriptionRow, tables } from './queries.ts'

/*
 * As `lockSubscription` does: locked alone and read after. A statement that locks what it joins passes over a row whose
 * plan somebody has changed while it waited.
 */

/** Locks one, and answers it where `condition` holds for it (by the names of `tables`) after the wait. */
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

/** Locks all for which `condition` holds, in the order of ids; it may speak of the row `s` alone. */
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
