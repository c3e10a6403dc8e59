import { type Db, one, sql } from '#server/platform/db/query.ts'

const DAY_MS = 86_400_000

/** Counts what is sealed into days and totals, in the order of the chain; answers how many bookings. */
export async function countBalances(db: Db, most: number): Promise<number> {
  return (await one(db, sql<{ count: number }>`select balances_count(${most}) as count`)).count
}

/** A place in the chain that something has reached. */
type Reached = 'balances_counted' | 'ledger_proved'

/** The bookings that it hasn't reached: sealed after that place, or not sealed. */
function bookedSince(reached: Reached) {
  return sql`(
    select c.transaction_id from ledger_chain c where c.position > (select position from ${sql.table(reached)})
    union all select w.transaction_id from ledger_unsealed w)`
}

/**
 * Their entries, as `e`. The planner can't know how few there are and would read all of the ledger; behind `offset 0` it
 * looks each of them up.
 */
export function entriesSince(reached: Reached) {
  return sql`${bookedSince(reached)} late cross join lateral (
    select e.* from ledger_entries e where e.transaction_id = late.transaction_id offset 0) e`
}

/** The bookings that no day has counted yet; normally those of the last second. */
export const uncounted = bookedSince('balances_counted')
export const uncountedEntries = entriesSince('balances_counted')

/**
 * What is owed to a creator, in minor units: days, and what is in none yet. `before`: the beginning of a day in UTC, and
 * only what happened earlier; null: everything.
 */
export function owedSql(account: { creatorId: string; currency: string; before: Date | null }) {
  const { creatorId, currency, before } = account
  if (before !== null && before.getTime() % DAY_MS !== 0)
    throw new RangeError('Balances are known at the beginning of a day in UTC')
  return sql`(select coalesce(-sum(minor), 0)::bigint from (
    select d.amount_minor as minor from balance_days d
    where d.creator_id = ${creatorId} and d.currency = ${currency}
      and (${before}::timestamptz is null or d.day < (${before}::timestamptz at time zone 'UTC')::date)
    union all
    select e.amount_minor from ${uncountedEntries} join ledger_transactions t on t.id = late.transaction_id
    where e.account = 'creator_balance' and e.creator_id = ${creatorId} and e.currency = ${currency}
      and (${before}::timestamptz is null or t.occurred_at < ${before}::timestamptz)) as moved)`
}

/** What was owed to a creator when a day in UTC began, in minor units. */
export async function getOwedBefore(
  db: Db,
  account: { creatorId: string; currency: string; before: Date },
): Promise<number> {
  return (await one(db, sql<{ minor: number }>`select ${owedSql(account)} as minor`)).minor
}
