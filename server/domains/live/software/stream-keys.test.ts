import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { moveLiveSession } from '#contract/live/routes.ts'
import { getStreamKey, makeStreamKey } from '#contract/live/stream-key-routes.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import {
  asSent,
  aStretch,
  audioSettings,
  dial,
  picture,
  publishAs,
  sound,
  type TestSender,
  VIDEO_RECORD,
  videoSettings,
} from '#server/platform/rtmp/rtmp-testing.ts'
import { findFreePort } from '#server/testing/free-port.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { waitFor } from '#server/testing/wait-for.ts'

import { broadcastDesk, cookieOf } from '../broadcasts/broadcast-testing.ts'
import { beginForSoftware } from './sessions-for-software.ts'

let app: TestApp
let port: number
let desk: Awaited<ReturnType<typeof broadcastDesk>>
let number = 0

beforeAll(async () => {
  port = await findFreePort()
  app = await startTestApp({ RTMP_PORT: String(port), TRUST_PROXY: 'loopback' })
  // Its thread starts when pages are served already.
  await waitFor(async () => (await dial(port)).socket.destroy())
})
afterAll(() => app.close())
beforeEach(async () => {
  number += 1
  desk = await broadcastDesk(app, `asha${number}`)
})

async function aKey(): Promise<string> {
  return (await app.call(makeStreamKey, {}, { as: desk.owner.as })).body.key
}

async function known() {
  return (await app.call(getStreamKey, {}, { as: desk.owner.as })).body
}

/** An encoder that is let in, with its settings told. */
async function anEncoder(key: string): Promise<TestSender> {
  const sender = await publishAs(port, key)
  await waitFor(() => expect(sender.heard().toString('latin1')).toContain('Publish.Start'))
  sender.socket.write(Buffer.concat([asSent(videoSettings()), asSent(audioSettings())]))
  return sender
}

function segmentsOf(liveSessionId: string) {
  return one(
    app.db,
    sql<{
      count: number
      ms: number
      lines: number
    }>`select count(*)::integer as count, coalesce(sum(duration_ms), 0)::integer as ms,
        count(distinct broadcast_id)::integer as lines
      from live_segments where live_session_id = ${liveSessionId}`,
  )
}

describe('a stream key', () => {
  test('is told once, and kept as a hash; a new one ends the one before', async () => {
    expect(await known()).toEqual({
      server: `rtmp://localhost:${port}/live`,
      createdAt: null,
      incoming: null,
      fault: null,
    })
    const first = await aKey()
    expect(first).toMatch(/^[\w-]{32}$/)
    expect(JSON.stringify(await known())).not.toContain(first)
    const stored = await one(
      app.db,
      sql<{ row: string }>`select to_json(k)::text as row from stream_keys k
        where creator_id = ${desk.creatorId}`,
    )
    expect(stored.row).not.toContain(first)
    const second = await aKey()
    const refused = await publishAs(port, first)
    await refused.closed
    expect(refused.heard().toString('latin1')).toContain('BadName')
    const sender = await anEncoder(second)
    sender.socket.write(aStretch(0, 1500))
    await aKey()
    // What it is sending ends with its key, too.
    await sender.closed
  })

  test('is nobody’s once the page is closed, or its owner suspended', async () => {
    const key = await aKey()
    await run(app.db, sql`update users set status = 'suspended' where id = ${desk.owner.id}`)
    await (
      await publishAs(port, key)
    ).closed
    await run(app.db, sql`update users set status = 'active' where id = ${desk.owner.id}`)
    ;(await anEncoder(key)).socket.destroy()
  })
})

