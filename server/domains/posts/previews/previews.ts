import { postFailures } from '#contract/posts/failures.ts'
import { PREVIEW_DAYS } from '#contract/posts/limits.ts'
import { type CreatorRow, getCreatorByHandle } from '#server/domains/creators/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'

import { readableHtml } from '../content.ts'
import { wholeHtml } from '../reading.ts'
import { type DraftFileRow, listFilesOfDraft, listFilesOfPost } from '../writing/draft-file-queries.ts'
import {
  findDraft,
  findWritten,
  listMediaOfDraft,
  listMediaOfPost,
  type WrittenPost,
} from '../writing/draft-queries.ts'
import { getOwnWritten } from '../writing/drafts.ts'
import {
  deletePreviewLink,
  findLinkEnd,
  findPreviewLink,
  type PreviewLinkRow,
  savePreviewLink,
} from './queries.ts'

const DAY_MS = 86_400_000

/** Until when the link of a post of the viewer works; null: it has none. */
export async function getOwnLinkEnd(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  postId: string,
  now: Date,
): Promise<Date | null> {
  await getOwnWritten(db, viewer, postId)
  return findLinkEnd(db, postId, now)
}

/** Makes a link, which replaces one from before; its secret is known to nobody but the caller. */
export async function makePreviewLink(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
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

/** The link with that secret, while it works and its page is there. Throws `preview_link_invalid`. */
export async function getWorkingLink(db: Db, token: string, now: Date): Promise<PreviewLinkRow> {
  const link = await findPreviewLink(db, hashSecret(token), now)
  if (!link) throw new Failure(postFailures.preview_link_invalid)
  return link
}

/** A post as its creator saved it last. */
export interface Preview {
  link: PreviewLinkRow
  creator: CreatorRow
  post: WrittenPost
  title: string | null
  html: string
  /** In the order they are shown. */
  mediaIds: string[]
  /** To download, in the order they are listed. */
  files: DraftFileRow[]
  videoLink: string | null
  coverId: string | null
  /** It isn't published, or not in this form. */
  isUnpublished: boolean
}

/**
 * The post behind a link: what is being written in it, and where nothing is, what is published. Throws
 * `preview_link_invalid`, `page_not_found`, `content_too_long`.
 */
export async function openPreview(db: Db, token: string, now: Date): Promise<Preview> {
  const link = await getWorkingLink(db, token, now)
  const creator = await getCreatorByHandle(db, link.handle)
  const post = await findWritten(db, link.postId)
  if (!post) throw new Failure(postFailures.preview_link_invalid)
  const draft = await findDraft(db, post.id)
  if (!draft)
    return {
      link,
      creator,
      post,
      title: post.title,
      videoLink: post.videoLink,
      coverId: post.coverId,
      html: await wholeHtml(post),
      mediaIds: await listMediaOfPost(db, post.id),
      files: await listFilesOfPost(db, post.id),
      isUnpublished: post.state !== 'published',
    }
  return {
    link,
    creator,
    post,
    title: draft.title,
    videoLink: draft.videoLink,
    coverId: draft.coverId,
    html: await readableHtml(draft.blocks),
    mediaIds: await listMediaOfDraft(db, post.id),
    files: await listFilesOfDraft(db, post.id),
    isUnpublished: true,
  }
}
