import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

interface DeletedPost {
  creatorId: string
  ownerId: string
  restorableUntil: Date | null
}

/** A deleted post, locked; null if there is none. */
export function findDeleted(db: Db, id: string): Promise<DeletedPost | null> {
  return maybeOne(
    db,
    sql<DeletedPost>`select p.creator_id as "creatorId", c.user_id as "ownerId",
        p.restorable_until as "restorableUntil"
      from posts p join creators c on c.id = p.creator_id
      where p.id = ${id} and p.deleted_at is not null for update of p`,
  )
}

export async function markDeleted(db: Db, id: string, now: Date, until: Date): Promise<void> {
  await run(db, sql`update posts set deleted_at = ${now}, restorable_until = ${until} where id = ${id}`)
}

export async function markRestored(db: Db, id: string): Promise<void> {
  await run(db, sql`update posts set deleted_at = null, restorable_until = null where id = ${id}`)
}

/** Posts that can't be brought back any more; those that another node is working on are left to it. */
export async function lockFinallyDeleted(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from posts where restorable_until <= ${now}
      order by restorable_until limit ${limit} for update skip locked`,
  )
  return rows.map(({ id }) => id)
}

/** Everything shown in a post, or drafted for it. */
export async function listMediaWithin(db: Db, postId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select media_id as id from post_media where post_id = ${postId}
      union select media_id from post_draft_media where post_id = ${postId}
      union select media_id from post_draft_removed_media where post_id = ${postId}
      union select media_id from post_files where post_id = ${postId}
      union select media_id from post_draft_files where post_id = ${postId}
      union select cover_id from posts where id = ${postId} and cover_id is not null
      union select cover_id from post_drafts where post_id = ${postId} and cover_id is not null`,
  )
  return rows.map(({ id }) => id)
}

export async function markFinallyDeleted(db: Db, id: string): Promise<void> {
  await run(db, sql`delete from post_drafts where post_id = ${id}`)
  await run(db, sql`delete from post_media where post_id = ${id}`)
  await run(db, sql`delete from post_files where post_id = ${id}`)
  await run(db, sql`delete from collection_posts where post_id = ${id}`)
  await run(
    db,
    sql`update posts set restorable_until = null, cover_id = null, waits_for_media = false, pinned_at = null where id = ${id}`,
  )
}
