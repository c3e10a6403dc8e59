import { type Db, many, run, sql } from '#server/platform/db/query.ts'

/** Forgets the lines of a session, and with them its segments. */
export async function deletePicture(db: Db, liveSessionId: string): Promise<void> {
  await run(db, sql`delete from broadcasts where live_session_id = ${liveSessionId}`)
}

/** Sessions of a page of whose picture something is stored. */
export async function listPicturedOf(db: Db, creatorId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select l.id from live_sessions l where l.creator_id = ${creatorId}
      and exists (select from broadcasts b where b.live_session_id = l.id) order by l.id`,
  )
  return rows.map(({ id }) => id)
}

/** A line of which something was shown. */
export interface ShownLine {
  broadcastId: string
  initKey: string
  zeroAt: Date
  fromSeq: number
  toSeq: number
  startedMs: number
  endedMs: number
  bytes: number
}

/** The lines of a session, in the order they were shown. */
export function listShownLines(db: Db, liveSessionId: string): Promise<ShownLine[]> {
  return many(
    db,
    sql<ShownLine>`select b.id as "broadcastId", b.init_key as "initKey", b.zero_at as "zeroAt",
        min(s.seq) as "fromSeq", max(s.seq) as "toSeq", min(s.started_ms) as "startedMs",
        max(s.started_ms + s.duration_ms) as "endedMs", sum(s.bytes)::float8 as bytes
      from live_segments s join broadcasts b on b.id = s.broadcast_id
      where s.live_session_id = ${liveSessionId} and b.init_key is not null
      group by b.id order by min(s.seq)`,
  )
}

export interface Recording {
  position: number
  mediaId: string
  startedMs: number
  durationMs: number
}

export function listRecordings(db: Db, liveSessionId: string): Promise<Recording[]> {
  return many(
    db,
    sql<Recording>`select position, media_id as "mediaId", started_ms as "startedMs", duration_ms as "durationMs"
      from live_recordings where live_session_id = ${liveSessionId} order by position`,
  )
}

export async function insertRecording(db: Db, liveSessionId: string, recording: Recording): Promise<void> {
  await run(
    db,
    sql`insert into live_recordings (live_session_id, position, media_id, started_ms, duration_ms)
      values (${liveSessionId}, ${recording.position}, ${recording.mediaId}, ${recording.startedMs},
        ${recording.durationMs})`,
  )
}
