import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getLiveSession, moveLiveSession } from '#contract/live/routes.ts'
import { listQuestions } from '#contract/live/question-routes.ts'
import { getPostByAddress } from '#contract/posts/routes.ts'
import { joinFragments } from '#server/platform/media-files/join/join-tasks.ts'
import { hasPrograms } from '#server/testing/optional-program.ts'
import { threadWorkedMs } from '#server/testing/seen-time.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { broadcastDesk, cookieOf } from '../broadcasts/broadcast-testing.ts'
import { sentByFfmpeg, type Sent } from './recording-testing.ts'

const run = promisify(execFile)

let app: TestApp
let desk: Awaited<ReturnType<typeof broadcastDesk>>
let folder: string
let sent: Sent
let wider: Sent
let number = 0

const isThere = hasPrograms('ffmpeg', 'ffprobe')

beforeAll(async () => {
  app = await startTestApp()
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-recording-'))
  if (!isThere) return
  sent = await sentByFfmpeg(folder, { seconds: 6, size: '320x180' })
  wider = await sentByFfmpeg(folder, { seconds: 3, size: '640x360' })
})
afterAll(async () => {
  await app.close()
  await fs.rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  number += 1
  desk = await broadcastDesk(app, `asha${number}`)
})

async function sendAll(id: string, given: Sent, from: number): Promise<number> {
  const line = await desk.aLine(id, given.init)
  for (const [index, bytes] of given.segments.entries()) {
    expect(await desk.send(line, from + index, bytes, given.durationsMs[index])).toMatchObject({
      status: 200,
    })
    await app.clock.advance(app.db, given.durationsMs[index] ?? 0)
  }
  return from + given.segments.length
}

async function end(liveSessionId: string): Promise<void> {
  await app.call(moveLiveSession, { liveSessionId, move: 'end' }, { as: desk.owner.as })
  await app.drain()
}

async function replayOf(liveSessionId: string, as = desk.owner.as) {
  const { replayPath } = (await app.call(getLiveSession, { liveSessionId }, { as })).body
  const address = replayPath?.split('/').at(-1) ?? ''
  return (await app.call(getPostByAddress, { pageHandle: desk.pageHandle, address }, { as })).body.post
}

/** How long a medium of a post is, as ffmpeg plays it from beginning to end. */
async function played(
  src: string | null | undefined,
): Promise<{ seconds: number; frames: number; isIndexed: boolean }> {
  // Smaller ones are made of it.
  const url = (src ?? '').replace(/[^/]*$/, 'original')
  const bytes = Buffer.from(
    await (await fetch(app.baseUrl + url, { headers: cookieOf(app, desk.owner.as) })).arrayBuffer(),
  )
  const file = path.join(folder, `${number}-played.mp4`)
  await fs.writeFile(file, bytes)
  const shown = ['-show_entries', 'stream=nb_read_frames,codec_type:format=duration', '-of', 'json']
  const probe = await run('ffprobe', ['-v', 'error', '-count_frames', ...shown, file])
  expect(probe.stderr).toBe('')
  const facts = JSON.parse(probe.stdout) as {
    streams: { codec_type: string; nb_read_frames: string }[]
    format: { duration: string }
  }
  const decoded = await run('ffmpeg', ['-v', 'error', '-xerror', '-i', file, '-f', 'null', '-'])
  expect(decoded.stderr).toBe('')
  const video = facts.streams.find(({ codec_type: type }) => type === 'video')
  return {
    seconds: Number(facts.format.duration),
    frames: Number(video?.nb_read_frames),
    isIndexed: bytes.indexOf('moov') < bytes.indexOf('mdat'),
  }
}

function sumOf({ durationsMs }: Sent): number {
  return durationsMs.reduce((sum, ms) => sum + ms, 0) / 1000
}

async function storedKeys(id: string): Promise<number> {
  let count = 0
  for await (const _ of app.platform.storage.list(`live/${id}/`)) count += 1
  return count
}

