import { type Db, maybeOne, sql } from '#server/platform/db/query.ts'

/** Since when the owner of a page has been leaving; null: they are not, or are gone. */
export async function findLeavingSince(db: Db, creatorId: string): Promise<Date | null> {
  const row = await maybeOne(
    db,
    sql<{
      since: Date
    }>`select u.deletion_requested_at as since from creators c join users u on u.id = c.user_id
      where c.id = ${creatorId} and u.deletion_due_at is not null and u.erased_at is null`,
  )
  return row?.since ?? null
}
