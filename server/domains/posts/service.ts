import type * as z from 'zod/mini'

import { id as idField } from '#contract/fields.ts'
import { embedOf } from '#contract/media/embeds.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import type { MediumKind, UploadKind } from '#contract/media/rules.ts'
import { dollarsFromCents } from '#contract/money.ts'
import { postFailures } from '#contract/posts/failures.ts'
import { PICTURES_PER_POST, PLAYERS_PER_POST } from '#contract/posts/limits.ts'
import type { post as postOnWire } from '#contract/posts/routes.ts'
import { getCreatorByHandle, refuseStoppedPosting } from '#server/domains/creators/service.ts'
import { attachToPost, publicMediaUrl } from '#server/domains/media/service.ts'
import { keepAudience, type StepOnWire } from '#server/domains/audiences/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'

import { nameAddress, postPath } from './address.ts'
import type { PostContent } from './content.ts'
import { postPublished } from './events.ts'
import { putPostFiles } from './file-queries.ts'
import { attachFiles, type NewFiles } from './files.ts'
import { findMarkable } from './mark-queries.ts'
import type { PostMedia } from './media.ts'
import { findPostOfMedium, markPublished } from './medium-change-queries.ts'
import { placeMedia } from './placed-media.ts'
import { holdPolls, openHeldPolls } from './polls/hold.ts'
import type { PostRow } from './listed-post-queries.ts'
import { findPost, findPostAt, insertPost } from './queries.ts'
import { wholeHtml } from './reading.ts'
import { CLEANER_VERSION } from './sanitize.ts'
import { shownHtml } from './stored-html.ts'

export { canReadPostSql, heldPlansSql, isFreePostSql, planOfPostSql } from './access.ts'
export { postPath } from './address.ts'
export type { EditorContent } from './blocks.ts'
export { type PostContent, readContent } from './content.ts'
export { beginDraft, saveWriting } from './writing/drafts.ts'
export { collectionPath } from './collections/collections.ts'
export { listCollectionBatches, listSitemapCollections } from './collections/sitemap-queries.ts'
export { countPublishedPosts } from './count-queries.ts'
export { listEpisodes } from './episode-queries.ts'
export { findBeginnings, type PostBeginning } from './beginnings.ts'
export { excerptOfBeginning } from './cut-at-word.ts'
export { beginningSql, openBeginningSql } from './html-queries.ts'
export { findReadablePost } from './media-queries.ts'
export { noteOpening } from './openings.ts'
export type { PostRow } from './listed-post-queries.ts'
export { listPostsOfCreator } from './queries.ts'
export { shownHtml } from './stored-html.ts'
export { listPublicPosts } from './reading.ts'
export { withholdPost } from './reported.ts'
export { findListedPost } from './reported-queries.ts'
export { textOfPost, wordsOf } from './sanitize.ts'
export { meantWordsOf, typedWordsOf, wholeTypedWordsOf } from './typed-words.ts'
export { isInPageWithWordsSql } from './words-in-page-queries.ts'
export { findSharedPost, listDaysWithPosts, listPostsOfDay, type SharedPost } from './shared-post-queries.ts'

export interface NewPost {
  viewer: Pick<Viewer, 'id'>
  creatorId: string
  title: string | null
  content: PostContent
  /** Who may read it, in steps. */
  audience: readonly StepOnWire[]
  /** In the order they are shown. */
  mediaIds: readonly string[]
  videoLink: string | null
  /** What people are told who can't read it. */
  teaser: string | null
  /** A picture for everyone to see. */
  coverId: string | null
  /** To download, in the order they are listed. */
  files?: NewFiles
  now: Date
}