describe.skipIf(!isThere)('what was shown', () => {
  test('is in a post for whoever could come, with a chapter where a question was taken, and nothing else is left', async () => {
    const id = await desk.aSession({ replay: 'publish' })
    const begunAt = app.clock.now()
    const line = await desk.aLine(id, sent.init)
    let takenAt = begunAt
    for (const [index, bytes] of sent.segments.entries()) {
      await desk.send(line, index, bytes, sent.durationsMs[index])
      if (index === 2) {
        const questionId = await desk.asked(id, (await desk.aPerson()).as, 'Where <b>to</b>?')
        await desk.act(questionId, 'take')
        takenAt = app.clock.now()
      }
      await app.clock.advance(app.db, sent.durationsMs[index] ?? 0)
    }
    await end(id)
    const { as } = await desk.aPerson()
    const post = await replayOf(id, as)
    expect(post.content).toContain('Chapters')
    const [, takenMinute, takenSecond] = /(\d):(\d\d) Where &lt;b&gt;to/.exec(post.content) ?? []
    const second = Number(takenMinute) * 60 + Number(takenSecond)
    // Two parts of a second had been shown, and the third was; the clock goes on meanwhile.
    expect(second).toBeGreaterThanOrEqual(2)
    expect(second).toBeLessThanOrEqual((takenAt.getTime() - begunAt.getTime()) / 1000 + 1)
    const answered = await app.call(listQuestions, { liveSessionId: id, part: 'answered' }, { as })
    expect(answered.body.questions).toEqual([
      expect.objectContaining({
        chapter: { part: 1, second },
      }),
    ])
    const own = await replayOf(id)
    expect(own.allMedia).toHaveLength(1)
    expect(Math.abs((own.allMedia[0]?.durationMs ?? 0) / 1000 - sumOf(sent))).toBeLessThan(0.1)
    const { seconds, frames, isIndexed } = await played(own.allMedia[0]?.src)
    expect([Math.abs(seconds - sumOf(sent)) < 0.1, frames, isIndexed]).toEqual([true, 6 * 25, true])
    expect(await storedKeys(id)).toBe(0)
  })

  test('over three lines is one recording, as long as all that was sent', async () => {
    const id = await desk.aSession({ replay: 'publish' })
    let next = 0
    for (let line = 0; line < 3; line += 1) {
      next = await sendAll(id, sent, next)
      await app.clock.advance(app.db, 20_000)
      await app.drain()
    }
    await end(id)
    const { allMedia } = await replayOf(id)
    expect(allMedia).toHaveLength(1)
    const { seconds, frames } = await played(allMedia[0]?.src)
    expect([Math.abs(seconds - 3 * sumOf(sent)) < 0.3, frames]).toEqual([true, 3 * 6 * 25])
  })

  test('of another kind in between is a recording of its own', async () => {
    const id = await desk.aSession({ replay: 'publish' })
    const next = await sendAll(id, sent, 0)
    await app.clock.advance(app.db, 20_000)
    await sendAll(id, wider, next)
    await end(id)
    const { allMedia } = await replayOf(id)
    const lengths = allMedia.map(({ durationMs }) => Math.round((durationMs ?? 0) / 1000))
    expect(lengths).toEqual([6, 3])
  })

  test('ends soon and in order, whatever the fragments say', async () => {
    const [whole = Buffer.alloc(0)] = sent.segments
    const [fragments, output] = [path.join(folder, 'harm'), path.join(folder, 'harmed.mp4')]
    const init = sent.init.toString('base64')
    const lines = [{ init, start: 0, end: whole.length }]
    const said = new Set<string>()
    for (let times = 0; times < 120; times += 1) {
      const bytes = Buffer.from(whole)
      // In the header, a byte or a number of four.
      const at = 8 + Math.floor(Math.random() * (whole.readUInt32BE(0) - 12))
      if (times % 2 === 0) bytes.writeUInt8(Math.floor(Math.random() * 256), at)
      else bytes.writeUInt32BE(0xffff_ffff, at)
      await fs.writeFile(fragments, bytes)
      await fs.rm(output, { force: true })
      const before = threadWorkedMs()
      const ended = await joinFragments({ fragments, lines, output }).then(
        ({ durationMs }) => (Number.isFinite(durationMs) ? 'joined' : 'broken'),
        () => 'refused',
      )
      said.add(ended)
      expect(threadWorkedMs() - before).toBeLessThan(1000)
    }
    expect([...said].toSorted()).toEqual(['joined', 'refused'])
  })

  test('is kept nowhere where its creator wants nothing', async () => {
    const id = await desk.aSession({ replay: 'none' })
    await sendAll(id, sent, 0)
    expect(await storedKeys(id)).toBeGreaterThan(1)
    await end(id)
    expect(await storedKeys(id)).toBe(0)
    expect(await desk.aPlayer(id, desk.owner.as)).toMatchObject({ status: 200, isOver: true, mime: null })
  })
})
