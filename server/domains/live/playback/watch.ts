import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { INIT_TYPE } from '#contract/live/broadcast-rules.ts'
import { liveFailures } from '#contract/live/failures.ts'
import { sendObject } from '#server/domains/media/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { isId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

import { findInit, findPart } from './playback-queries.ts'
import { createPlayerGate } from './players.ts'
import { findShow, findWhole, readSegment } from './shows.ts'

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'
/** Bytes never change under a name. */
const KEPT = 'private, max-age=600, immutable'
const KEPT_SECONDS = 600

type ByName = { Params: { liveSessionId: string; playerId: string; name: string } }

/** Shows sessions to the owners of their players; everyone else gets a 404. Every request is asked about. */
export function mountWatching(app: FastifyInstance, platform: Platform): void {
  const mayWatch = createPlayerGate(platform)
  app.route<ByName>({
    method: ['GET', 'HEAD'],
    url: '/media/live/:liveSessionId/:playerId/:name',
    // Pictures don't get smaller, and playlists are compressed once for all.
    compress: false,
    // Two lines a second for each viewer would say nothing; metrics count them.
    logLevel: 'warn',
    handler: async (request, reply) => {
      const { liveSessionId, playerId, name } = request.params
      const { cookies, headers } = request
      const asking = { liveSessionId, playerId, cookies, cookieHeader: headers.cookie ?? '' }
      if (!isId(liveSessionId) || !isId(playerId) || !(await mayWatch(asking))) throw notHere()
      void reply
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'same-origin')
      if (name === 'live.m3u8') return sendLive(platform, reply, liveSessionId)
      if (name === 'all.m3u8') return sendWhole(platform, request, reply, liveSessionId)
      const [, seq] = /^(\d{1,6})\.m4s$/.exec(name) ?? []
      if (seq !== undefined) return sendSegment(platform, request, reply, liveSessionId, Number(seq))
      const [, broadcastId] = /^init-([0-9a-f-]{36})\.mp4$/.exec(name) ?? []
      if (broadcastId === undefined || !isId(broadcastId)) throw notHere()
      return sendStored(
        platform,
        request,
        reply,
        await findInit(platform.database.db, liveSessionId, broadcastId),
      )
    },
  })
}

function notHere(): Failure {
  return new Failure(liveFailures.live_session_not_found)
}

async function sendLive(platform: Platform, reply: FastifyReply, id: string): Promise<FastifyReply> {
  const show = await findShow(platform, id)
  if (!show) throw notHere()
  return reply.header('cache-control', 'private, no-store').type(PLAYLIST_TYPE).send(show.text)
}

async function sendWhole(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
): Promise<FastifyReply> {
  const whole = await findWhole(platform, id)
  if (!whole) throw notHere()
  void reply
    .header('cache-control', 'private, no-store')
    .header('vary', 'accept-encoding')
    .type(PLAYLIST_TYPE)
  const isZipped = (request.headers['accept-encoding'] ?? '').includes('gzip')
  return isZipped ? reply.header('content-encoding', 'gzip').send(whole.zipped) : reply.send(whole.text)
}

async function sendSegment(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  seq: number,
): Promise<FastifyReply> {
  const show = await findShow(platform, id)
  const part = show?.parts.find((one) => one.seq === seq)
  if (part && request.method === 'GET' && request.headers.range === undefined) {
    const bytes = await readSegment(platform, part)
    if (bytes) return reply.header('cache-control', KEPT).type(INIT_TYPE).send(bytes)
  }
  return sendStored(platform, request, reply, part ?? (await findPart(platform.database.db, id, seq)))
}

async function sendStored(
  { storage, clock }: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  stored: { key: string; bytes: number; sha256: string } | null,
): Promise<FastifyReply> {
  if (!stored) throw notHere()
  const { key, bytes, sha256 } = stored
  return sendObject(
    storage,
    request,
    reply,
    // Playlists name their parts by relative addresses.
    {
      key,
      mime: INIT_TYPE,
      sizeBytes: bytes,
      sha256,
      keptAt: null,
      disposition: 'inline',
      isBesideOthers: true,
    },
    { now: clock.now(), secondsLeft: KEPT_SECONDS, cacheControl: KEPT },
  )
}
