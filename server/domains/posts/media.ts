import type * as z from 'zod/mini'

import { embedOf } from '#contract/media/embeds.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import type { playback } from '#contract/media/playback.ts'
import { mediumKind } from '#contract/media/rules.ts'
import { mayReadMessageMedium } from '#server/domains/channels/service.ts'
import { mayReadPollMedium } from '#server/domains/polls/service.ts'
import {
  type Entitlement,
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

import { findFilesOfPosts } from './files.ts'
import { findReadablePost, isOpenMedium } from './media-queries.ts'
import { findNextMoments, type NextMoments, NO_MOMENTS } from './moments.ts'
import type { PostRow } from './listed-post-queries.ts'

/** The data that presenting posts needs besides their rows. */
export interface PostMedia {
  /** In the order they are shown. */
  playbackOf: (row: PostRow) => z.infer<typeof playback>[]
  /** Everyone may see it, also of a post they may not read. */
  coverOf: (row: PostRow) => z.infer<typeof playback> | null
  embedOf: (row: PostRow) => ReturnType<typeof embedOf>
  /** What opens and closes next for the reader. */
  momentsOf: (row: PostRow) => NextMoments
  filesOf: Awaited<ReturnType<typeof findFilesOfPosts>>
}

export interface MediaReader {
  viewerId: string | null
  now: Date
  platform: Platform
}

/** Loads the media of the readable posts, and gives this viewer addresses for them. */
export async function findPostMedia(
  db: Db,
  rows: readonly PostRow[],
  reader: MediaReader,
): Promise<PostMedia> {
  const media = await findMedia(
    db,
    rows.flatMap(({ mediaIds, coverId }) => (coverId === null ? mediaIds : [...mediaIds, coverId])),
  )
  const moments = await findNextMoments(db, rows, reader)
  const filesOf = await findFilesOfPosts(db, rows, reader)
  const { hostname } = new URL(reader.platform.config.publicUrl)
  return {
    playbackOf: (row) =>
      row.mediaIds.flatMap((id) => {
        const medium = media.get(id)
        // What is above the line of a post that they may not read is everyone's.
        const isFree = row.isFree || row.html === null
        const entitlement = entitlementOf({ isFree, isOwn: reader.viewerId === row.ownerId })
        return medium ? [present(medium, entitlement, reader)] : []
      }),
    coverOf: (row) => {
      const medium = row.coverId === null ? undefined : media.get(row.coverId)
      // A post that waits for its media is its creator's alone, and its cover with it.
      return medium ? present(medium, row.isWaiting ? 'owner' : 'everyone', reader) : null
    },
    embedOf: (row) => (row.videoLink === null ? null : embedOf(row.videoLink, hostname)),
    momentsOf: (row) => moments.get(row.audienceId) ?? NO_MOMENTS,
    filesOf,
  }
}

/** Covers by their ids, with addresses that everyone may open. */
export async function findCovers(
  db: Db,
  ids: readonly string[],
  reader: MediaReader,
): Promise<Map<string, z.infer<typeof playback>>> {
  const covers = new Map<string, z.infer<typeof playback>>()
  for (const [id, medium] of await findMedia(db, ids)) covers.set(id, present(medium, 'everyone', reader))
  return covers
}

/** Pictures of somebody's own posts by their ids, for nobody else: what is drafted is shown to them alone. */
export async function findOwnPictures(
  db: Db,
  ids: readonly string[],
  reader: MediaReader,
): Promise<Map<string, z.infer<typeof playback>>> {
  const media = await findMedia(db, ids)
  return new Map([...media].map(([id, medium]) => [id, present(medium, 'owner', reader)]))
}

function entitlementOf({ isFree, isOwn }: { isFree: boolean; isOwn: boolean }): Entitlement | 'everyone' {
  if (isFree) return 'everyone'
  return isOwn ? 'owner' : 'member'
}

function present(
  medium: MediumWithRenditions,
  entitlement: Entitlement | 'everyone',
  { viewerId, now, platform }: MediaReader,
): z.infer<typeof playback> {
  const { secretKey } = platform
  return presentPlayback(medium.row, medium.renditions, { viewerId, entitlement, secretKey, now })
}

/**
 * Fresh addresses of a medium: for its owner, and for anyone who may read its post now, or the part of it that it stands
 * in. For everyone else it doesn't exist.
 */
export async function getPlayback(
  db: Db,
  mediaId: string,
  reader: MediaReader,
): Promise<z.infer<typeof playback>> {
  const { viewerId, now } = reader
  const medium = (await findMedia(db, [mediaId])).get(mediaId)
  if (!medium) throw new Failure(mediaFailures.medium_not_found)
  const isOwn = medium.row.ownerId === viewerId
  const post = await findReadablePost(db, { mediaId, viewerId, now })
  const isOpen = post === null && !isOwn && (await isOpenMedium(db, { mediaId, viewerId, now }))
  const isThere =
    isOwn ||
    post !== null ||
    isOpen ||
    (await mayReadMessageMedium(db, { mediaId, viewerId, now })) ||
    (await mayReadPollMedium(db, { mediaId, viewerId, now }))
  if (!isThere) throw new Failure(mediaFailures.medium_not_found)
  const isForEveryone = viewerId === null || isOpen || (post?.isFree ?? false)
  return present(medium, entitlementOf({ isFree: isForEveryone, isOwn }), reader)
}

/**
 * The link of the video in a post, whichever field it came in; null: none. Throws `one_medium_only`, and `medium_as_text`
 * for text in a file's field that is no such link.
 */
export function videoLinkOf(
  input: Partial<Record<'videoLink' | (typeof mediumKind.options)[number], string | null | undefined>>,
): string | null {
  const filled = (['videoLink', ...mediumKind.options] as const).filter((field) => input[field])
  const notKnown = filled.find(
    (field) => field !== 'videoLink' && embedOf(input[field] ?? '', 'localhost') === null,
  )
  if (notKnown !== undefined) throw new Failure(mediaFailures.medium_as_text, { field: notKnown })
  const links = new Set(filled.map((field) => input[field] ?? ''))
  if (links.size > 1) throw new Failure(mediaFailures.one_medium_only)
  return [...links][0] ?? null
}

/** Takes the file that came with a post, if one did; returns its medium's id. */
export async function receiveMedium(
  platform: Platform,
  inTransaction: InTransaction,
  call: {
    files: Readonly<Record<string, UploadedFile>>
    input: {
      mediaId?: string | null | undefined
      mediaIds?: string[] | undefined
      alt?: string | undefined
    }
    videoLink: string | null
    viewer: Viewer
    now: Date
  },
): Promise<string | null> {
  const kind = mediumKind.options.find((name) => call.files[name])
  const file = kind && call.files[kind]
  if (!kind || !file) return null
  if (call.input.mediaId || call.input.mediaIds?.length || call.videoLink !== null)
    throw new Failure(mediaFailures.one_medium_only)
  return receiveFile(platform, inTransaction, file, {
    kind,
    ownerId: call.viewer.id,
    alt: call.input.alt ?? '',
    now: call.now,
  })
}
