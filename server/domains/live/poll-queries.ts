import { type Db, many, sql } from '#server/platform/db/query.ts'

/** The polls that were asked in the chat of a session, the latest first. */
export async function listPollsOf(db: Db, id: string, limit: number): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ pollId: string }>`select m.poll_id as "pollId" from messages m
      where m.channel_id = ${id} and m.poll_id is not null and m.state = 'visible' order by m.seq desc limit ${limit}`,
  )
  return rows.map(({ pollId }) => pollId)
}
