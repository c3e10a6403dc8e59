import type * as z from 'zod/mini'

import type { DraftStep } from '#contract/audiences/draft-steps.ts'
import { platformFailures } from '#contract/http/route.ts'
import { embedOf } from '#contract/media/embeds.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import { postFailures } from '#contract/posts/failures.ts'
import { DRAFTS_MAX, PICTURES_PER_POST, PLAYERS_PER_POST } from '#contract/posts/limits.ts'
import type { postDraft } from '#contract/posts/writing-routes.ts'
import { audienceOfPlan, keepAudience } from '#server/domains/audiences/service.ts'
import { attachToPost, discardMedium, findMedia, presentMedium } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'

import { type EditorContent, renderBlocks, withoutOwnParts } from '../blocks.ts'
import { wholeHtml } from '../reading.ts'
import { wordsOf } from '../sanitize.ts'
import type { NewFiles } from '../files.ts'
import { blocksOfHtml } from './blocks-of-html.ts'
import {
  countDrafts,
  countRevision,
  deleteDraft,
  type Draft,
  findDraft,
  findDraftByKey,
  findWritten,
  insertDraftPost,
  keepDraft,
  listMediaOfDraft,
  listMediaOfPost,
  listSteps,
  lockWritten,
  replaceMediaOfDraft,
  type WrittenPost,
} from './draft-queries.ts'
import { takeFiles } from './draft-files.ts'
import { listRemovedMedia, noteRemovedMedia, takeRemovedMediaBefore } from './removed-media-queries.ts'
import {
  type DraftFileRow,
  listFilesOfDraft,
  listFilesOfPost,
  replaceFilesOfDraft,
} from './draft-file-queries.ts'

/** How long what was taken out of a draft can be brought back by undoing. */
const UNDO_MS = 3_600_000
/** What the search in one's own posts reads of a draft. */
const BEGINNING_LENGTH = 2000
/** Of a draft's HTML, enough to find so many words in. */
const HTML_READ_LENGTH = 8000

const EMPTY: Draft = {
  title: null,
  blocks: { blocks: [] },
  excerpt: '',
  steps: audienceOfPlan(null),
  videoLink: null,
  teaser: null,
  coverId: null,
  isMailed: true,
}

/** A post that is being written, as far as it was saved. */
export interface Writing {
  post: WrittenPost
  draft: Draft
  /** In the order they are shown. */
  mediaIds: string[]
  /** To download, in the order they are listed. */
  files: DraftFileRow[]
  /** Something in it has not been published. */
  hasChanges: boolean
}

/** Others' posts are forbidden; what of them isn't public doesn't exist, like deleted and unknown posts. */
export async function getOwnWritten(db: Db, viewer: Pick<Viewer, 'id'>, id: string): Promise<WrittenPost> {
  return ownOf(await findWritten(db, id), viewer)
}

/** The same, locked until the transaction ends. */
export async function lockOwnWritten(db: Db, viewer: Pick<Viewer, 'id'>, id: string): Promise<WrittenPost> {
  return ownOf(await lockWritten(db, id), viewer)
}

function ownOf(post: WrittenPost | null, viewer: Pick<Viewer, 'id'>): WrittenPost {
  if (!post) throw new Failure(postFailures.post_not_found)
  if (post.ownerId === viewer.id) return post
  throw new Failure(post.isPublic ? platformFailures.forbidden : postFailures.post_not_found)
}

/** What is being written in a post; where nothing is, what is published. Writes nothing. */
export async function readWriting(db: Db, post: WrittenPost): Promise<Writing> {
  const draft = await findDraft(db, post.id)
  if (draft)
    return {
      post,
      draft,
      mediaIds: await listMediaOfDraft(db, post.id),
      files: await listFilesOfDraft(db, post.id),
      hasChanges: post.state !== 'draft',
    }
  const blocks = post.blocks ?? blocksOfHtml(await wholeHtml(post))
  return {
    post,
    draft: {
      title: post.title,
      blocks,
      excerpt: beginningOf(blocks),
      steps: await listSteps(db, post.audienceId),
      videoLink: post.videoLink,
      teaser: post.teaser,
      coverId: post.coverId,
      isMailed: post.isMailed,
    },
    mediaIds: await listMediaOfPost(db, post.id),
    files: await listFilesOfPost(db, post.id),
    hasChanges: false,
  }
}