describe('streaming software', () => {
  test('without a session that waits for it is a preview: nothing is kept', async () => {
    const browser = await desk.aSession()
    const sender = await anEncoder(await aKey())
    sender.socket.write(aStretch(0, 3500))
    await waitFor(async () =>
      expect((await known()).incoming).toMatchObject({
        width: 640,
        height: 360,
        keyframeSeconds: 1,
        hasSound: true,
        isPreview: true,
        clipUrl: expect.stringMatching(/^\/media\/live\/clips\/[0-9a-f]{32}\.mp4$/),
      }),
    )
    expect((await segmentsOf(browser)).count).toBe(0)
    const clipUrl = (await known()).incoming?.clipUrl ?? ''
    const get = async (as: typeof desk.owner.as) =>
      (await fetch(`${app.baseUrl}${clipUrl}`, { headers: cookieOf(app, as) })).status
    expect([await get(desk.owner.as), await get((await desk.aPerson()).as)]).toEqual([200, 404])
    sender.socket.end()
    await waitFor(async () => expect((await known()).incoming).toBeNull())
  })

  test('starts a session that waits, comes back as another line, and is a preview after the end', async () => {
    const id = await desk.aSession({ video: 'rtmp' })
    const key = await aKey()
    const first = await anEncoder(key)
    first.socket.write(aStretch(70_000, 3300))
    await waitFor(async () => expect(await segmentsOf(id)).toEqual({ count: 3, ms: 3000, lines: 1 }))
    first.socket.destroy()
    // What was left becomes a segment.
    await waitFor(async () => expect((await segmentsOf(id)).ms).toBe(3300))
    const second = await anEncoder(key)
    second.socket.write(aStretch(0, 2100))
    await waitFor(async () => expect(await segmentsOf(id)).toEqual({ count: 6, ms: 5300, lines: 2 }))
    const player = await desk.aPlayer(id, (await desk.aPerson()).as)
    const playlist = await (await player.get('live.m3u8')).text()
    expect(playlist.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
    expect(player.mime).toBe('video/mp4; codecs="avc1.4d401e,mp4a.40.2"')
    await app.call(moveLiveSession, { liveSessionId: id, move: 'end' }, { as: desk.owner.as })
    const { count } = await segmentsOf(id)
    second.socket.write(aStretch(2100, 3000))
    await waitFor(async () => expect((await known()).incoming?.isPreview).toBe(true))
    expect((await segmentsOf(id)).count).toBe(count)
    second.socket.destroy()
  })

  test('that comes back from elsewhere doesn’t wait for its broken line, and of two the newest stays', async () => {
    const id = await desk.aSession({ video: 'rtmp' })
    const first = { mime: 'video/mp4; codecs="avc1.4d401e"', width: 640, height: 360, follows: 'any' }
    const owner = { creatorId: desk.creatorId, userId: desk.owner.id }
    const lost = await beginForSoftware(app.platform, owner, first)
    // As from another node.
    const sender = await anEncoder(await aKey())
    sender.socket.write(aStretch(0, 2500))
    await waitFor(async () => expect((await segmentsOf(id)).count).toBe(2))
    const begun = beginForSoftware(app.platform, owner, { ...first, follows: lost?.id ?? '' })
    await expect(begun).rejects.toMatchObject({ spec: { code: 'being_broadcast' } })
    sender.socket.destroy()
  })

  test('that changes its settings goes on as another line at once', async () => {
    const id = await desk.aSession({ video: 'rtmp' })
    const sender = await anEncoder(await aKey())
    sender.socket.write(aStretch(0, 2000))
    const mono = Buffer.of(0x11, 0x88)
    sender.socket.write(Buffer.concat([asSent(audioSettings(mono)), aStretch(2000, 2100)]))
    await waitFor(async () => expect(await segmentsOf(id)).toEqual({ count: 4, ms: 4000, lines: 2 }))
    sender.socket.destroy()
  })
})

describe('its creator is told', () => {
  test('of a key that isn’t one, if it came from where they are', async () => {
    await (
      await publishAs(port, 'x'.repeat(32))
    ).closed
    expect((await known()).fault).toBe('wrong_key')
    const { as } = desk.owner
    const headers = {
      ...cookieOf(app, as),
      authorization: `Bearer ${as.token}`,
      'x-forwarded-for': '203.0.113.9',
    }
    const elsewhere = await fetch(`${app.baseUrl}/api${getStreamKey.path}`, { headers })
    expect(await elsewhere.json()).toMatchObject({ fault: null })
    // Got right, it is forgotten.
    ;(await anEncoder(await aKey())).socket.destroy()
    await waitFor(async () => expect((await known()).fault).toBeNull())
  })

  test('what to change when it is cut off, until something comes in', async () => {
    const key = await aKey()
    const expectFault = async (fault: string, sent: Buffer) => {
      const sender = await publishAs(port, key)
      await waitFor(() => expect(sender.heard().toString('latin1')).toContain('Publish.Start'))
      sender.socket.write(sent)
      await sender.closed
      await waitFor(async () => expect((await known()).fault).toBe(fault))
    }
    const hevc = { ...picture(0), payload: Buffer.of(0x1c, 0, 0, 0, 0) }
    await expectFault('picture_format', asSent(hevc))
    const high10 = Buffer.from(VIDEO_RECORD)
    high10.writeUInt8(110, 1)
    await expectFault('picture_colours', asSent(videoSettings(high10)))
    const mp3 = { ...sound(0), payload: Buffer.of(0x2f, 0, 0) }
    await expectFault('sound_format', asSent(mp3))
    const sender = await anEncoder(key)
    sender.socket.write(aStretch(0, 1500))
    await waitFor(async () => expect(await known()).toMatchObject({ fault: null, incoming: {} }))
    sender.socket.destroy()
  })
})
