import { postFailures } from '#contract/posts/failures.ts'
import { PREVIEW_DAYS } from '#contract/posts/limits.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'

import { deletePreviewLink, findLinkEnd, findPreviewLink, savePreviewLink } from './preview-queries.ts'
import type { PostRow } from './queries.ts'
import { getShownPost } from './service.ts'
import { getOwnWritten } from './writing/drafts.ts'

const DAY_MS = 86_400_000

/** Until when the link of a post of the viewer works; null: it has none. */
export async function getOwnLinkEnd(db: Db, viewer: Viewer, postId: string, now: Date): Promise<Date | null> {
  await getOwnWritten(db, viewer, postId)
  return findLinkEnd(db, postId, now)
}

/** Makes a link, which replaces one from before; its secret is known to nobody but the caller. */
export async function makePreviewLink(
  db: Db,
  viewer: Viewer,
  postId: string,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  await getOwnLinkEnd(db, viewer, postId, now)
  const token = newSecret()
  const expiresAt = new Date(now.getTime() + PREVIEW_DAYS * DAY_MS)
  await savePreviewLink(db, { postId, tokenHash: hashSecret(token), expiresAt })
  return { token, expiresAt }
}

export async function endPreviewLink(db: Db, viewer: Viewer, postId: string, now: Date): Promise<void> {
  await getOwnLinkEnd(db, viewer, postId, now)
  await deletePreviewLink(db, postId)
}

export interface Preview {
  row: PostRow
  mediaLeftOut: number
  expiresAt: Date
}

/**
 * The post behind a link, as its owner reads it. Media of a post that isn't everyone's are left out: their addresses are
 * granted to one signed-in person each, and whoever has the link may be anybody.
 */
export async function openPreview(db: Db, token: string, now: Date): Promise<Preview> {
  const link = await findPreviewLink(db, hashSecret(token), now)
  if (!link) throw new Failure(postFailures.preview_link_invalid)
  const { expiresAt } = link
  const row = await getShownPost(db, { id: link.ownerId }, link.postId, now)
  if (row.isFree && !row.isWaiting) return { row, mediaLeftOut: 0, expiresAt }
  return { row: { ...row, mediaIds: [] }, mediaLeftOut: row.mediaIds.length, expiresAt }
}