/** Publishes a post. If its media can't be played yet, or its files aren't checked, it appears once they are; until then only its creator sees it. */
export async function publishPost(db: Db, post: NewPost): Promise<PostRow> {
  if (post.mediaIds.length > 0 && post.videoLink !== null) throw new Failure(mediaFailures.one_medium_only)
  // The player's address is built each time the post is shown; Twitch's also needs our name.
  if (post.videoLink !== null && embedOf(post.videoLink, 'localhost') === null)
    throw new Failure(mediaFailures.video_link_refused)
  await refuseStoppedPosting(db, post.creatorId)
  const audienceId = await keepAudience(db, post.creatorId, post.audience, post.now)
  const media: { kind: UploadKind; state: string }[] = []
  for (const id of post.mediaIds) media.push(await attachToPost(db, post.viewer, id, post.now))
  const pictures = media.filter(({ kind }) => kind === 'image').length
  if (pictures > PICTURES_PER_POST || media.length - pictures > PLAYERS_PER_POST)
    throw new Failure(postFailures.too_many_media)
  const cover = post.coverId === null ? null : await attachToPost(db, post.viewer, post.coverId, post.now)
  if (cover && cover.kind !== 'image') throw new Failure(mediaFailures.medium_not_usable)
  const { files, areReady } = await attachFiles(db, { ...post, files: post.files ?? [] })
  const isWaiting = !areReady || [...media, ...(cover ? [cover] : [])].some(({ state }) => state !== 'ready')
  const id = newId(post.now)
  await insertPost(db, {
    id,
    creatorId: post.creatorId,
    audienceId,
    title: post.title,
    blocks: post.content.blocks,
    text: post.content.text,
    open: post.content.open,
    media: placeMedia(post.mediaIds, post.content),
    videoLink: post.videoLink,
    teaser: post.teaser,
    coverId: post.coverId,
    isWaiting,
    publishedAt: post.now,
  })
  await holdPolls(db, { id, creatorId: post.creatorId }, post.content.text)
  await putPostFiles(db, id, files)
  await nameAddress(db, { id, creatorId: post.creatorId, title: post.title })
  if (!isWaiting) await announce(db, { id, creatorId: post.creatorId }, post.now)
  return getPost(db, post.viewer, id, post.now)
}

/** A medium changed: a post that waited for it appears, and pages that show it are old. */
export async function applyMediumChange(db: Db, mediaId: string, now: Date): Promise<void> {
  const post = await findPostOfMedium(db, mediaId)
  if (!post) return
  if (post.isWaiting && post.isPlayable) {
    await markPublished(db, post.id, now)
    await announce(db, post, now)
  } else await announcePageChange(db, post.creatorId)
}

/** A post went out for the first time. */
export async function announce(db: Db, post: { id: string; creatorId: string }, now: Date): Promise<void> {
  await openHeldPolls(db, post, now)
  await emit(db, postPublished, { postId: post.id }, now)
  await announcePageChange(db, post.creatorId)
}

/** Who reads: a person by their id, or a visitor. */
type PostViewer = Pick<Viewer, 'id'> | null

async function getPost(db: Db, viewer: PostViewer, id: string, now: Date): Promise<PostRow> {
  const post = await findPost(db, { viewerId: viewer?.id ?? null, now }, id)
  if (!post) throw new Failure(postFailures.post_not_found)
  return post
}

/** One whole post, as on its creator's page. Throws `post_not_found`, and `page_not_found` with the page. */
export async function getShownPost(db: Db, viewer: PostViewer, id: string, now: Date): Promise<PostRow> {
  const post = await getPost(db, viewer, id, now)
  await getCreatorByHandle(db, post.handle)
  return withWholeHtml(post)
}

/** The same, by the page and the post's slug or id. */
export async function getShownPostAt(
  db: Db,
  viewer: Viewer | null,
  { pageHandle, address }: { pageHandle: string; address: string },
  now: Date,
): Promise<PostRow> {
  const creator = await getCreatorByHandle(db, pageHandle)
  const id = postId.safeParse(address)
  const at = { creatorId: creator.id, id: id.success ? id.data : null, slug: address.toLowerCase() }
  const post = await findPostAt(db, { viewerId: viewer?.id ?? null, now }, at)
  if (!post) throw new Failure(postFailures.post_not_found)
  return withWholeHtml(post)
}

