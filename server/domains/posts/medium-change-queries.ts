import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

interface PostOfMedium {
  id: string
  creatorId: string
  isWaiting: boolean
  /** All its media are ready, and its files. */
  isPlayable: boolean
}

/** The post a medium is in, or the cover of, locked: two events of its media publish it once. */
export function findPostOfMedium(db: Db, mediaId: string): Promise<PostOfMedium | null> {
  return maybeOne(
    db,
    sql<PostOfMedium>`select p.id, p.creator_id as "creatorId", p.waits_for_media and p.state = 'published' as "isWaiting",
        not exists (select from media m where m.state <> 'ready'
          and m.id in (select other.media_id from post_media other where other.post_id = p.id
            union all select file.media_id from post_files file where file.post_id = p.id union all select p.cover_id)
          ) as "isPlayable"
      from posts p
      where p.id in (select held.post_id from post_media held where held.media_id = ${mediaId}
          union all select file.post_id from post_files file where file.media_id = ${mediaId}
          union all select covered.id from posts covered where covered.cover_id = ${mediaId})
        and p.deleted_at is null for update of p`,
  )
}

/** A post goes out that waited for its media: now is its place among the others. */
export async function markPublished(db: Db, id: string, now: Date): Promise<void> {
  await run(db, sql`update posts set waits_for_media = false, published_at = ${now} where id = ${id}`)
}
