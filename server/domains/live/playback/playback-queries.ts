import type { LiveState } from '#contract/live/rules.ts'
import { type Db, many, maybeOne, prepared, run, sql } from '#server/platform/db/query.ts'

/** A segment as playlists name it. */
export interface Part {
  seq: number
  broadcastId: string
  durationMs: number
  /** How many lines were shown before its own. */
  ordinal: number
  /** When it began, by its line's time. */
  beganAt: Date
  key: string
  bytes: number
  sha256: string
}

const shownFacts = prepared<ShownFacts, { id: string }>(
  'shown-live-session',
  ({
    id,
  }) => sql<ShownFacts>`select state, starts_at as "startsAt", live_at as "liveAt", heard_at as "heardAt",
      segment_count as segments, longest_ms as "longestMs"
    from live_sessions where id = ${id}`,
)

export interface ShownFacts {
  state: LiveState
  startsAt: Date
  liveAt: Date | null
  heardAt: Date | null
  segments: number
  longestMs: number
}

export function findShown(db: Db, id: string): Promise<ShownFacts | null> {
  return maybeOne(db, shownFacts({ id }))
}

const partColumns = sql`s.seq, s.broadcast_id as "broadcastId", s.duration_ms as "durationMs", b.ordinal,
  b.zero_at + s.started_ms * interval '1 millisecond' as "beganAt", s.key, s.bytes, s.sha256`

const partsFrom = prepared<Part, { id: string; from: number; limit: number }>(
  'parts-of-live-session',
  ({ id, from, limit }) => sql<Part>`select ${partColumns}
    from live_segments s join broadcasts b on b.id = s.broadcast_id
    where s.live_session_id = ${id} and s.seq >= ${from} order by s.seq limit ${limit}`,
)

/** Segments of a session from one of them on. */
export function listParts(db: Db, given: { id: string; from: number; limit: number }): Promise<Part[]> {
  return many(db, partsFrom(given))
}

const onePart = prepared<Part, { id: string; seq: number }>(
  'part-of-live-session',
  ({
    id,
    seq,
  }) => sql<Part>`select ${partColumns} from live_segments s join broadcasts b on b.id = s.broadcast_id
    where s.live_session_id = ${id} and s.seq = ${seq}`,
)

export function findPart(db: Db, id: string, seq: number): Promise<Part | null> {
  return maybeOne(db, onePart({ id, seq }))
}

/** What players read before the segments of a line. */
export function findInit(
  db: Db,
  id: string,
  broadcastId: string,
): Promise<{ key: string; bytes: number; sha256: string } | null> {
  return maybeOne(
    db,
    sql<{ key: string; bytes: number; sha256: string }>`select init_key as key, init_bytes as bytes,
        init_sha256 as sha256
      from broadcasts where id = ${broadcastId} and live_session_id = ${id} and init_key is not null`,
  )
}

/** What is sent at the moment, or was last; null: nothing was. */
export function findLine(db: Db, id: string): Promise<{ mime: string; hasCaptions: boolean } | null> {
  return maybeOne(
    db,
    sql<{
      mime: string
      hasCaptions: boolean
    }>`select mime, has_captions as "hasCaptions" from broadcasts where live_session_id = ${id} and ordinal is not null
      order by ordinal desc limit 1`,
  )
}

export async function lockPlayersOf(db: Db, userId: string): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`players of ${userId}`}, 0))`)
}

/** All of somebody's players but the newest; returns those that are gone. */
export async function deleteOldPlayers(db: Db, userId: string, kept: number): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`delete from live_players where id in (
        select id from live_players where user_id = ${userId} order by id desc offset ${kept} limit 100)
      returning id`,
  )
  return rows.map(({ id }) => id)
}

export async function insertPlayer(
  db: Db,
  { id, liveSessionId, userId, now }: { id: string; liveSessionId: string; userId: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into live_players (id, live_session_id, user_id, started_at)
      values (${id}, ${liveSessionId}, ${userId}, ${now})`,
  )
}

/** Whose a player of a session is; null: it isn't there any more. */
export async function findPlayerOwner(db: Db, id: string, liveSessionId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ userId: string }>`select user_id as "userId" from live_players
      where id = ${id} and live_session_id = ${liveSessionId}`,
  )
  return row?.userId ?? null
}
