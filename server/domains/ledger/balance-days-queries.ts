import type { RawBuilder } from 'kysely'

import { type Db, one, sql } from '#server/platform/db/query.ts'

const DAY_MS = 86_400_000

/** One of a creator's balances. */
export interface Account {
  creatorId: string
  currency: string
}

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
 * What moved a creator's balances, with the columns of `balance_moves`, as booked (debit positive): a row for each day in UTC,
 * and for each booking that no day has counted yet. `currency` null: all of them.
 */
export function movesSql({
  creatorId,
  currency,
}: {
  creatorId: string
  currency: string | null
}): RawBuilder<unknown> {
  const isOf = sql`creator_id = ${creatorId}${currency === null ? sql`` : sql` and currency = ${currency}`}`
  const columns = sql`creator_id, currency, amount_minor, line_count, fee_minor, charged_minor, charged_fee_minor, paid_out_minor`
  return sql`(select day, ${columns} from balance_days
      where ${isOf}
    union all
    select (m.occurred_at at time zone 'UTC')::date, ${columns}
    from ${uncounted} late cross join lateral (
      select * from balance_moves where transaction_id = late.transaction_id offset 0) m
    where ${isOf})`
}

/**
 * What is owed to a creator, and what charges from a day on brought, in minor units: `owed_minor` and `charged_minor`. `before`: the
 * beginning of a day in UTC, and only what happened earlier; null: everything.
 */
export function owedSql(
  { before, ...account }: Account & { before: Date | null },
  chargedFrom: Date,
): RawBuilder<unknown> {
  for (const moment of [before, chargedFrom]) if (moment !== null) requireMidnight(moment)
  return sql`select coalesce(-sum(amount_minor), 0)::bigint as owed_minor,
      coalesce(-sum(charged_minor) filter (where day >= ${dayOf(chargedFrom)}), 0)::bigint as charged_minor
    from ${movesSql(account)} moved where ${before}::timestamptz is null or day < ${dayOf(before)}`
}

/** The beginning of the day in UTC that follows the day of a moment. */
export function dayAfter(moment: Date): Date {
  return new Date((Math.floor(moment.getTime() / DAY_MS) + 1) * DAY_MS)
}

/** What a span of days moved, in minor units, from the creator's side: what they earned is positive. */
export interface Movement {
  /** Owed when it began. */
  openingMinor: number
  /** Charges, less what was taken back of them. */
  netMinor: number
  /** The platform's share of these. */
  feeMinor: number
  /** Less what came back. */
  paidOutMinor: number
  lineCount: number
}

/**
 * Selects a {@link Movement} in one row: from days alone, however many bookings they are of. `from` and `until` begin a day in
 * UTC.
 */
export function movementSql(
  account: Account,
  { from, until }: { from: Date; until: Date },
): RawBuilder<Movement> {
  for (const moment of [from, until]) requireMidnight(moment)
  const within = sql`day >= ${dayOf(from)} and day < ${dayOf(until)}`
  return sql<Movement>`select coalesce(-sum(amount_minor) filter (where day < ${dayOf(from)}), 0)::bigint as "openingMinor",
      coalesce(sum(paid_out_minor - amount_minor) filter (where ${within}), 0)::bigint as "netMinor",
      coalesce(-sum(fee_minor) filter (where ${within}), 0)::bigint as "feeMinor",
      coalesce(sum(paid_out_minor) filter (where ${within}), 0)::bigint as "paidOutMinor",
      coalesce(sum(line_count) filter (where ${within}), 0)::integer as "lineCount"
    from ${movesSql(account)} moved`
}

function dayOf(moment: Date | null): RawBuilder<unknown> {
  return sql`(${moment}::timestamptz at time zone 'UTC')::date`
}

function requireMidnight(moment: Date): void {
  if (moment.getTime() % DAY_MS !== 0)
    throw new RangeError('Balances are known at the beginning of a day in UTC')
}
