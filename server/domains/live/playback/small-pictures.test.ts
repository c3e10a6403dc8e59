import os from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { moveLiveSession } from '#contract/live/routes.ts'
import { soundOfSegment } from '#server/platform/media-files/sound-alone.ts'
import { LIVE_AT_ONCE } from '#server/platform/process-pool/open-processes.ts'
import { ProcessDied, TaskFailed } from '#server/platform/process-pool/task.ts'
import { publishedSeconds, VIDEO_RECORD } from '#server/platform/rtmp/rtmp-testing.ts'
import { hasPrograms } from '#server/testing/optional-program.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aFragment, anInit, broadcastDesk } from '../broadcasts/broadcast-testing.ts'

/* What ffmpeg makes is looked at in `small-pictures-made.test.ts`; here it is stood in for. */

const isHere = hasPrograms('ffmpeg', 'ffprobe')
const SMALL = Buffer.from('a small segment')

let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startTestApp({ LIVE_SMALL_PICTURE: 'on' })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app.close())

/** A session that is on, with so many seconds to see. */
async function aShow(seconds: number) {
  number += 1
  const desk = await broadcastDesk(app, `small${number}`)
  const id = await desk.aSession()
  const { init, segments } = publishedSeconds(seconds)
  const line = await desk.aLine(id, init)
  for (const [seq, bytes] of segments.entries()) await desk.send(line, seq, bytes)
  return { desk, id, line, aPlayer: async () => desk.aPlayer(id, (await desk.aPerson()).as) }
}

/** In place of the processes that make them. */
function standIn(make: () => Promise<Uint8Array>) {
  return vi.spyOn(app.platform.processes.live, 'run').mockImplementation(make)
}

