import { ATTENDANCE_EVERY_SECONDS } from '#contract/live/rules.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

export async function storeAttendance(
  db: Db,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into live_attendances (live_session_id, user_id, came_at, seen_at)
      values (${id}, ${userId}, ${now}, ${now})
      on conflict (live_session_id, user_id) do update set seen_at = excluded.seen_at`,
  )
}

/** Counts who is there, and keeps it with the session. Returns how many are; null: as many as before. */
export async function countPresent(db: Db, { id, now }: { id: string; now: Date }): Promise<number | null> {
  // Whoever said so twice ago has gone.
  const since = new Date(now.getTime() - 2 * ATTENDANCE_EVERY_SECONDS * 1000)
  const row = await maybeOne(
    db,
    sql<{ present: number }>`with counted as (
        select count(*) filter (where seen_at > ${since})::integer as present, count(*)::integer as attended
        from live_attendances where live_session_id = ${id})
      update live_sessions l set present_count = counted.present, attended_count = counted.attended,
        peak_count = greatest(l.peak_count, counted.present)
      from counted where l.id = ${id} and (l.present_count, l.attended_count) <> (counted.present, counted.attended)
      returning counted.present`,
  )
  return row?.present ?? null
}

export async function insertReminder(db: Db, id: string, userId: string): Promise<void> {
  await run(
    db,
    sql`insert into live_reminders (live_session_id, user_id) values (${id}, ${userId}) on conflict do nothing`,
  )
}

export async function deleteReminder(db: Db, id: string, userId: string): Promise<void> {
  await run(db, sql`delete from live_reminders where live_session_id = ${id} and user_id = ${userId}`)
}

/** Who wants to be reminded, by their ids, after one of them. */
export async function listReminded(
  db: Db,
  { id, after, limit }: { id: string; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ userId: string }>`select user_id as "userId" from live_reminders where live_session_id = ${id}
      and (${after}::uuid is null or user_id > ${after}::uuid) order by user_id limit ${limit}`,
  )
  return rows.map(({ userId }) => userId)
}
