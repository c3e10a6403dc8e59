import { type Db, many, sql } from '#server/platform/db/query.ts'

/** Sessions whose waiting room opens or that are missed by then, those that went live before that, and those whose line was lost by then. */
export async function listDue(
  db: Db,
  given: { startingBefore: Date; missedBefore: Date; liveBefore: Date; heardBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`(select id from live_sessions where state in ('scheduled', 'open')
          and starts_at <= ${given.missedBefore} order by starts_at limit ${given.limit})
      union (select id from live_sessions where state in ('scheduled', 'open')
          and starts_at <= ${given.startingBefore} and state = 'scheduled' order by starts_at limit ${given.limit})
      union (select id from live_sessions where state in ('open', 'live')
          and state = 'live' and live_at <= ${given.liveBefore} order by id limit ${given.limit})
      union (select id from live_sessions where state in ('open', 'live')
          and state = 'live' and heard_at <= ${given.heardBefore} order by id limit ${given.limit})
      order by id limit ${given.limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Sessions under way, by their ids, after one of them. */
export async function listRunning(
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from live_sessions where state in ('open', 'live')
      and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** A page's sessions that aren't over. */
export async function listUnfinishedOf(db: Db, creatorId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from live_sessions where creator_id = ${creatorId}
      and state in ('scheduled', 'open', 'live') order by starts_at, id`,
  )
  return rows.map(({ id }) => id)
}
