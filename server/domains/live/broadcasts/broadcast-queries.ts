import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

export interface BroadcastRow {
  id: string
  liveSessionId: string
  /** Whose session it is. */
  ownerId: string
  startedAt: Date
  heardAt: Date
  endedAt: Date | null
  mime: string
  initKey: string | null
  initSha256: string | null
  /** How many lines of the session were shown before it; null: nothing of it was shown yet. */
  ordinal: number | null
}

const columns = sql`b.id, b.live_session_id as "liveSessionId", c.user_id as "ownerId", b.started_at as "startedAt",
  b.heard_at as "heardAt", b.ended_at as "endedAt", b.mime, b.init_key as "initKey", b.init_sha256 as "initSha256",
  b.ordinal`

const tables = sql`broadcasts b join live_sessions l on l.id = b.live_session_id join creators c on c.id = l.creator_id`

/** One of a page that is there. */
export function findBroadcast(db: Db, id: string): Promise<BroadcastRow | null> {
  return maybeOne(
    db,
    sql<BroadcastRow>`select ${columns} from ${tables} where b.id = ${id} and ${isLivePageSql}`,
  )
}

export function findBroadcastByKey(
  db: Db,
  liveSessionId: string,
  clientKey: string,
): Promise<BroadcastRow | null> {
  return maybeOne(
    db,
    sql<BroadcastRow>`select ${columns} from ${tables}
      where b.live_session_id = ${liveSessionId} and b.client_key = ${clientKey}`,
  )
}

/** The newest of a session that didn't end. */
export function findOpenBroadcast(db: Db, liveSessionId: string): Promise<BroadcastRow | null> {
  return maybeOne(
    db,
    sql<BroadcastRow>`select ${columns} from ${tables}
      where b.live_session_id = ${liveSessionId} and b.ended_at is null order by b.started_at desc, b.id desc limit 1`,
  )
}

export async function insertBroadcast(
  db: Db,
  given: {
    id: string
    liveSessionId: string
    clientKey: string
    kind: 'browser' | 'rtmp'
    mime: string
    width: number
    height: number
    now: Date
  },
): Promise<void> {
  await run(
    db,
    sql`insert into broadcasts (id, live_session_id, client_key, kind, started_at, heard_at, mime, width, height)
      values (${given.id}, ${given.liveSessionId}, ${given.clientKey}, ${given.kind}, ${given.now}, ${given.now},
        ${given.mime}, ${given.width}, ${given.height})`,
  )
}

/** How many lines a session had, as far as that matters. */
export async function countBroadcasts(db: Db, liveSessionId: string, limit: number): Promise<number> {
  const { count } = await one(
    db,
    sql<{ count: number }>`select count(*)::integer as count from (
      select from broadcasts where live_session_id = ${liveSessionId} limit ${limit}) had`,
  )
  return count
}

/** All of a session. */
export async function endBroadcasts(db: Db, liveSessionId: string, now: Date): Promise<void> {
  await run(
    db,
    sql`update broadcasts set ended_at = ${now} where live_session_id = ${liveSessionId} and ended_at is null`,
  )
}

/** One that is sent again under its key goes on. */
export async function reopenBroadcast(db: Db, id: string, now: Date): Promise<void> {
  await run(db, sql`update broadcasts set ended_at = null, heard_at = ${now} where id = ${id}`)
}

export async function storeInit(
  db: Db,
  { id, key, bytes, sha256, now }: { id: string; key: string; bytes: number; sha256: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update broadcasts set init_key = ${key}, init_bytes = ${bytes}, init_sha256 = ${sha256}, heard_at = ${now}
      where id = ${id}`,
  )
}

export function findSegment(
  db: Db,
  liveSessionId: string,
  seq: number,
): Promise<{ broadcastId: string; sha256: string } | null> {
  return maybeOne(
    db,
    sql<{
      broadcastId: string
      sha256: string
    }>`select broadcast_id as "broadcastId", sha256 from live_segments
      where live_session_id = ${liveSessionId} and seq = ${seq}`,
  )
}

/** Adds the next segment of a session that is locked, and counts it. */
export async function appendSegment(
  db: Db,
  given: {
    liveSessionId: string
    broadcastId: string
    seq: number
    startedMs: number
    durationMs: number
    key: string
    bytes: number
    sha256: string
    now: Date
  },
): Promise<void> {
  const { liveSessionId, broadcastId, seq, startedMs, durationMs, key, bytes, sha256, now } = given
  // Its first segment has just ended.
  const zeroAt = new Date(now.getTime() - durationMs - startedMs)
  await run(
    db,
    sql`insert into live_segments (live_session_id, seq, broadcast_id, started_ms, duration_ms, key, bytes, sha256,
        created_at)
      values (${liveSessionId}, ${seq}, ${broadcastId}, ${startedMs}, ${durationMs}, ${key}, ${bytes}, ${sha256}, ${now})`,
  )
  await run(
    db,
    sql`update live_sessions set segment_count = ${seq + 1}, media_ms = media_ms + ${durationMs},
        media_bytes = media_bytes + ${bytes}, longest_ms = greatest(longest_ms, ${durationMs}), heard_at = ${now},
        lost_at = null
      where id = ${liveSessionId}`,
  )
  await run(
    db,
    sql`update broadcasts b set heard_at = ${now}, zero_at = coalesce(b.zero_at, ${zeroAt}),
        ordinal = coalesce(b.ordinal, (select count(*) from broadcasts o
          where o.live_session_id = b.live_session_id and o.ordinal is not null))
      where b.id = ${broadcastId}`,
  )
}

export async function markLost(db: Db, liveSessionId: string, now: Date): Promise<void> {
  await run(
    db,
    sql`update live_sessions set lost_at = ${now} where id = ${liveSessionId} and lost_at is null`,
  )
}

/** Closed captions lie in its pictures. */
export async function noteCaptions(db: Db, id: string): Promise<void> {
  await run(db, sql`update broadcasts set has_captions = true where id = ${id} and not has_captions`)
}