const postId = idField()

async function withWholeHtml(post: PostRow): Promise<PostRow> {
  const { html, openHtml, cleanerVersion } = post
  return {
    ...post,
    html: html === null ? null : await wholeHtml({ html, cleanerVersion }),
    openHtml: openHtml === null ? null : await wholeHtml({ html: openHtml, cleanerVersion }),
    cleanerVersion: CLEANER_VERSION,
  }
}

/** The text that the viewer may see: all of it, or what is above its line. */
function contentOf({ html, openHtml, isOpenExcerpt, isExcerpt, cleanerVersion }: PostRow): string {
  if (html !== null) return shownHtml({ html, isExcerpt, cleanerVersion })
  return openHtml === null ? '' : shownHtml({ html: openHtml, isExcerpt: isOpenExcerpt, cleanerVersion })
}

/** Throws `post_not_found`, and `post_locked` for people who can't read it or whom its creator blocked. */
export async function checkMarkable(db: Db, viewer: Viewer, id: string, now: Date): Promise<void> {
  const post = await findMarkable(db, { viewerId: viewer.id, now }, id)
  if (!post) throw new Failure(postFailures.post_not_found)
  if (!post.isMarkable) throw new Failure(postFailures.post_locked)
}

/** Roughly the characters people read in a minute, mark-up included. */
const CHARACTERS_PER_MINUTE = 1200

/** A post as the viewer may see it. The teaser of a locked one uses its plan and length, never its text below the line. */
export function presentPost(row: PostRow, postMedia: PostMedia): z.infer<typeof postOnWire> {
  const isLocked = row.html === null
  const allMedia = postMedia.playbackOf(row)
  const moments = postMedia.momentsOf(row)
  const files = postMedia.filesOf(row)
  const media = isLocked ? null : (allMedia[0] ?? null)
  const embed = postMedia.embedOf(row)
  const addressOf = (kind: MediumKind) => (media?.kind === kind ? media.src : null)
  const minutes = Math.max(1, Math.round(row.characterCount / CHARACTERS_PER_MINUTE))
  return {
    _id: row.id,
    path: postPath(row),
    title: row.title,
    creatorId: {
      _id: row.creatorId,
      pageHandle: row.handle,
      pageName: row.pageName,
      profileImage: publicMediaUrl(row.profileImage),
    },
    content: contentOf(row),
    isExcerpt: isLocked ? row.openHtml !== null && row.isOpenExcerpt : row.isExcerpt,
    planId: row.planId,
    plan:
      row.planId === null || row.planName === null || row.planPriceCents === null || row.planCurrency === null
        ? null
        : {
            _id: row.planId,
            name: row.planName,
            price: dollarsFromCents(row.planPriceCents),
            currency: row.planCurrency,
            isOffered: row.isPlanOffered,
          },
    locked: isLocked,
    teaser: isLocked ? `A post for ${row.planName ?? 'members'}, ${minutes} min read` : null,
    readMinutes: isLocked ? minutes : null,
    image: addressOf('image'),
    video: embed?.src ?? addressOf('video'),
    audio: addressOf('audio'),
    media,
    allMedia,
    placedIds: row.placedIds,
    files,
    fileCount: isLocked ? row.fileCount : files.length,
    embed,
    holds: isLocked && row.heldKind !== null ? { kind: row.heldKind, durationMs: row.heldDurationMs } : null,
    opensNext: isLocked ? moments.opensNext : null,
    closesNext: isLocked ? null : moments.closesNext,
    contents: isLocked
      ? {
          videos: row.videoCount,
          audios: row.audioCount,
          pictures: row.pictureCount,
          playMs: row.playMs,
        }
      : null,
    pitch: isLocked ? row.teaser : null,
    cover: postMedia.coverOf(row),
    hasPlans: row.hasPlans,
    isWaiting: row.isWaiting,
    isPinned: row.isPinned,
    isReplay: row.isReplay,
    editedAt: row.editedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    publishedAt: row.publishedAt.toISOString(),
  }
}