/** Begins a post. The same `clientKey` begins it once. */
export async function beginDraft(
  db: Db,
  given: { viewer: Pick<Viewer, 'id'>; creatorId: string; clientKey: string; from: string | null; now: Date },
): Promise<Writing> {
  const { viewer, creatorId, clientKey, now } = given
  if ((await findDraftByKey(db, creatorId, clientKey)) !== null) return begunWith(db, given)
  if ((await countDrafts(db, creatorId, DRAFTS_MAX)) >= DRAFTS_MAX)
    throw new Failure(postFailures.too_many_drafts)
  const copied =
    given.from === null ? null : await readWriting(db, await getOwnWritten(db, viewer, given.from))
  const id = newId(now)
  const audienceId = await keepAudience(db, creatorId, audienceOfPlan(null), now)
  if (!(await insertDraftPost(db, { id, creatorId, audienceId, clientKey, now }))) return begunWith(db, given)
  const draft = copied?.draft ?? EMPTY
  // A cover is one post's alone, as its other media are.
  await keepDraft(db, { id, creatorId }, { ...draft, blocks: withoutOwnParts(draft.blocks), coverId: null })
  await countRevision(db, id, now)
  return readWriting(db, await getOwnWritten(db, viewer, id))
}

/** The post that this key has begun. Throws `post_not_found` if it was deleted since. */
async function begunWith(
  db: Db,
  { viewer, creatorId, clientKey }: { viewer: Pick<Viewer, 'id'>; creatorId: string; clientKey: string },
): Promise<Writing> {
  const id = await findDraftByKey(db, creatorId, clientKey)
  if (id === null) throw new Failure(postFailures.post_not_found)
  return readWriting(db, await getOwnWritten(db, viewer, id))
}

export interface Saved {
  revision: number
  title: string | null
  blocks: EditorContent
  steps: readonly DraftStep[]
  mediaIds: readonly string[]
  /** null: they stay as they are. */
  files: NewFiles | null
  videoLink: string | null
  teaser: string | null
  coverId: string | null
  isMailed: boolean
}

/** Saves what is being written. Throws `draft_changed` when something else was saved since that revision. */
export async function saveWriting(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  saved: Saved,
  now: Date,
): Promise<Writing> {
  const post = await lockOwnWritten(db, viewer, id)
  if (post.revision !== saved.revision) throw new Failure(postFailures.draft_changed)
  if (saved.mediaIds.length > 0 && saved.videoLink) throw new Failure(mediaFailures.one_medium_only)
  // The player's address is built each time the post is shown; Twitch's also needs our name.
  if (saved.videoLink && embedOf(saved.videoLink, 'localhost') === null)
    throw new Failure(mediaFailures.video_link_refused)
  const before = await readWriting(db, post)
  const mediaIds = [...new Set(saved.mediaIds)]
  const published = await listMediaOfPost(db, id)
  const removed = await listRemovedMedia(db, id)
  const held = new Set([...before.mediaIds, ...published, ...removed])
  for (const mediaId of mediaIds) if (!held.has(mediaId)) await attachToPost(db, viewer, mediaId, now)
  await refuseTooMany(db, mediaIds)
  const files = await takeFiles(db, viewer, { post, before, given: saved.files, now })
  if (saved.coverId !== null && saved.coverId !== before.draft.coverId && saved.coverId !== post.coverId)
    await takeCover(db, viewer, saved.coverId, {
      isHeld: held.has(saved.coverId) || mediaIds.includes(saved.coverId),
      now,
    })
  await keepDraft(
    db,
    { id, creatorId: post.creatorId },
    {
      title: saved.title || null,
      blocks: saved.blocks,
      excerpt: beginningOf(saved.blocks),
      steps: saved.steps,
      videoLink: saved.videoLink || null,
      teaser: saved.teaser || null,
      coverId: saved.coverId,
      isMailed: saved.isMailed,
    },
  )
  await replaceMediaOfDraft(db, id, mediaIds)
  await replaceFilesOfDraft(db, id, files.kept)
  await countRevision(db, id, now)
  const kept = new Set([...mediaIds, ...published, saved.coverId, post.coverId])
  const isDropped = (mediaId: string | null): mediaId is string => mediaId !== null && !kept.has(mediaId)
  await noteRemovedMedia(db, id, {
    removed: [...before.mediaIds, before.draft.coverId].filter(isDropped),
    back: [...kept].filter((mediaId) => mediaId !== null),
    now,
  })
  const forgotten = await takeRemovedMediaBefore(db, id, new Date(now.getTime() - UNDO_MS))
  for (const mediaId of [...files.dropped, ...forgotten].filter(isDropped)) await discardMedium(db, mediaId)
  return readWriting(db, await getOwnWritten(db, viewer, id))
}

