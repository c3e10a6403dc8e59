import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { id } from '#contract/fields.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { attachmentOf } from '#server/platform/http/attachment.ts'
import type { Platform } from '#server/platform/platform.ts'

import { findMedium, findMediumByFolder, findRendition, type MediumRow } from '../queries.ts'
import { isOwnerOfMedium } from './access.ts'
import { type Grant, readGrant } from './grants.ts'
import { sendObject, type ServedObject, shownAs } from './send-object.ts'

/** Facts known to later domains: a request's user, and who may read what. */
export interface MediaGate {
  /** The user of the cookie half of a session; browsers send nothing else with pictures and players. */
  findCookieHolder(cookies: Readonly<Record<string, string | undefined>>): Promise<string | null>
  /** Checked at every request, so that access stops the moment it ends. */
  mayRead(db: Db, question: { mediaId: string; viewerId: string | null; now: Date }): Promise<boolean>
  /** Whether a medium is in the post behind a preview link that works now. */
  mayPreview(db: Db, question: { mediaId: string; linkId: string; now: Date }): Promise<boolean>
  /** A user with access downloaded the whole file, or a part of one that is only ever downloaded. */
  noteDownload(
    db: Db,
    download: { mediaId: string; memberId: string; at: Date; isFile: boolean },
  ): Promise<unknown>
}

const mediumId = id()

/** The files of a video or audio track that users may save instead of playing them here. */
const WHOLE_FILES = new Set(['original', 'low', 'audio-only', 'audio-normalised'])

/** Store addresses live no longer than a grant does. */
const PUBLIC_SECONDS = 600

/** Says nothing of what a file holds, so nothing opens it by itself. */
const FILE_MIME = 'application/octet-stream'

