import type * as z from 'zod/mini'

import { embedOf } from '#contract/media/embeds.ts'
import type { playback } from '#contract/media/routes.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import { findMedia, type MediumWithRenditions, presentPlayback } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'

import { mayReadMedium } from './media-queries.ts'
import type { PostRow } from './queries.ts'

/** What presenting posts needs besides their rows. */
export interface PostMedia {
  playbackOf: (row: PostRow) => z.infer<typeof playback> | null
  embedOf: (row: PostRow) => ReturnType<typeof embedOf>
}

/** Loads the media of the posts that may be read, and gives out addresses to this viewer. */
export async function findPostMedia(
  db: Db,
  rows: readonly PostRow[],
  reader: { viewerId: string | null; now: Date; platform: Platform },
): Promise<PostMedia> {
  const ids = rows.flatMap(({ mediaId }) => (mediaId === null ? [] : [mediaId]))
  const media = await findMedia(db, ids)
  const { hostname } = new URL(reader.platform.config.publicUrl)
  return {
    playbackOf: (row) => playbackFor(row, row.mediaId === null ? undefined : media.get(row.mediaId), reader),
    embedOf: (row) => (row.videoLink === null ? null : embedOf(row.videoLink, hostname)),
  }
}

function playbackFor(
  post: PostRow,
  medium: MediumWithRenditions | undefined,
  { viewerId, now, platform }: { viewerId: string | null; now: Date; platform: Platform },
): z.infer<typeof playback> | null {
  if (!medium) return null
  return presentPlayback(medium.row, medium.renditions, {
    viewerId,
    entitlement: viewerId === post.ownerId ? 'owner' : 'member',
    secretKey: platform.secretKey,
    now,
  })
}

/**
 * Fresh addresses of a medium: for its owner, and for whoever may read its post now. For everybody else it does not
 * exist.
 */
export async function getPlayback(
  db: Db,
  mediaId: string,
  { viewerId, now, platform }: { viewerId: string | null; now: Date; platform: Platform },
): Promise<z.infer<typeof playback>> {
  const medium = (await findMedia(db, [mediaId])).get(mediaId)
  if (!medium) throw new Failure(mediaFailures.medium_not_found)
  const isOwn = medium.row.ownerId === viewerId
  if (!isOwn && !(await mayReadMedium(db, { mediaId, viewerId, now })))
    throw new Failure(mediaFailures.medium_not_found)
  return presentPlayback(medium.row, medium.renditions, {
    viewerId,
    entitlement: isOwn ? 'owner' : 'member',
    secretKey: platform.secretKey,
    now,
  })
}
