import { type Db, one, sql } from '#server/platform/db/query.ts'

/** The space a creator's media take in the store, and the most their unfinished uploads may add; in bytes. */
export async function sumStored(
  db: Db,
  ownerId: string,
  now: Date,
): Promise<{ storedBytes: number; announcedBytes: number }> {
  return one(
    db,
    sql<{ storedBytes: number; announcedBytes: number }>`select
      (select coalesce(sum(stored_bytes), 0)::bigint from media where owner_id = ${ownerId}) as "storedBytes",
      (select coalesce(sum(size_bytes), 0)::bigint from uploads
        where user_id = ${ownerId} and expires_at > ${now}) as "announcedBytes"`,
  )
}