/** Serves media: members' to the holder of a grant or of a preview link, free posts' to everyone. Anyone without access gets a 404. */
export function mountMedia(app: FastifyInstance, platform: Platform, gate: MediaGate): void {
  app.route<{ Params: { grant: string; mediaId: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/s/:grant/:mediaId/*',
    compress: false,
    handler: async (request, reply) => {
      const { grant, mediaId, '*': name } = request.params
      const { row, memberId, isPreview, secondsLeft } = await openGrant(
        platform,
        gate,
        request,
        grant,
        mediaId,
      )
      if (memberId !== null && isDownload(request, row, name))
        await gate.noteDownload(platform.database.db, {
          mediaId,
          memberId,
          at: platform.clock.now(),
          isFile: row.kind === 'file',
        })
      return answer(platform, request, reply, row, name, {
        now: platform.clock.now(),
        secondsLeft,
        // A link that is revoked ends at once, so its bytes are asked for anew, and at our own address.
        cacheControl: isPreview ? 'private, no-cache' : `private, max-age=${secondsLeft}`,
        isOurs: isPreview,
      })
    },
  })

  app.route<{ Params: { folder: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/p/:folder/*',
    compress: false,
    handler: async (request, reply) => {
      const { folder, '*': name } = request.params
      const { db } = platform.database
      const row = /^[0-9a-f]{32}$/.test(folder) ? await findMediumByFolder(db, folder) : null
      const now = platform.clock.now()
      if (!row || !(await gate.mayRead(db, { mediaId: row.id, viewerId: null, now })))
        throw new Failure(mediaFailures.medium_not_found)
      return answer(platform, request, reply, row, name, {
        now,
        secondsLeft: PUBLIC_SECONDS,
        // Bytes never change under a name. Removed media are gone from every cache ten minutes later.
        cacheControl: `public, max-age=${PUBLIC_SECONDS}, immutable`,
      })
    },
  })
}

/**
 * Throws `medium_not_found` unless the grant is ours, for this medium, not expired, the caller's own or a preview
 * link's, and still valid.
 */
async function openGrant(
  { secretKey, clock, database: { db } }: Platform,
  gate: MediaGate,
  request: FastifyRequest,
  text: string,
  mediaId: string,
): Promise<{ row: MediumRow; memberId: string | null; isPreview: boolean; secondsLeft: number }> {
  const now = clock.now()
  // Grants for anything other than media are good for that alone.
  const grant = mediumId.safeParse(mediaId).success ? readGrant(secretKey, mediaId, text, now) : null
  if (!grant) throw new Failure(mediaFailures.medium_not_found)
  const row = await findMedium(db, mediaId)
  if (!row || !(await isGood(db, gate, request, grant, { row, now })))
    throw new Failure(mediaFailures.medium_not_found)
  return {
    row,
    memberId: grant.entitlement === 'member' ? grant.viewerId : null,
    isPreview: grant.entitlement === 'preview',
    secondsLeft: Math.max(1, Math.floor((grant.expiresAt.getTime() - now.getTime()) / 1000)),
  }
}

/** Asked at every request, so that what a grant opens closes the moment its reason ends. */
async function isGood(
  db: Db,
  gate: MediaGate,
  request: FastifyRequest,
  grant: Grant,
  { row, now }: { row: MediumRow; now: Date },
): Promise<boolean> {
  if (grant.entitlement === 'preview')
    return gate.mayPreview(db, { mediaId: row.id, linkId: grant.linkId, now })
  const { viewerId } = grant
  if ((await gate.findCookieHolder(request.cookies)) !== viewerId) return false
  if (grant.entitlement === 'owner') return isOwnerOfMedium({ id: viewerId }, row)
  return gate.mayRead(db, { mediaId: row.id, viewerId, now })
}

/**
 * Players ask for ranges, so a request for all of a video or audio track saves it. Pictures are shown in lists, and
 * files are never shown.
 */
function isDownload({ method, headers }: FastifyRequest, row: MediumRow, name: string): boolean {
  if (method !== 'GET' || row.kind === 'image' || !WHOLE_FILES.has(name)) return false
  return row.kind === 'file' || headers.range === undefined
}

async function answer(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  row: MediumRow,
  name: string,
  { isOurs = false, ...how }: { now: Date; secondsLeft: number; cacheControl: string; isOurs?: boolean },
): Promise<FastifyReply> {
  const served = await findServed(platform.database.db, row, name)
  if (!served) throw new Failure(mediaFailures.medium_not_found)
  return sendObject(
    platform.storage,
    request,
    reply,
    { ...served, isBesideOthers: served.isBesideOthers || isOurs },
    how,
  )
}

/** The file a name below a medium refers to. Pictures are never served as uploaded: they may reveal their location. */
async function findServed(db: Db, row: MediumRow, name: string): Promise<ServedObject | null> {
  if (row.kind === 'file') return name === 'original' ? servedFile(row) : null
  if (name === 'original') {
    const { kind, originalKey, mime, sizeBytes, sha256, keptAt } = row
    if (kind === 'image' || !originalKey || !mime || sizeBytes === null || !sha256) return null
    const disposition = shownAs(kind, originalKey)
    return { key: originalKey, mime, sizeBytes, sha256, keptAt, disposition, isBesideOthers: false }
  }
  const rendition = await findRendition(db, row.id, name)
  if (!rendition) return null
  const { key, mime, sizeBytes, sha256, keptAt } = rendition
  // Playlists name their parts by relative addresses, and browsers read captions from their own origin only.
  const isBesideOthers = name.startsWith('hls/') || name.startsWith('captions-')
  return { key, mime, sizeBytes, sha256, keptAt, disposition: shownAs(row.kind, key), isBesideOthers }
}

/** Nothing that a browser would render: a file is saved under its name, whatever is in it. Not before it is clean. */
function servedFile({ state, name, originalKey, sizeBytes, sha256, keptAt }: MediumRow): ServedObject | null {
  if (state !== 'ready' || name === null || !originalKey || sizeBytes === null || !sha256) return null
  return {
    key: originalKey,
    mime: FILE_MIME,
    sizeBytes,
    sha256,
    keptAt,
    disposition: attachmentOf(name),
    isBesideOthers: false,
  }
}
