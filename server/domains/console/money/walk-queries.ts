import type { Finding } from '#server/domains/ledger/service.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** A table that a walk goes through, and the type of its key. */
export interface WalkedTable {
  table: string
  column: string
  type: 'uuid' | 'bigint' | 'text'
}

export interface WalkState {
  /** The last key that was looked at; '' at the beginning. */
  cursor: string
  walkedAt: Date
  /** When it last came to its end. */
  sweptAt: Date | null
}

export function findWalk(db: Db, walk: string): Promise<WalkState | null> {
  return maybeOne(
    db,
    sql<WalkState>`select cursor, walked_at as "walkedAt", swept_at as "sweptAt" from money_walks
      where walk = ${walk}`,
  )
}

export async function saveWalk(db: Db, walk: string, state: WalkState): Promise<void> {
  await run(
    db,
    sql`insert into money_walks (walk, cursor, walked_at, swept_at)
      values (${walk}, ${state.cursor}, ${state.walkedAt}, ${state.sweptAt}::timestamptz)
      on conflict (walk) do update set cursor = excluded.cursor, walked_at = excluded.walked_at,
        swept_at = coalesce(excluded.swept_at, money_walks.swept_at)`,
  )
}

export function listWalks(db: Db): Promise<(WalkState & { walk: string })[]> {
  return many(
    db,
    sql<WalkState & { walk: string }>`select walk, cursor, walked_at as "walkedAt", swept_at as "sweptAt"
      from money_walks limit 100`,
  )
}

/** The keys after a cursor, in order. */
export async function listKeysAfter(
  db: Db,
  { table, column, type }: WalkedTable,
  { cursor, limit }: { cursor: string; limit: number },
): Promise<string[]> {
  const key = sql.id(column)
  const rows = await many(
    db,
    sql<{ key: string }>`select ${key}::text as key from ${sql.id(table)}
      where ${cursor === '' ? sql`true` : sql`${key} > ${cursor}::${sql.raw(type)}`} order by ${key} limit ${limit}`,
  )
  return rows.map((row) => row.key)
}

/** The largest keys: of ids that carry their time, the newest. */
export async function listNewestKeys(
  db: Db,
  { table, column }: WalkedTable,
  limit: number,
): Promise<string[]> {
  const key = sql.id(column)
  const rows = await many(
    db,
    sql<{
      key: string
    }>`select ${key}::text as key from ${sql.id(table)} order by ${key} desc limit ${limit}`,
  )
  return rows.map((row) => row.key)
}

/** Keys of what is wrong, those looked at longest ago first. */
export async function listFoundKeys(db: Db, walk: string, limit: number): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ key: string }>`select key from money_findings where walk = ${walk}
      group by key order by min(seen_at), key limit ${limit}`,
  )
  return rows.map((row) => row.key)
}

/** Keeps what a look at some keys found; what was wrong with them before and no longer is, is dropped. */
export async function keepFindings(
  db: Db,
  { check, walk, keys }: { check: string; walk: string; keys: readonly string[] | 'all' },
  findings: readonly Finding[],
  now: Date,
): Promise<void> {
  const rows = JSON.stringify(
    findings.map((finding) => ({
      key: finding.key,
      problem: finding.problem,
      currency: finding.currency ?? '',
      difference_minor: finding.differenceMinor,
      subject: finding.subject,
      place_id: finding.placeId ?? finding.key,
      found_at: finding.since ?? now,
    })),
  )
  const looked = keys === 'all' ? sql`true` : sql`f.key = any(${[...keys]}::text[])`
  await run(
    db,
    sql`with found as (
        select * from jsonb_to_recordset(${rows}::jsonb) as found (key text, problem text, currency text,
          difference_minor bigint, subject text, place_id text, found_at timestamptz)
      ), right_again as (
        delete from money_findings f where f.walk = ${walk} and f.check_name = ${check} and ${looked}
          and (f.key, f.problem, f.currency) not in (select key, problem, currency from found)
      )
      insert into money_findings (check_name, walk, key, problem, currency, difference_minor, subject, place_id,
        found_at, seen_at)
      select ${check}, ${walk}, key, problem, currency, difference_minor, subject, place_id, found_at, ${now}
      from found
      on conflict (walk, key, check_name, problem, currency) do update set
        difference_minor = excluded.difference_minor, subject = excluded.subject, place_id = excluded.place_id,
        seen_at = excluded.seen_at`,
  )
}
