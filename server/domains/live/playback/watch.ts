import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { INIT_TYPE } from '#contract/live/broadcast-rules.ts'
import { liveFailures } from '#contract/live/failures.ts'
import { sendObject } from '#server/domains/media/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { isId } from '#server/platform/ids.ts'
import { soundOfInit } from '#server/platform/media-files/sound-alone.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readObject } from '#server/platform/storage/read-object.ts'

import { findInit, findPart, type Part } from './playback-queries.ts'
import { createPlayerGate } from './players.ts'
import { findShow, findWhole, orNull, readSegment, readSound } from './shows.ts'
import { readSmall, readSmallInit } from './small-pictures.ts'

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'
const SOUND_TYPE = 'audio/mp4'
/** Bytes never change under a name. */
const KEPT = 'private, max-age=600, immutable'
const KEPT_SECONDS = 600

type ByName = { Params: { liveSessionId: string; playerId: string; name: string } }

/** Shows sessions to the owners of their players; everyone else gets a 404. Every request is asked about. */
export function mountWatching(app: FastifyInstance, platform: Platform): void {
  const mayWatch = createPlayerGate(platform)

  /** The same playlists lead to pictures with sound, below `small/` to smaller ones, and below `sound/` to sound alone. */
  function serve(url: string, send: Send): void {
    app.route<ByName>({
      method: ['GET', 'HEAD'],
      url,
      // Pictures don't get smaller, and playlists are compressed once for all.
      compress: false,
      // Two lines a second for each viewer would say nothing; metrics count them.
      logLevel: 'warn',
      handler: async (request, reply) => {
        const { liveSessionId: id, playerId, name } = request.params
        const { cookies, headers } = request
        const asking = { liveSessionId: id, playerId, cookies, cookieHeader: headers.cookie ?? '' }
        if (!isId(id) || !isId(playerId) || !(await mayWatch(asking))) throw notHere()
        void reply
          .header('x-content-type-options', 'nosniff')
          .header('cross-origin-resource-policy', 'same-origin')
        if (name === 'live.m3u8') return sendLive(platform, reply, id)
        if (name === 'all.m3u8') return sendWhole(platform, request, reply, id)
        const [, seq] = /^(\d{1,6})\.m4s$/.exec(name) ?? []
        if (seq !== undefined) return send.segment({ platform, request, reply, id, playerId }, Number(seq))
        const [, broadcastId] = /^init-([0-9a-f-]{36})\.mp4$/.exec(name) ?? []
        if (broadcastId === undefined || !isId(broadcastId)) throw notHere()
        return send.init({ platform, request, reply, id, playerId }, broadcastId)
      },
    })
  }

  serve('/media/live/:liveSessionId/:playerId/:name', { segment: sendSegment, init: sendInit })
  serve('/media/live/:liveSessionId/:playerId/small/:name', { segment: sendSmall, init: sendSmallInit })
  serve('/media/live/:liveSessionId/:playerId/sound/:name', { segment: sendSound, init: sendSoundInit })
}

interface Sending {
  platform: Platform
  request: FastifyRequest
  reply: FastifyReply
  /** The session. */
  id: string
  playerId: string
}

interface Send {
  segment: (sending: Sending, seq: number) => Promise<FastifyReply>
  init: (sending: Sending, broadcastId: string) => Promise<FastifyReply>
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

async function sendSegment(sending: Sending, seq: number): Promise<FastifyReply> {
  const { platform, request, reply, id } = sending
  const { part, isShown } = await partOf(platform, id, seq)
  if (part && isShown && request.method === 'GET' && request.headers.range === undefined) {
    const bytes = await readSegment(platform, part)
    if (bytes) return reply.header('cache-control', KEPT).type(INIT_TYPE).send(bytes)
  }
  return sendStored(platform, request, reply, part)
}

async function sendInit({ platform, request, reply, id }: Sending, line: string): Promise<FastifyReply> {
  return sendStored(platform, request, reply, await findInit(platform.database.db, id, line))
}

async function sendSound({ platform, reply, id }: Sending, seq: number): Promise<FastifyReply> {
  const { db } = platform.database
  const { part } = await partOf(platform, id, seq)
  const bytes = part && (await readSound(platform, part, () => findInit(db, id, part.broadcastId)))
  if (!bytes) throw notHere()
  return reply.header('cache-control', KEPT).type(SOUND_TYPE).send(bytes)
}

async function sendSoundInit({ platform, reply, id }: Sending, line: string): Promise<FastifyReply> {
  const stored = await findInit(platform.database.db, id, line)
  const init = stored && (await readObject(platform.storage, stored.key))
  const bytes = init && orNull(() => soundOfInit(init))
  if (!bytes) throw notHere()
  return reply.header('cache-control', KEPT).type(SOUND_TYPE).send(bytes)
}

async function sendSmall({ platform, reply, id, playerId }: Sending, seq: number): Promise<FastifyReply> {
  const { part, isShown } = await partOf(platform, id, seq)
  const bytes = part && (await readSmall(platform, part, { id, playerId, isShown }))
  if (!bytes) throw notHere()
  return reply.header('cache-control', KEPT).type(INIT_TYPE).send(bytes)
}

async function sendSmallInit(
  { platform, reply, id, playerId }: Sending,
  line: string,
): Promise<FastifyReply> {
  const bytes = await readSmallInit(platform, line, { id, playerId, isShown: true })
  if (!bytes) throw notHere()
  return reply.header('cache-control', KEPT).type(INIT_TYPE).send(bytes)
}

/** `isShown`: it is among those that are on now, which many ask for. */
async function partOf(
  platform: Platform,
  id: string,
  seq: number,
): Promise<{ part: Part | null; isShown: boolean }> {
  const show = await findShow(platform, id)
  const shown = show?.parts.find((one) => one.seq === seq)
  if (shown) return { part: shown, isShown: true }
  return { part: await findPart(platform.database.db, id, seq), isShown: false }
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
