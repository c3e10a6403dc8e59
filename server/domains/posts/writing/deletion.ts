import { platformFailures } from '#contract/http/route.ts'
import { postFailures } from '#contract/posts/failures.ts'
import { DELETE_UNDO_SECONDS, PINS_MAX } from '#contract/posts/limits.ts'
import { discardMedium } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'

import { deletePreviewLink } from '../previews/queries.ts'
import { applyMediumChange } from '../service.ts'
import {
  findDeleted,
  listMediaWithin,
  lockFinallyDeleted,
  markDeleted,
  markFinallyDeleted,
  markRestored,
} from './deletion-queries.ts'
import { lockOwnWritten } from './drafts.ts'
import { lockPins, setPinned } from './publish-queries.ts'

/** Deleted posts whose media are removed in one run of the job. */
const BATCH = 100

/** Takes a post down at once; for half a minute it can be brought back, and then its media go. */
export async function deleteOwnPost(db: Db, viewer: Viewer, id: string, now: Date): Promise<void> {
  const post = await lockOwnWritten(db, viewer, id)
  const until = new Date(now.getTime() + DELETE_UNDO_SECONDS * 1000)
  await markDeleted(db, id, now, until)
  await announcePageChange(db, post.creatorId)
}

/** Brings a post back as it was. Throws `post_not_found` once it is too late. */
export async function restoreDeleted(db: Db, viewer: Viewer, id: string, now: Date): Promise<void> {
  const post = await findDeleted(db, id)
  if (!post) throw new Failure(postFailures.post_not_found)
  if (post.ownerId !== viewer.id) throw new Failure(platformFailures.forbidden)
  if (post.restorableUntil === null || post.restorableUntil <= now)
    throw new Failure(postFailures.post_not_found)
  // Its place at the top may have been taken since.
  if ((await lockPins(db, post.creatorId)).length >= PINS_MAX) await setPinned(db, id, null)
  await markRestored(db, id)
  // They may have become ready meanwhile.
  for (const mediaId of await listMediaWithin(db, id)) await applyMediumChange(db, mediaId, now)
  await announcePageChange(db, post.creatorId)
}

/** The media of posts that can't be brought back any more go, and so do their drafts. Returns whether there are more. */
export async function finishDeletions(db: Db, now: Date): Promise<boolean> {
  const posts = await lockFinallyDeleted(db, now, BATCH)
  for (const id of posts) {
    const mediaIds = await listMediaWithin(db, id)
    await markFinallyDeleted(db, id)
    await deletePreviewLink(db, id)
    for (const mediaId of mediaIds) await discardMedium(db, mediaId)
  }
  return posts.length === BATCH
}
