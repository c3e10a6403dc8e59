import { postFailures } from '#contract/posts/failures.ts'
import { COLLECTION_POSTS_MAX } from '#contract/posts/limits.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'

import { appendPost, countPostsIn, isPostIn, removePost } from './membership-queries.ts'
import { type CollectionRow, lockCollections } from './queries.ts'

/** Puts a post of the same page at the end; one that is in it stays where it is. Throws `collection_full`. */
export async function putIn(
  db: Db,
  { id, creatorId }: Pick<CollectionRow, 'id' | 'creatorId'>,
  postId: string,
): Promise<void> {
  // Beside the dialog that saves a whole arrangement, and another window's press.
  await lockCollections(db, creatorId)
  if (await isPostIn(db, id, postId)) return
  if ((await countPostsIn(db, id)) >= COLLECTION_POSTS_MAX) throw new Failure(postFailures.collection_full)
  await appendPost(db, id, postId)
  await announcePageChange(db, creatorId)
}

export async function takeOut(
  db: Db,
  { id, creatorId }: Pick<CollectionRow, 'id' | 'creatorId'>,
  postId: string,
): Promise<void> {
  await lockCollections(db, creatorId)
  await removePost(db, id, postId)
  await announcePageChange(db, creatorId)
}
