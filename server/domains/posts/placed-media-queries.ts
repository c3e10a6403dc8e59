import { type Db, run, sql } from '#server/platform/db/query.ts'

/** A medium of a post, and where it stands. */
export interface PlacedMedium {
  mediaId: string
  /** In the text, and not below it. */
  isPlaced: boolean
  /** Above the line: whoever sees that the post exists sees it, too. */
  isOpen: boolean
}

/** In the order they are shown. Only pictures stand in a text, whatever it says. */
export async function putPostMedia(db: Db, postId: string, media: readonly PlacedMedium[]): Promise<void> {
  if (media.length === 0) return
  await run(
    db,
    sql`insert into post_media (post_id, media_id, position, is_placed, is_open)
      select ${postId}, m.id, place - 1, is_placed and m.kind = 'image', is_open and m.kind = 'image'
      from unnest(${media.map(({ mediaId }) => mediaId)}::uuid[], ${media.map(({ isPlaced }) => isPlaced)}::boolean[],
          ${media.map(({ isOpen }) => isOpen)}::boolean[]) with ordinality given (media_id, is_placed, is_open, place)
        join media m on m.id = given.media_id`,
  )
}

export async function replaceMediaOfPost(
  db: Db,
  postId: string,
  media: readonly PlacedMedium[],
): Promise<void> {
  await run(db, sql`delete from post_media where post_id = ${postId}`)
  await putPostMedia(db, postId, media)
}
