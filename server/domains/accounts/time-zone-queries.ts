import { type Db, run, sql } from '#server/platform/db/query.ts'

/** Returns false if it stays as it was: what somebody chose isn't replaced by a guess. */
export async function setTimeZone(
  db: Db,
  { userId, timeZone, isGuess }: { userId: string; timeZone: string; isGuess: boolean },
): Promise<boolean> {
  const written = await run(
    db,
    sql`update users set time_zone = ${timeZone} where id = ${userId}
      and time_zone is distinct from ${timeZone} and (not ${isGuess}::boolean or time_zone is null)`,
  )
  return written > 0
}