async function refuseTooMany(db: Db, mediaIds: readonly string[]): Promise<void> {
  const media = [...(await findMedia(db, mediaIds)).values()]
  const pictures = media.filter(({ row }) => row.kind === 'image').length
  if (pictures > PICTURES_PER_POST || media.length - pictures > PLAYERS_PER_POST)
    throw new Failure(postFailures.too_many_media)
}

/** A picture of its own, or one of the post's. */
async function takeCover(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  { isHeld, now }: { isHeld: boolean; now: Date },
): Promise<void> {
  const kind = isHeld
    ? (await findMedia(db, [id])).get(id)?.row.kind
    : (await attachToPost(db, viewer, id, now)).kind
  if (kind !== 'image') throw new Failure(mediaFailures.medium_not_usable)
}

/** Forgets what has not been published. Its media go, unless they are published. */
export async function forgetDraft(
  db: Db,
  { post, draft, mediaIds, files }: Writing,
  now: Date,
): Promise<void> {
  const publishedFiles = (await listFilesOfPost(db, post.id)).map(({ mediaId }) => mediaId)
  const published = new Set([...(await listMediaOfPost(db, post.id)), ...publishedFiles, post.coverId])
  const removed = await listRemovedMedia(db, post.id)
  await deleteDraft(db, post.id)
  // A window that hasn't seen this must not bring the text back.
  await countRevision(db, post.id, now)
  const drafted = [...mediaIds, ...files.map((file) => file.mediaId), draft.coverId, ...removed]
  for (const mediaId of new Set(drafted))
    if (mediaId !== null && !published.has(mediaId)) await discardMedium(db, mediaId)
}

/** A draft as its creator sees it. */
export async function presentDraft(db: Db, writing: Writing): Promise<z.infer<typeof postDraft>> {
  const { post, draft, mediaIds, files, hasChanges } = writing
  const { coverId } = draft
  const media = await findMedia(db, [...mediaIds, ...(coverId === null ? [] : [coverId])])
  const shown = (id: string | null) => {
    const medium = id === null ? undefined : media.get(id)
    return medium ? [presentMedium(medium.row, medium.renditions)] : []
  }
  return {
    _id: post.id,
    state: post.state,
    revision: post.revision,
    title: draft.title,
    content: draft.blocks,
    audience: [...draft.steps],
    media: mediaIds.flatMap(shown),
    files: files.map(({ mediaId, ...file }) => ({ _id: mediaId, ...file })),
    videoLink: draft.videoLink,
    teaser: draft.teaser,
    cover: shown(coverId)[0] ?? null,
    isMailed: draft.isMailed,
    isReplay: post.isReplay,
    savedAt: post.savedAt.toISOString(),
    publishAt: post.publishAt?.toISOString() ?? null,
    publishedAt: post.publishedAt?.toISOString() ?? null,
    hasChanges,
  }
}

/** The words that a draft begins with. */
function beginningOf(content: EditorContent): string {
  return wordsOf(renderBlocks(content).slice(0, HTML_READ_LENGTH)).slice(0, BEGINNING_LENGTH)
}
