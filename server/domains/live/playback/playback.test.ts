import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { moveLiveSession } from '#contract/live/routes.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aFragment, anInit, broadcastDesk, cookieOf } from '../broadcasts/broadcast-testing.ts'
import { leavePage } from './playback-testing.ts'

let app: TestApp
let desk: Awaited<ReturnType<typeof broadcastDesk>>
let id: string
let number = 0

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  number += 1
  desk = await broadcastDesk(app, `asha${number}`)
  id = await desk.aSession()
})

async function later(seconds: number): Promise<void> {
  await app.clock.advance(app.db, seconds * 1000)
  await app.drain()
}

async function linesOf(answer: Response): Promise<string[]> {
  return (await answer.text()).split('\n')
}

describe('who may come', () => {
  test('sees what was sent, as it was sent', async () => {
    const [init, first, second] = [anInit(), aFragment(), aFragment()]
    const line = await desk.aLine(id, init)
    await desk.send(line, 0, first)
    await desk.send(line, 1, second, 1500)
    const { get, url, mime, isOver } = await desk.aPlayer(id, (await desk.aPerson()).as)
    expect([url, mime, isOver]).toEqual([
      expect.stringMatching(/^\/media\/live\//),
      'video/mp4; codecs="avc1.42c01f,mp4a.40.2"',
      false,
    ])
    const playlist = await get('live.m3u8')
    expect(playlist.headers.get('content-type')).toContain('application/vnd.apple.mpegurl')
    expect(await linesOf(playlist)).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:2',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-DISCONTINUITY-SEQUENCE:0',
      `#EXT-X-MAP:URI="init-${line}.mp4"`,
      expect.stringMatching(/^#EXT-X-PROGRAM-DATE-TIME:20/),
      '#EXTINF:1.000,',
      '0.m4s',
      '#EXTINF:1.500,',
      '1.m4s',
      '',
    ])
    const seen = await Promise.all(
      [`init-${line}.mp4`, '0.m4s', '1.m4s'].map(async (name) =>
        Buffer.from(await (await get(name)).arrayBuffer()),
      ),
    )
    expect(seen).toEqual([init, first, second])
    const part = await fetch(`${app.baseUrl}${url}/0.m4s`)
    expect(part.status).toBe(404)
  })

  test('goes back to the beginning, over a line that was lost, and sees the end', async () => {
    const [before, init] = [await desk.aLine(id), anInit()]
    await desk.send(before, 0)
    await later(30)
    const after = await desk.aLine(id, init)
    await desk.send(after, 1)
    const { get } = await desk.aPlayer(id, (await desk.aPerson()).as)
    const all = await linesOf(await get('all.m3u8'))
    expect(all).toContain('#EXT-X-PLAYLIST-TYPE:EVENT')
    expect(all.slice(all.indexOf('0.m4s'))).toEqual([
      '0.m4s',
      '#EXT-X-DISCONTINUITY',
      `#EXT-X-MAP:URI="init-${after}.mp4"`,
      expect.stringMatching(/^#EXT-X-PROGRAM-DATE-TIME/),
      '#EXTINF:1.000,',
      '1.m4s',
      '',
    ])
    const end = { liveSessionId: id, move: 'end' as const }
    await app.call(moveLiveSession, end, { as: desk.owner.as })
    await app.clock.advance(app.db, 2000)
    const closed = await linesOf(await get('all.m3u8'))
    expect([closed.includes('#EXT-X-PLAYLIST-TYPE:VOD'), closed.at(-2)]).toEqual([true, '#EXT-X-ENDLIST'])
  })

  test('watches at three places; the fourth ends the oldest', async () => {
    await desk.send(await desk.aLine(id), 0)
    const { as } = await desk.aPerson()
    const players = []
    for (let place = 0; place < 4; place += 1) {
      const player = await desk.aPlayer(id, as)
      expect((await player.get('live.m3u8')).status).toBe(200)
      players.push(player)
    }
    const seen = await Promise.all(players.map(({ get }) => get('live.m3u8')))
    expect(seen.map(({ status }) => status)).toEqual([404, 200, 200, 200])
  })
})

describe('a stranger', () => {
  test('gets no byte by any route', async () => {
    const line = await desk.aLine(id)
    await desk.send(line, 0)
    const { as } = await desk.aPerson()
    const { get, url } = await desk.aPlayer(id, as)
    const stranger = (await desk.aPerson()).as
    const names = ['live.m3u8', 'all.m3u8', `init-${line}.mp4`, '0.m4s', '../0.m4s', 'x', '99999999.m4s']
    for (const by of [null, stranger])
      for (const name of names) {
        const answer = await get(name, by)
        expect([name, answer.status, await answer.text()]).toEqual([
          name,
          404,
          expect.not.stringContaining('#EXT'),
        ])
      }
    for (const name of names.slice(4)) expect((await get(name)).status).toBe(404)
    const bearer = { authorization: `Bearer ${as.token}` }
    expect((await fetch(`${app.baseUrl}${url}/live.m3u8`, { headers: bearer })).status).toBe(404)
  })

  test('who isn’t in the audience opens no player, and another session’s player shows nothing', async () => {
    const locked = await desk.aSession({
      audience: [{ reach: 'followers', planIds: [], isExact: false, fromAt: null, untilAt: null }],
    })
    await desk.send(await desk.aLine(locked), 0)
    const { as } = await desk.aPerson()
    expect((await desk.aPlayer(locked, as)).status).toBe(404)
    const { url } = await desk.aPlayer(id, as)
    const elsewhere = url.replace(id, locked)
    const headers = cookieOf(app, as)
    expect((await fetch(`${app.baseUrl}${elsewhere}/live.m3u8`, { headers })).status).toBe(404)
  })

  test('who no longer may come sees nothing half a minute later', async () => {
    await desk.send(await desk.aLine(id), 0)
    const { id: personId, as } = await desk.aPerson()
    const { get } = await desk.aPlayer(id, as)
    expect((await get('live.m3u8')).status).toBe(200)
    await leavePage(app.db, desk.owner.id, personId)
    await app.clock.advance(app.db, 30_000)
    expect((await get('live.m3u8')).status).toBe(404)
    expect((await get('0.m4s')).status).toBe(404)
  })
})

test('whoever comes to a session that ended without a picture is told so, and not refused', async () => {
  const { as } = await desk.aPerson()
  await desk.send(await desk.aLine(id), 0)
  await app.call(moveLiveSession, { liveSessionId: id, move: 'end' }, { as: desk.owner.as })
  await run(app.db, sql`update broadcasts set ordinal = null where live_session_id = ${id}`)
  expect(await desk.aPlayer(id, as)).toMatchObject({ status: 200, isOver: true, mime: null })
})

test('after twelve hours, what is on now is a few lines, and what was read of all of it is kept', async () => {
  const line = await desk.aLine(id)
  await desk.send(line, 0)
  await run(
    app.db,
    sql`insert into live_segments (live_session_id, seq, broadcast_id, started_ms, duration_ms, key, bytes, sha256,
        created_at)
      select ${id}, n, ${line}, n * 1000, 1000, 'live/x/' || n || '.m4s', 1, '', now()
      from generate_series(1, 43199) given (n)`,
  )
  await run(app.db, sql`update live_sessions set segment_count = 43200 where id = ${id}`)
  await app.clock.advance(app.db, 1500)
  const { get } = await desk.aPlayer(id, (await desk.aPerson()).as)
  const now = await linesOf(await get('live.m3u8'))
  expect(now.filter((name) => name.endsWith('.m4s'))).toHaveLength(60)
  expect(now.join('\n').length).toBeLessThan(5000)
  const all = await (await get('all.m3u8')).text()
  expect([all.split('.m4s').length - 1, all.length < 1_200_000]).toEqual([43_200, true])
  // Only what came since is read: nobody notices that what was read is gone.
  await run(app.db, sql`delete from live_segments where live_session_id = ${id} and seq < 43199`)
  await app.clock.advance(app.db, 1500)
  await desk.send(line, 43_200)
  expect((await (await get('all.m3u8')).text()).split('.m4s').length - 1).toBe(43_201)
})
