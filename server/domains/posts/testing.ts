import { audienceOfPlan, keepAudience, type StepOnWire } from '#server/domains/audiences/service.ts'
import { DELETE_UNDO_SECONDS } from '#contract/posts/limits.ts'
import { asViewer } from '#server/domains/accounts/testing.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { TestApp } from '#server/testing/test-app.ts'

import { nameAddress } from './address.ts'
import { startCollection } from './collections/collections.ts'
import { putPostFiles } from './file-queries.ts'
import { attachFiles, type NewFiles } from './files.ts'
import { insertLike } from './mark-queries.ts'
import { insertPost } from './queries.ts'
import { sanitizePost } from './sanitize.ts'
import { storedHtml } from './stored-html.ts'
import { doDuePosts } from './writing/due-job.ts'
import { setPinned } from './writing/publish-queries.ts'

export { aPicture } from './picture-testing.ts'
export { aWrittenPost, holdersOf, writingDesk } from './writing/writing-testing.ts'

export { blobOf, startMediaTest } from './media-testing.ts'

/** A published post; free unless a plan is given. A medium has to be attached already. */
export async function aPost(
  db: Db,
  creatorId: string,
  given: {
    html?: string
    /** What is above its line. */
    openHtml?: string
    title?: string
    planId?: string | null
    audience?: readonly StepOnWire[]
    mediaId?: string | null | undefined
    /** More than one, in the order they are shown. */
    mediaIds?: readonly string[]
    teaser?: string
    coverId?: string
    now?: Date
  } = {},
): Promise<{ id: string }> {
  const now = given.now ?? new Date()
  const id = newId(now)
  await insertPost(db, {
    id,
    creatorId,
    audienceId: await keepAudience(
      db,
      creatorId,
      given.audience ?? audienceOfPlan(given.planId ?? null),
      now,
    ),
    title: given.title ?? null,
    blocks: null,
    media: (given.mediaIds ?? (given.mediaId ? [given.mediaId] : [])).map((mediaId) => ({
      mediaId,
      isPlaced: false,
      isOpen: false,
    })),
    teaser: given.teaser ?? null,
    coverId: given.coverId ?? null,
    open: given.openHtml === undefined ? null : storedHtml(sanitizePost(given.openHtml)),
    text: storedHtml(sanitizePost(given.html ?? '<p>A new song is on its way.</p>')),
    publishedAt: now,
  })
  await nameAddress(db, { id, creatorId, title: given.title ?? null })
  return { id }
}

/** Gives a post its files, which were uploaded before. */
export async function addFiles(
  db: Db,
  post: { id: string; creatorId: string; ownerId: string },
  given: NewFiles,
  now: Date,
): Promise<void> {
  const viewer = asViewer({ id: post.ownerId, name: '', email: '' })
  const { files } = await attachFiles(db, { viewer, creatorId: post.creatorId, files: given, now })
  await putPostFiles(db, post.id, files)
}

export async function pinPost(db: Db, id: string, now: Date): Promise<void> {
  await setPinned(db, id, now)
}

/** People like a post. */
export async function addLikes(db: Db, postId: string, userIds: readonly string[], now: Date): Promise<void> {
  for (const userId of userIds) await insertLike(db, { postId, userId, now })
}

/** A collection of these posts, called "Songs" unless it is given another name. */
export async function aCollection(
  db: Db,
  creatorId: string,
  postIds: readonly string[],
  { title = 'Songs', description = '' }: { title?: string; description?: string } = {},
): Promise<{ id: string }> {
  const { id } = await startCollection(db, creatorId, { title, description, postIds }, new Date())
  return { id }
}

/** Time passes, and what is due then is done with posts. */
export async function passPostTime(app: TestApp, ms: number): Promise<void> {
  await app.clock.advance(app.db, ms)
  await enqueue(app.db, doDuePosts, {})
  await app.drain()
}

/** Deleted posts can't be brought back any more. */
export function finishDeletions(app: TestApp): Promise<void> {
  return passPostTime(app, DELETE_UNDO_SECONDS * 1000 + 1000)
}
