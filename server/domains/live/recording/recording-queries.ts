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
