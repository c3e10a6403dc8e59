import type * as z from 'zod/mini'

import { embedOf } from '#contract/media/embeds.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import type { playback } from '#contract/media/routes.ts'
import { mediumKind } from '#contract/media/rules.ts'
import {
  findMedia,
  type MediumWithRenditions,
  presentPlayback,
  receiveFile,
} from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { UploadedFile } from '#server/platform/http/form-files.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import type { Platform } from '#server/platform/platform.ts'

import { findReadablePostId } from './media-queries.ts'
import type { PostRow } from './queries.ts'

/** The data that presenting posts needs besides their rows. */
export interface PostMedia {
  playbackOf: (row: PostRow) => z.infer<typeof playback> | null
  embedOf: (row: PostRow) => ReturnType<typeof embedOf>
}

/** Loads the media of the readable posts, and gives this viewer addresses for them. */
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
 * Fresh addresses of a medium: for its owner, and for anyone who may read its post now. For everyone else it doesn't
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
  const postId = isOwn ? null : await findReadablePostId(db, { mediaId, viewerId, now })
  if (!isOwn && postId === null) throw new Failure(mediaFailures.medium_not_found)
  return presentPlayback(medium.row, medium.renditions, {
    viewerId,
    entitlement: isOwn ? 'owner' : 'member',
    secretKey: platform.secretKey,
    now,
  })
}

/** Takes the file that came with a post, if one did; returns its medium's id. */
export async function receiveMedium(
  platform: Platform,
  inTransaction: InTransaction,
  call: {
    files: Readonly<Record<string, UploadedFile>>
    input: {
      mediaId?: string | null | undefined
      videoLink?: string | null | undefined
      alt?: string | undefined
    }
    viewer: Viewer
    now: Date
  },
): Promise<string | null> {
  const kind = mediumKind.options.find((name) => call.files[name])
  const file = kind && call.files[kind]
  if (!kind || !file) return null
  if (call.input.mediaId || call.input.videoLink) throw new Failure(mediaFailures.one_medium_only)
  return receiveFile(platform, inTransaction, file, {
    kind,
    ownerId: call.viewer.id,
    alt: call.input.alt ?? '',
    now: call.now,
  })
}