describe.skipIf(!isHere)('small pictures (skipped where there is no ffmpeg)', () => {
  test('are led to by the same playlists, for who may see the session', async () => {
    const made = standIn(async () => SMALL)
    const { desk, line, aPlayer } = await aShow(3)
    const player = await aPlayer()
    expect(player.hasSmallPicture).toBe(true)
    for (const name of ['live.m3u8', 'all.m3u8'])
      expect(await (await player.get(`small/${name}`)).text()).toBe(await (await player.get(name)).text())
    const answer = await player.get('small/1.m4s')
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'video/mp4',
      SMALL.toString(),
    ])
    expect(answer.headers.get('cache-control')).toBe('private, max-age=600, immutable')
    made.mockClear()
    const stranger = (await desk.aPerson()).as
    for (const name of ['live.m3u8', 'all.m3u8', '0.m4s', '1.m4s', `init-${line}.mp4`])
      for (const by of [stranger, null]) {
        const refused = await player.get(`small/${name}`, by)
        expect([name, refused.status, (await refused.text()).includes('small seg')]).toEqual([
          name,
          404,
          false,
        ])
      }
    for (const name of ['99.m4s', 'x', `init-${line.replaceAll(/\d/g, '0')}.mp4`])
      expect((await player.get(`small/${name}`)).status).toBe(404)
    expect(made).not.toHaveBeenCalled()
  })

  test('have a header of their own size, made once for all lines of a kind', async () => {
    const made = standIn(async () => VIDEO_RECORD)
    const { line, aPlayer } = await aShow(1)
    const player = await aPlayer()
    const [first, again] = [
      await player.get(`small/init-${line}.mp4`),
      await player.get(`small/init-${line}.mp4`),
    ]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(Buffer.from(await first.arrayBuffer()).includes(VIDEO_RECORD)).toBe(true)
    const other = await aShow(1)
    expect((await (await other.aPlayer()).get(`small/init-${other.line}.mp4`)).status).toBe(200)
    expect(made).toHaveBeenCalledTimes(1)
  })

  test('are made once, however many ask at the same time, and kept', async () => {
    const made = standIn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      return SMALL
    })
    const { aPlayer } = await aShow(1)
    const players = await Promise.all(Array.from({ length: 8 }, () => aPlayer()))
    const answers = await Promise.all(players.map(({ get }) => get('small/0.m4s')))
    expect(answers.map(({ status }) => status)).toEqual(players.map(() => 200))
    expect((await players[0]?.get('small/0.m4s'))?.status).toBe(200)
    expect(made).toHaveBeenCalledTimes(1)
  })

  test('aren’t waited for where too many are being made: players are told at once', async () => {
    const waiting: (() => void)[] = []
    const made = standIn(() => new Promise((resolve) => waiting.push(() => resolve(SMALL))))
    const { desk, id } = await aShow(LIVE_AT_ONCE * 8 + 3)
    const { as } = await desk.aPerson()
    const one = await desk.aPlayer(id, as)
    const asked = [0, 1, 2].map((seq) => one.get(`small/${seq}.m4s`))
    await expect.poll(() => made.mock.calls.length).toBe(3)
    const fourth = await one.get('small/3.m4s')
    expect([fourth.status, fourth.headers.get('retry-after'), await fourth.json()]).toMatchObject([
      503,
      '2',
      { code: 'no_small_picture' },
    ])
    // Of all together, too.
    for (let seq = 3; seq < LIVE_AT_ONCE * 8; seq += 1) {
      const other = await desk.aPlayer(id, (await desk.aPerson()).as)
      asked.push(other.get(`small/${seq}.m4s`))
      await expect.poll(() => made.mock.calls.length).toBe(seq + 1)
    }
    const last = await desk.aPlayer(id, (await desk.aPerson()).as)
    expect((await last.get(`small/${LIVE_AT_ONCE * 8}.m4s`)).status).toBe(503)
    // What is being made already is shared.
    const shared = last.get('small/0.m4s')
    for (const go of waiting) go()
    const answers = await Promise.all([...asked, shared])
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    // There is room again.
    const later = last.get(`small/${LIVE_AT_ONCE * 8}.m4s`)
    await expect.poll(() => waiting.length).toBe(LIVE_AT_ONCE * 8 + 1)
    waiting.at(-1)?.()
    expect((await later).status).toBe(200)
  })

  test.each([
    ['can’t be decoded', new TaskFailed('MediaUnreadable', 'ffmpeg ended with 1'), 1],
    ['kills its process', new ProcessDied('ended with SIGSEGV'), 1],
    ['has no turn in time', new DOMException('too late', 'TimeoutError'), 2],
  ])('what %s is told, and not made time and again', async (_, error, times) => {
    const made = standIn(async () => {
      throw error
    })
    const { aPlayer } = await aShow(1)
    const player = await aPlayer()
    const statuses = [(await player.get('small/0.m4s')).status, (await player.get('small/0.m4s')).status]
    expect(statuses).toEqual([503, 503])
    expect(made).toHaveBeenCalledTimes(times)
    expect((await player.get('0.m4s')).status).toBe(200)
  })

  test('what isn’t a picture is refused before anything is started', async () => {
    const made = standIn(async () => SMALL)
    const desk = await broadcastDesk(app, 'noise')
    const id = await desk.aSession()
    const line = await desk.aLine(id, anInit())
    await desk.send(line, 0, aFragment())
    const player = await desk.aPlayer(id, (await desk.aPerson()).as)
    for (const name of ['0.m4s', `init-${line}.mp4`])
      expect((await player.get(`small/${name}`)).status).toBe(503)
    expect(made).not.toHaveBeenCalled()
  })

  test('a segment of sound alone stays what it is', async () => {
    const made = standIn(async () => SMALL)
    const { desk, id, line } = await aShow(1)
    const { init, segments } = publishedSeconds(2)
    const soundAlone = soundOfSegment(segments[1] ?? Buffer.alloc(0), init)
    expect(await desk.send(line, 1, Buffer.from(soundAlone))).toMatchObject({ status: 200 })
    const player = await desk.aPlayer(id, (await desk.aPerson()).as)
    expect(Buffer.from(await (await player.get('small/1.m4s')).arrayBuffer())).toEqual(soundAlone)
    expect(made).not.toHaveBeenCalled()
  })

  test('are there for a session that has ended, as long as its segments are', async () => {
    standIn(async () => SMALL)
    const { desk, id } = await aShow(2)
    await app.call(moveLiveSession, { liveSessionId: id, move: 'end' }, { as: desk.owner.as })
    const player = await desk.aPlayer(id, (await desk.aPerson()).as)
    expect([player.isOver, player.hasSmallPicture]).toEqual([true, true])
    expect(await (await player.get('small/all.m3u8')).text()).toContain('#EXT-X-ENDLIST')
    expect((await player.get('small/0.m4s')).status).toBe(200)
  })
})

test.each(['off', 'auto'] as const)('LIVE_SMALL_PICTURE=%s says where they are made', async (value) => {
  const other = await startTestApp({ LIVE_SMALL_PICTURE: value })
  try {
    const desk = await broadcastDesk(other, 'asha')
    const id = await desk.aSession()
    const { init, segments } = publishedSeconds(1)
    const line = await desk.aLine(id, init)
    await desk.send(line, 0, segments[0])
    const player = await desk.aPlayer(id, (await desk.aPerson()).as)
    const areThere = value === 'auto' && isHere && os.availableParallelism() >= 4
    expect(player.hasSmallPicture).toBe(areThere)
    if (!areThere)
      for (const name of ['0.m4s', `init-${line}.mp4`])
        expect((await player.get(`small/${name}`)).status).toBe(503)
    expect((await player.get('0.m4s')).status).toBe(200)
  } finally {
    await other.close()
  }
})
