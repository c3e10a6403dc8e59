import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { mediaFailures } from '#contract/media/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { readRange } from '#server/platform/http/byte-range.ts'
import type { Platform } from '#server/platform/platform.ts'

import { findMedia, type MediumWithRenditions } from '../medium.ts'
import { bestFileOf } from './present.ts'
import { sendObject, shownAs } from './send-object.ts'

/** Store addresses live that long. */
const SENT_WITHIN_SECONDS = 600

/** What comes after is more than a look at what a file is. */
const LOOK_MAX_BYTES = 64 * 1024

/** The file of a video or audio track that podcast apps get; null: there is none, or it can't be played yet. */
function enclosureOf({ row, renditions }: MediumWithRenditions) {
  const file = row.kind !== 'image' && row.state === 'ready' ? bestFileOf(row, renditions) : null
  return file && { ...file, kind: row.kind, extension: path.extname(file.key) }
}

/** Of media that can be played, by their id; for callers that know who may have them. */
export async function findEnclosures(db: Db, mediaIds: readonly string[]) {
  const media = await findMedia(db, mediaIds)
  return new Map([...media].map(([id, medium]) => [id, enclosureOf(medium)]))
}

/** Whether a request takes more of a medium than apps look at before anybody plays it. */
export function isPartWorthCounting({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET') return false
  const range = readRange(headers.range, Number.MAX_SAFE_INTEGER)
  return range.kind === 'whole' || (range.kind === 'part' && range.end >= LOOK_MAX_BYTES)
}

/** Answers with that file, to a caller that may have it. Throws `medium_not_found`. */
export async function sendEnclosure(
  { database, storage, clock }: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  mediaId: string,
): Promise<FastifyReply> {
  const file = (await findEnclosures(database.db, [mediaId])).get(mediaId)
  if (!file) throw new Failure(mediaFailures.medium_not_found)
  return sendObject(
    storage,
    request,
    reply,
    { ...file, disposition: shownAs(file.kind, file.key), isBesideOthers: false },
    {
      now: clock.now(),
      secondsLeft: SENT_WITHIN_SECONDS,
      cacheControl: 'private, max-age=0, must-revalidate',
    },
  )
}
