import { type Db, many, run, sql } from '#server/platform/db/query.ts'

/** Media that were taken out of a draft, and that undoing may bring back. */
export async function listRemovedMedia(db: Db, postId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select media_id as id from post_draft_removed_media where post_id = ${postId}`,
  )
  return rows.map(({ id }) => id)
}

/** Notes what was taken out; what is back in it is forgotten here. */
export async function noteRemovedMedia(
  db: Db,
  postId: string,
  { removed, back, now }: { removed: readonly string[]; back: readonly string[]; now: Date },
): Promise<void> {
  await run(
    db,
    sql`delete from post_draft_removed_media where post_id = ${postId} and media_id = any(${[...back]}::uuid[])`,
  )
  await run(
    db,
    sql`insert into post_draft_removed_media (post_id, media_id, removed_at)
      select ${postId}, media_id, ${now} from unnest(${[...removed]}::uuid[]) given (media_id)
      on conflict (post_id, media_id) do nothing`,
  )
}

/** What was taken out before then: nobody undoes it any more. */
export async function takeRemovedMediaBefore(db: Db, postId: string, moment: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`delete from post_draft_removed_media
      where post_id = ${postId} and removed_at < ${moment} returning media_id as id`,
  )
  return rows.map(({ id }) => id)
}
