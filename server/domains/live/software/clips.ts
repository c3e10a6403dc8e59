import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'

import { INIT_TYPE } from '#contract/live/broadcast-rules.ts'
import { liveFailures } from '#contract/live/failures.ts'
import { createCookieReader } from '#server/domains/accounts/service.ts'
import { sendObject } from '#server/domains/media/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { getInside, listInside, readBoxes } from '#server/platform/media-files/boxes.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { IncomingSegment } from '#server/platform/rtmp/intake.ts'

import { findClip, noteClip } from './stream-key-queries.ts'

/*
 * While nobody is shown what software sends, its creator is: a few seconds at a time, each a small video of its own, so that
 * any node can hand them out. Only the newest is kept.
 */

const FOLDER = 'live/clips/'
const ADDRESS = '/media/live/clips/'
const CLIP_MS = 3000
const CLIP_BYTES_MAX = 8 * 1024 * 1024
const KEPT_SECONDS = 60

export function clipAddress(key: string): string {
  return `${ADDRESS}${key.slice(FOLDER.length)}`
}

export interface Clips {
  begin: (init: Buffer) => void
  add: (segment: IncomingSegment) => Promise<void>
  /** Nobody needs them any more. */
  drop: () => Promise<void>
}

/** The clips of one sender. */
export function createClips({ storage, database: { db } }: Platform, keyHash: Buffer): Clips {
  let init: Buffer | null = null
  let gathered: Buffer[] = []
  let gatheredMs = 0
  let shown: string | null = null

  async function show(bytes: Buffer): Promise<void> {
    const before = shown
    const key = `${FOLDER}${randomBytes(16).toString('hex')}.mp4`
    const { sizeBytes, sha256 } = await storage.put(key, bytes, INIT_TYPE)
    shown = key
    const isShown = await noteClip(db, keyHash, { key, bytes: sizeBytes, sha256 })
    if (before !== null) await storage.delete(before)
    if (!isShown) await storage.delete(key)
  }

  return {
    begin(given) {
      init = given
      gathered = []
      gatheredMs = 0
    },
    async add({ bytes, durationMs, isKeyframeFirst }) {
      if (init === null || (gathered.length === 0 && !isKeyframeFirst)) return
      gathered.push(bytes)
      gatheredMs += durationMs
      const size = gathered.reduce((sum, { length }) => sum + length, 0)
      if (gatheredMs < CLIP_MS && size < CLIP_BYTES_MAX) return
      const clip = Buffer.concat([init, ...fromZero(gathered)])
      gathered = []
      gatheredMs = 0
      await show(clip)
    },
    async drop() {
      gathered = []
      gatheredMs = 0
      if (shown === null) return
      const key = shown
      shown = null
      await noteClip(db, keyHash, null)
      await storage.delete(key)
    },
  }
}

/** Fragments that follow each other, with the time of each track from zero on, as a video of its own has it. */
export function fromZero(fragments: readonly Buffer[]): Buffer[] {
  const beginnings = new Map<number, bigint>()
  return fragments.map((fragment) => {
    const bytes = Buffer.from(fragment)
    for (const moof of readBoxes(bytes).filter(({ type }) => type === 'moof'))
      for (const track of listInside(bytes, moof, 'traf')) {
        const id = bytes.readUInt32BE(getInside(bytes, track, 'tfhd').start + 4)
        // Ours have times of 64 bits.
        const at = getInside(bytes, track, 'tfdt').start + 4
        const time = bytes.readBigUInt64BE(at)
        const beginning = beginnings.get(id) ?? time
        beginnings.set(id, beginning)
        bytes.writeBigUInt64BE(time - beginning, at)
      }
    return bytes
  })
}

/** Shows clips to who sends them; everyone else gets a 404. */
export function mountClips(app: FastifyInstance, platform: Platform): void {
  const findCookieHolder = createCookieReader(platform)
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: `${ADDRESS}:name`,
    compress: false,
    handler: async (request, reply) => {
      const { name } = request.params
      const ownerId = /^[0-9a-f]{32}\.mp4$/.test(name) ? await findCookieHolder(request.cookies) : null
      const clip = ownerId === null ? null : await findClip(platform.database.db, { ownerId, name })
      if (!clip) throw new Failure(liveFailures.live_session_not_found)
      void reply
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'same-origin')
      const { key, bytes, sha256 } = clip
      const object = { key, mime: INIT_TYPE, sizeBytes: bytes, sha256, keptAt: null }
      return sendObject(
        platform.storage,
        request,
        reply,
        { ...object, disposition: 'inline', isBesideOthers: true },
        {
          now: platform.clock.now(),
          secondsLeft: KEPT_SECONDS,
          cacheControl: 'private, max-age=60, immutable',
        },
      )
    },
  })
}
