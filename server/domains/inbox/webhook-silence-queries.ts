import { type Db, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

/** When the provider's newest webhook came; null: none ever has. */
export async function findLastHeard(db: Db): Promise<Date | null> {
  const row = await maybeOne(
    db,
    sql<{ heardAt: Date }>`select received_at as "heardAt" from provider_events order by id desc limit 1`,
  )
  return row?.heardAt ?? null
}

/**
 * Whether anything happened since then that webhooks should report, and that we have known since before `knownBefore`.
 */
export async function hasUntoldNews(
  db: Db,
  { since, knownBefore }: { since: Date; knownBefore: Date },
): Promise<boolean> {
  const { isNews } = await one(
    db,
    // By the index: the oldest since then was most likely known before, while the table's first rows are of long ago.
    sql<{ isNews: boolean }>`select
        exists (select from (select created_at from payments where captured_at > ${since} order by captured_at) captured
          where created_at <= ${knownBefore})
        or exists (select from provider_differences where found_at > ${since} and found_at <= ${knownBefore})
        as "isNews"`,
  )
  return isNews
}

/** False if it is already known. */
export async function openSilence(db: Db, since: Date, now: Date): Promise<boolean> {
  const changed = await run(
    db,
    sql`insert into webhook_silences (since, told_at) values (${since}, ${now}) on conflict do nothing`,
  )
  return changed > 0
}

/** Ends a silence that began before the newest webhook; false if there is none. */
export async function endSilence(db: Db, heardAt: Date, now: Date): Promise<boolean> {
  const changed = await run(
    db,
    sql`update webhook_silences set ended_at = ${now} where ended_at is null and since < ${heardAt}`,
  )
  return changed > 0
}

export async function isSilent(db: Db): Promise<boolean> {
  return (await maybeOne(db, sql`select since from webhook_silences where ended_at is null`)) !== null
}
