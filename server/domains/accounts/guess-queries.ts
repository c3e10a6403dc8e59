import { formsOfAddress } from '#contract/mail-addresses.ts'
import { type Db, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

/** The given places that the account of an address knows. None when there is no account. */
export async function listKnownPlaces(
  db: Db,
  email: string,
  places: readonly Buffer[],
  seenAfter: Date,
): Promise<Buffer[]> {
  const row = await maybeOne(
    db,
    sql<{ known: Buffer[] }>`select coalesce(array_agg(k.place_hash), '{}') as known
      from users u join known_places k on k.user_id = u.id
      where u.email = any(${formsOfAddress(email)}::text[]) and k.place_hash = any(${places}::bytea[]) and k.seen_at > ${seenAfter}`,
  )
  return row?.known ?? []
}

/** Remembers where a user signed in, and forgets the least recently used beyond a limit. */
export async function rememberPlaces(
  db: Db,
  userId: string,
  places: readonly Buffer[],
  { now, keptAtMost }: { now: Date; keptAtMost: number },
): Promise<void> {
  await run(
    db,
    sql`insert into known_places (user_id, place_hash, seen_at)
      select ${userId}, place, ${now} from unnest(${places}::bytea[]) as place
      on conflict (user_id, place_hash) do update set seen_at = excluded.seen_at`,
  )
  await run(
    db,
    sql`delete from known_places where user_id = ${userId} and place_hash in (
      select place_hash from known_places where user_id = ${userId}
      order by seen_at desc, place_hash offset ${keptAtMost})`,
  )
}

/** Whether an account knows some places, and not this browser. The first sign-in of an account surprises nobody. */
export async function isNewDevice(db: Db, userId: string, device: Buffer | null): Promise<boolean> {
  const row = await one(
    db,
    sql<{ isNew: boolean }>`select exists (select from known_places where user_id = ${userId})
      and not exists (select from known_places where user_id = ${userId} and place_hash = ${device}) as "isNew"`,
  )
  return row.isNew
}

/** A browser that its owner doesn't know is a stranger again. */
export async function forgetDevice(db: Db, userId: string, device: Buffer): Promise<void> {
  await run(db, sql`delete from known_places where user_id = ${userId} and place_hash = ${device}`)
}

/** How the level of wrong guesses moves, and the waits it causes. */
export interface GuessPace {
  /** Up to this level nobody waits. */
  freeLevel: number
  /** The level sinks by one in this many seconds. */
  secondsPerLevel: number
  /** The wait above it; it doubles with each further level, up to the longest. */
  firstWaitSeconds: number
  maxWaitSeconds: number
}

/**
 * Counts a try unless it has to wait. Returns when the next one is allowed, and whether this one was. One statement: of
 * many simultaneous tries, each sees those before it.
 */
export async function countGuess(
  db: Db,
  emailHash: Buffer,
  pace: GuessPace,
  now: Date,
): Promise<{ isLetIn: boolean; nextAt: Date }> {
  const level = sql`(greatest(0, g.level_thousandths / 1000.0
    - greatest(0, extract(epoch from ${now}::timestamptz - g.counted_at)) / ${pace.secondsPerLevel}::float) + 1)`
  const counted = await maybeOne(
    db,
    sql<{ nextAt: Date }>`insert into guess_levels as g (email_hash, level_thousandths, counted_at, next_at)
      values (${emailHash}, 1000, ${now}, ${now})
      on conflict (email_hash) do update set level_thousandths = round(${level} * 1000), counted_at = ${now},
        next_at = ${now}::timestamptz + make_interval(secs => case when ${level} <= ${pace.freeLevel}::float then 0
          else least(${pace.maxWaitSeconds}::float, ${pace.firstWaitSeconds}::float
            * power(2, least(30, ceil(${level} - ${pace.freeLevel}::float) - 1))) end)
      where g.next_at <= ${now}
      returning g.next_at as "nextAt"`,
  )
  if (counted) return { isLetIn: true, nextAt: counted.nextAt }
  const waiting = await one(
    db,
    sql<{ nextAt: Date }>`select next_at as "nextAt" from guess_levels where email_hash = ${emailHash}`,
  )
  return { isLetIn: false, nextAt: waiting.nextAt }
}

/** Takes one try back: it was right. The others were someone else's. */
export async function takeGuessBack(db: Db, emailHash: Buffer): Promise<void> {
  await run(
    db,
    sql`update guess_levels set level_thousandths = greatest(0, level_thousandths - 1000)
      where email_hash = ${emailHash}`,
  )
}

export async function deleteStaleGuesses(
  db: Db,
  before: { placesSeen: Date; guessesCounted: Date },
): Promise<void> {
  await run(db, sql`delete from known_places where seen_at < ${before.placesSeen}`)
  await run(db, sql`delete from guess_levels where counted_at < ${before.guessesCounted}`)
}
