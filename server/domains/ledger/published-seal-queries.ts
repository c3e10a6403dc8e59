import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** Where the chain ended on a day. */
export interface PublishedSeal {
  /** "2026-03-31", in UTC. */
  day: string
  position: number
  hash: Buffer
}

/** Stores the newest seal as that of a day; the first one stored stays. Does nothing while the ledger is empty. */
export async function insertPublishedSeal(db: Db, day: string, now: Date): Promise<void> {
  await run(
    db,
    sql`insert into published_seals (day, position, hash, published_at)
      select ${day}::date, position, hash, ${now}::timestamptz from ledger_chain order by position desc limit 1
      on conflict do nothing`,
  )
}

export function findPublishedSeal(db: Db, day: string): Promise<PublishedSeal | null> {
  return maybeOne(
    db,
    sql<PublishedSeal>`select to_char(day, 'YYYY-MM-DD') as day, position, hash from published_seals where day = ${day}::date`,
  )
}
