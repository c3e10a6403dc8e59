import { randomBytes, randomUUID } from 'node:crypto'

import * as contract from '#contract/live/broadcast-routes.ts'
import { initPath, segmentPath } from '#contract/live/broadcast-rules.ts'
import { moveLiveSession } from '#contract/live/routes.ts'
import type { TestApp, TestSession } from '#server/testing/test-app.ts'

import { aLiveSession, questionDesk } from '../testing.ts'

const PICTURE = { mime: 'video/mp4; codecs="avc1.42c01f,mp4a.40.2"', width: 1280, height: 720 }

export function box(type: string, ...content: Buffer[]): Buffer<ArrayBuffer> {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** The boxes of what players read first. */
export function anInit(): Buffer<ArrayBuffer> {
  const some = randomBytes(16)
  return Buffer.concat([
    box('ftyp', some),
    box('moov', box('mvhd', some), box('trak', some), box('mvex', some)),
  ])
}

/** The boxes of a segment; its pictures are noise. */
export function aFragment(sizeBytes = 500): Buffer<ArrayBuffer> {
  return Buffer.concat([
    box('moof', box('mfhd', Buffer.alloc(8)), box('traf', box('tfhd', Buffer.alloc(8)), box('trun'))),
    box('mdat', randomBytes(sizeBytes)),
  ])
}

export function cookieOf(app: TestApp, as: TestSession): Record<string, string> {
  return { cookie: `cheers-${new URL(app.baseUrl).port}=${as.cookie}` }
}

/** A page whose owner broadcasts. */
export async function broadcastDesk(app: TestApp, pageHandle: string) {
  const desk = await questionDesk(app, pageHandle)

  async function put(
    path: string,
    bytes: Buffer<ArrayBuffer>,
    as: TestSession = desk.owner.as,
    type = 'video/mp4',
  ) {
    const headers = { ...cookieOf(app, as), authorization: `Bearer ${as.token}`, 'content-type': type }
    const answer = await fetch(app.baseUrl + path, { method: 'PUT', headers, body: bytes })
    const body = (await answer.json()) as { code?: string; nextSeq?: number; params?: { nextSeq: string } }
    return {
      status: answer.status,
      code: body.code ?? 'ok',
      nextSeq: body.nextSeq ?? Number(body.params?.nextSeq),
    }
  }

  async function start(liveSessionId: string, clientKey: string = randomUUID(), as = desk.owner.as) {
    const input = { liveSessionId, clientKey, ...PICTURE }
    return app.call(contract.startBroadcast, input, { as })
  }

  return {
    ...desk,
    put,
    start,

    /** A session with a picture that waits for it. */
    async aSession(given: Parameters<typeof aLiveSession>[2] = {}): Promise<string> {
      const planned = { now: app.clock.now(), video: 'browser' as const, ...given }
      const { id } = await aLiveSession(app.db, desk.creatorId, planned)
      await app.call(moveLiveSession, { liveSessionId: id, move: 'open' }, { as: desk.owner.as })
      return id
    },

    /** A line over which a header came. */
    async aLine(liveSessionId: string, init = anInit(), clientKey?: string): Promise<string> {
      const { broadcastId } = (await start(liveSessionId, clientKey)).body
      await put(initPath(broadcastId), init)
      return broadcastId
    },

    send(broadcastId: string, seq: number, bytes = aFragment(), durationMs = 1000) {
      return put(segmentPath(broadcastId, seq, durationMs), bytes)
    },

    end(broadcastId: string, as = desk.owner.as) {
      return app.call(contract.endBroadcast, { broadcastId }, { as })
    },

    /** A place to watch at, and what is answered there. */
    async aPlayer(liveSessionId: string, as: TestSession) {
      const { status, body } = await app.call(contract.openPlayer, { liveSessionId }, { as })
      return {
        status,
        ...body,
        get: (name: string, by: TestSession | null = as) =>
          fetch(`${app.baseUrl}${body.url}/${name}`, { headers: by ? cookieOf(app, by) : {} }),
      }
    },
  }
}
