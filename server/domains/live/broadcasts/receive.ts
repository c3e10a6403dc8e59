import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import {
  INIT_MAX_BYTES,
  INIT_TYPE,
  LIVE_MAX_SEGMENTS,
  SEGMENT_MAX_BYTES,
} from '#contract/live/broadcast-rules.ts'
import { liveFailures } from '#contract/live/failures.ts'
import { platformFailures } from '#contract/http/route.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { SessionReader } from '#server/platform/http/register-routes.ts'
import { createSlots, takePlace } from '#server/platform/http/slots.ts'
import { keepPace, stopperOf } from '#server/platform/http/staging.ts'
import { isId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

import { acceptInit, acceptSegment, getBroadcast } from './broadcasting.ts'

/** A segment a second, and half a minute of them after a line was away. */
const segmentsPerUser: Limit = { name: 'live-segments', points: 240, windowSeconds: 60 }
/** Each is held in memory until it is stored. */
const IN_MEMORY = { perKey: 3, total: 48 }
/** Whoever sends slower can't send a picture. */
const PACE = { minBytes: 8192, windowMs: 5000 }

type ByBroadcast = { Params: { broadcastId: string; seq?: string }; Querystring: { durationMs?: string } }

/** Takes what browsers send. They prove themselves as in every call: with both halves of a session. */
export function mountBroadcasts(app: FastifyInstance, platform: Platform, sessions: SessionReader): void {
  const places = createSlots(IN_MEMORY)
  // The sender is known before a byte is read.
  app.addContentTypeParser(INIT_TYPE, (_request, payload, done) => done(null, payload))

  async function receive<T>(
    request: FastifyRequest<ByBroadcast>,
    maxBytes: number,
    accept: (broadcastId: string, bytes: Buffer) => Promise<T>,
  ): Promise<T> {
    const stopReceiving = stopperOf(request.raw)
    let leave: (() => void) | null = null
    try {
      const { authorization } = request.headers
      const viewer = await sessions.findViewer({ authorization, cookies: request.cookies })
      if (!viewer) throw new Failure(platformFailures.signed_out)
      await platform.limits.consume(segmentsPerUser, viewer.id)
      const { broadcastId } = request.params
      const broadcast = isId(broadcastId) ? await getBroadcast(platform.database.db, broadcastId) : null
      if (broadcast?.ownerId !== viewer.id) throw new Failure(liveFailures.live_session_not_found)
      leave = takePlace(places, viewer.id, 1)
      return await accept(broadcastId, await readBytes(request.body, maxBytes))
    } catch (error) {
      stopReceiving()
      throw error
    } finally {
      leave?.()
    }
  }

  app.put<ByBroadcast>(
    '/api/broadcasts/:broadcastId/init',
    { config: { body: { types: [INIT_TYPE], maxBytes: INIT_MAX_BYTES } } },
    async (request, reply) => {
      await receive(request, INIT_MAX_BYTES, (id, bytes) => acceptInit(platform, id, bytes))
      return reply.header('cache-control', 'no-store').send({})
    },
  )

  app.put<ByBroadcast>(
    '/api/broadcasts/:broadcastId/segments/:seq',
    { config: { body: { types: [INIT_TYPE], maxBytes: SEGMENT_MAX_BYTES } } },
    async (request, reply) => {
      const seq = wholeNumber(request.params.seq)
      const durationMs = wholeNumber(request.query.durationMs)
      const taken = await receive(request, SEGMENT_MAX_BYTES, (id, bytes) => {
        if (seq === null || durationMs === null || seq > LIVE_MAX_SEGMENTS)
          throw new Failure(liveFailures.segment_refused)
        return acceptSegment(platform, id, { seq, durationMs, bytes })
      })
      return reply.header('cache-control', 'no-store').send({ nextSeq: taken + 1 })
    },
  )
}

async function readBytes(body: unknown, maxBytes: number): Promise<Buffer> {
  // There was none.
  if (!(body instanceof Readable)) throw new Failure(liveFailures.segment_refused)
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const piece of keepPace(body, PACE)) {
    sizeBytes += piece.length
    if (sizeBytes > maxBytes) throw new Failure(platformFailures.too_large)
    pieces.push(piece)
  }
  return Buffer.concat(pieces, sizeBytes)
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null
}
