import type * as z from 'zod/mini'

import { embedOf } from '#contract/media/embeds.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import type { playback } from '#contract/media/playback.ts'
import type { postFile } from '#contract/posts/files.ts'
import type { post as postOnWire } from '#contract/posts/routes.ts'
import { mediaIdsInText } from '#contract/posts/text-parts.ts'
import { findMedia, findReadyFile, presentDownload, presentPlayback } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'

import type { PostMedia } from '../media.ts'
import { NO_MOMENTS } from '../moments.ts'
import type { PostRow } from '../listed-post-queries.ts'
import { CLEANER_VERSION } from '../sanitize.ts'
import { presentPost } from '../service.ts'
import type { DraftFileRow } from '../writing/draft-file-queries.ts'
import { mayPreviewMedium } from './queries.ts'
import { getWorkingLink, type Preview } from './previews.ts'

interface Opened {
  platform: Platform
  now: Date
}

/** The whole post, for whoever has the link; its media have addresses that work while the link does. */
export async function presentPreview(
  db: Db,
  preview: Preview,
  opened: Opened,
): Promise<z.infer<typeof postOnWire>> {
  return presentPost(rowOf(preview), await mediaOf(db, preview, opened))
}

async function mediaOf(db: Db, preview: Preview, { platform, now }: Opened): Promise<PostMedia> {
  const { coverId, mediaIds, videoLink, link } = preview
  const media = await findMedia(db, coverId === null ? mediaIds : [...mediaIds, coverId])
  const audience = { entitlement: 'preview' as const, linkId: link.id, secretKey: platform.secretKey, now }
  const shown = (id: string) => {
    const medium = media.get(id)
    return medium ? [presentPlayback(medium.row, medium.renditions, audience)] : []
  }
  return {
    playbackOf: () => mediaIds.flatMap(shown),
    coverOf: () => (coverId === null ? null : (shown(coverId)[0] ?? null)),
    embedOf: () =>
      videoLink === null ? null : embedOf(videoLink, new URL(platform.config.publicUrl).hostname),
    momentsOf: () => NO_MOMENTS,
    // Those that are still checked, or were refused, are between its creator and us.
    filesOf: () => preview.files.filter(({ state }) => state === 'ready').map(presentFile),
  }
}

function presentFile({ mediaId, name, sizeBytes, state }: DraftFileRow): z.infer<typeof postFile> {
  return { _id: mediaId, name, sizeBytes, state, isOpen: true, plan: null, downloads: null }
}

/** As if it were everyone's: who will be able to read it is none of the link's business. */
function rowOf({ creator, post, title, html, mediaIds, files, videoLink, coverId }: Preview): PostRow {
  return {
    id: post.id,
    slug: null,
    title,
    audienceId: post.audienceId,
    hasMoments: false,
    creatorId: creator.id,
    ownerId: post.ownerId,
    handle: creator.handle,
    pageName: creator.pageName,
    profileImage: creator.profileImage,
    isFree: true,
    planId: null,
    planName: null,
    planPriceCents: null,
    planCurrency: null,
    isPlanOffered: false,
    html,
    openHtml: null,
    isOpenExcerpt: false,
    placedIds: mediaIdsInText(html),
    cleanerVersion: CLEANER_VERSION,
    isExcerpt: false,
    characterCount: html.length,
    mediaIds,
    fileCount: files.length,
    videoLink,
    heldKind: null,
    heldDurationMs: null,
    pictureCount: 0,
    videoCount: 0,
    audioCount: 0,
    playMs: null,
    teaser: null,
    coverId,
    hasPlans: false,
    isWaiting: false,
    isPinned: false,
    isReplay: post.isReplay,
    createdAt: post.savedAt,
    publishedAt: post.publishedAt ?? post.publishAt ?? post.savedAt,
    editedAt: null,
  }
}

/** Fresh addresses of a medium behind a link. Throws `preview_link_invalid`, `medium_not_found`. */
export async function getPreviewPlayback(
  db: Db,
  { token, mediaId }: { token: string; mediaId: string },
  { platform, now }: Opened,
): Promise<z.infer<typeof playback>> {
  const link = await getWorkingLink(db, token, now)
  const medium = (await findMedia(db, [mediaId])).get(mediaId)
  if (!medium || !(await mayPreviewMedium(db, { mediaId, linkId: link.id, now })))
    throw new Failure(mediaFailures.medium_not_found)
  const audience = { entitlement: 'preview' as const, linkId: link.id, secretKey: platform.secretKey, now }
  return presentPlayback(medium.row, medium.renditions, audience)
}

/** Where a file behind a link can be downloaded. Throws `preview_link_invalid`, `medium_not_found`. */
export async function getPreviewDownload(
  db: Db,
  { token, mediaId }: { token: string; mediaId: string },
  { platform, now }: Opened,
): Promise<{ url: string; expiresAt: string | null }> {
  const link = await getWorkingLink(db, token, now)
  const file = await findReadyFile(db, mediaId)
  if (!file || !(await mayPreviewMedium(db, { mediaId, linkId: link.id, now })))
    throw new Failure(mediaFailures.medium_not_found)
  return presentDownload(file, {
    entitlement: 'preview',
    linkId: link.id,
    secretKey: platform.secretKey,
    now,
  })
}
