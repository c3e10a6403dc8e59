import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { SEGMENT_MIN_MS } from '#contract/live/broadcast-rules.ts'
import { workFolder } from '#server/domains/media/service.ts'
import { makeSmallApart } from '#server/platform/media-files/make-small.ts'
import { readInit } from '#server/platform/media-files/join/read-init.ts'
import { sum } from '#server/platform/media-files/join/read-fragment.ts'
import { readRuns } from '#server/platform/media-files/runs.ts'
import { pictureSpan, smallFrameOf } from '#server/platform/media-files/small-picture.ts'
import { soundOfSegment } from '#server/platform/media-files/sound-alone.ts'
import { openProcesses } from '#server/platform/process-pool/open-processes.ts'
import { hasPrograms } from '#server/testing/optional-program.ts'
import { measureSeenTime } from '#server/testing/seen-time.ts'
import { startSwift } from '#server/testing/swift/start-swift.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { broadcastDesk } from '../broadcasts/broadcast-testing.ts'
import { inFragments, type Sent } from '../recording/recording-testing.ts'

const isHere = hasPrograms('ffmpeg', 'ffprobe')
const swift = await startSwift()
const execute = promisify(execFile)
/** Beside other proofs, seconds are made again and again. */
const PATIENCE_MS = 180_000

let app: TestApp
let folder: string
let number = 0
beforeAll(async () => {
  app = await startTestApp({ LIVE_SMALL_PICTURE: 'on' })
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-small-'))
})
afterAll(async () => {
  await app.close()
  await swift?.stop()
  await fs.rm(folder, { recursive: true, force: true })
})

async function ffmpeg(text: string): Promise<string> {
  const { stderr } = await execute('ffmpeg', ['-v', 'error', '-y', ...text.split(' ')], { cwd: folder })
  return stderr
}

/** Four seconds of a test picture with a tone, as a sender's encoder would have cut them. */
async function sent(size: string, options = '', fragments = 'empty_moov+frag_keyframe'): Promise<Sent> {
  const sources = `-f lavfi -i testsrc2=size=${size}:rate=30 -f lavfi -i sine=440:sample_rate=48000 -t 4`
  const codecs =
    `-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 30 -sc_threshold 0 -bf 2 -c:a aac ${options}`.trim()
  await ffmpeg(`${sources} ${codecs} -movflags default_base_moof+${fragments} sent.mp4`)
  const { init, segments, durationsMs } = inFragments(await fs.readFile(path.join(folder, 'sent.mp4')))
  // At the end, sound may be left over.
  const isLong = (_: unknown, index: number) => (durationsMs[index] ?? 0) >= SEGMENT_MIN_MS
  return { init, segments: segments.filter(isLong), durationsMs: durationsMs.filter(isLong) }
}

/** A player of a session in which that is shown. */
async function shown({ init, segments, durationsMs }: Sent) {
  number += 1
  const desk = await broadcastDesk(app, `made${number}`)
  const id = await desk.aSession()
  const line = await desk.aLine(id, init)
  for (const [seq, bytes] of segments.entries())
    expect((await desk.send(line, seq, bytes, durationsMs[seq])).status).toBe(200)
  const player = await desk.aPlayer(id, (await desk.aPerson()).as)
  async function get(name: string, tries = 5): Promise<Buffer<ArrayBuffer>> {
    const answer = await player.get(`small/${name}`)
    // Beside other proofs a second may take longer than it may; then it is made another time.
    if (answer.status === 503 && tries > 1) {
      await new Promise((resolve) => setTimeout(resolve, 10_500))
      return get(name, tries - 1)
    }
    expect([name, answer.status]).toEqual([name, 200])
    return Buffer.from(await answer.arrayBuffer())
  }
  const small: Buffer<ArrayBuffer>[] = []
  for (const seq of segments.keys()) small.push(await get(`${seq}.m4s`))
  return { init: await get(`init-${line}.mp4`), segments: small }
}

/** What a decoder makes of bytes; it must not complain. */
async function decoded(...bytes: readonly Buffer[]) {
  const file = path.join(folder, 'decoded.mp4')
  await fs.writeFile(file, bytes)
  const { stdout, stderr } = await execute('ffprobe', [
    ...'-v error -count_frames -select_streams v -show_entries'.split(' '),
    'stream=width,height,nb_read_frames,sample_aspect_ratio,color_space',
    ...'-of json'.split(' '),
    file,
  ])
  const { streams } = JSON.parse(stdout) as { streams: Record<string, number | string>[] }
  return { ...streams[0], complaints: stderr + (await ffmpeg(`-i ${file} -f null -`)) }
}

const FLAWLESS = { complaints: '', sample_aspect_ratio: '1:1', color_space: 'bt709' }

describe.skipIf(!isHere)('a small picture (skipped where there is no ffmpeg)', () => {
  test(
    'of a broadcast has its times to the tick, its sound, and little of its data',
    async () => {
      const was = await sent('1920x1080', '-b:v 4M')
      const is = await shown(was)
      for (const [seq, segment] of was.segments.entries()) {
        const small = is.segments[seq] ?? Buffer.alloc(0)
        expect([seq, pictureSpan(small, is.init)]).toEqual([seq, pictureSpan(segment, was.init)])
        expect(soundOfSegment(small, is.init)).toEqual(soundOfSegment(segment, was.init))
        expect(small.length * 8).toBeLessThan(620_000 + soundOfSegment(segment, was.init).length * 8)
        // Each can be decoded by itself.
        expect(await decoded(is.init, small)).toMatchObject({
          ...FLAWLESS,
          width: 640,
          height: 360,
          nb_read_frames: '30',
        })
      }
      expect(await decoded(is.init, ...is.segments)).toMatchObject({ ...FLAWLESS, nb_read_frames: '120' })
    },
    PATIENCE_MS,
  )

  test.each([
    ['upright', '720x1280', '', { width: 360, height: 640, nb_read_frames: '120' }],
    ['small already', '320x240', '', { width: 320, height: 240, nb_read_frames: '120' }],
    // Every second one is enough.
    ['of sixty a second', '1280x720', '-r 60 -g 60', { width: 640, height: 360, nb_read_frames: '120' }],
    [
      'of stretched pixels',
      '720x576',
      '-vf setsar=64/45',
      { width: 640, height: 360, nb_read_frames: '120' },
    ],
    ['in milliseconds', '1280x720', '-video_track_timescale 1000', { width: 640, nb_read_frames: '120' }],
    ['in colours of before', '1280x720', '-colorspace smpte170m', { width: 640, nb_read_frames: '120' }],
    ['with an edit list', '1280x720', '', { width: 640, nb_read_frames: '120' }, 'delay_moov+frag_keyframe'],
  ])(
    'of a picture %s is decoded in one go',
    async (_, size, options, expected, fragments?: string) => {
      const was = await sent(size, options, fragments)
      const is = await shown(was)
      expect(await decoded(is.init, ...is.segments)).toMatchObject({ ...FLAWLESS, ...expected })
      for (const [seq, segment] of was.segments.entries())
        expect([seq, pictureSpan(is.segments[seq] ?? Buffer.alloc(0), is.init)]).toEqual([
          seq,
          pictureSpan(segment, was.init),
        ])
    },
    PATIENCE_MS,
  )

  test(
    'of a picture with rare keyframes has all of its pictures, each segment by itself',
    async () => {
      const was = await sent('1280x720', '-g 120 -frag_duration 1000000', 'empty_moov')
      const spans = was.segments.map((segment) => pictureSpan(segment, was.init))
      expect(spans.map((span) => span?.isKeyframeFirst)).toEqual([true, false, false, false])
      const is = await shown(was)
      const ticksOf = ({ init, segments }: Pick<Sent, 'init' | 'segments'>) => {
        const tracks = readInit(init)
        const runs = segments.flatMap((segment) => readRuns(segment, tracks, 0))
        const ticks = runs.flatMap(({ decodeTime, durations, shifts }) =>
          durations.map((_, index) => decodeTime + sum(durations.slice(0, index)) + (shifts[index] ?? 0)),
        )
        return [...new Set(ticks)].toSorted((one, other) => one - other)
      }
      expect(ticksOf(is)).toEqual(ticksOf(was))
      for (const [seq, segment] of is.segments.entries()) {
        const [small, original] = [pictureSpan(segment, is.init), spans[seq]]
        expect([seq, small]).toEqual([seq, { ...original, isKeyframeFirst: true }])
        expect(await decoded(is.init, segment)).toMatchObject({ ...FLAWLESS, width: 640 })
      }
    },
    PATIENCE_MS,
  )

  test(
    'of a picture that changes its size in the middle fits the same header',
    async () => {
      const inBand = '-bsf:v dump_extra'
      const [wide, upright] = [await sent('1280x720', inBand), await sent('720x1280', inBand)]
      const segments = [...wide.segments.slice(0, 2), ...upright.segments.slice(2)]
      const is = await shown({ ...wide, segments })
      expect(await decoded(is.init, ...is.segments)).toMatchObject({
        ...FLAWLESS,
        width: 640,
        height: 360,
        nb_read_frames: '120',
      })
    },
    PATIENCE_MS,
  )

  const ONE_MORE_TRY = { timeout: 40_000, interval: 1000 }

  test('of noise isn’t made, costs little, and leaves nothing behind', async () => {
    const was = await sent('1280x720')
    const [, second] = was.segments
    const noise = Buffer.from(second ?? [])
    randomBytes(noise.length - 1200).copy(noise, 1200)
    number += 1
    const desk = await broadcastDesk(app, `made${number}`)
    const id = await desk.aSession()
    const line = await desk.aLine(id, was.init)
    await desk.send(line, 0, was.segments[0])
    await desk.send(line, 1, noise)
    const player = await desk.aPlayer(id, (await desk.aPerson()).as)
    const seen = measureSeenTime()
    const answer = await player.get('small/1.m4s')
    expect([200, 503]).toContain(answer.status)
    expect(seen.stop()).toBeLessThan(9000)
    // On a busy machine it may be late, and is tried again ten seconds later.
    await expect.poll(async () => (await player.get('small/0.m4s')).status, ONE_MORE_TRY).toBe(200)
    expect(await fs.readdir(workFolder(app.platform.config.dataDir))).toEqual([])
  })
})

describe.skipIf(!isHere || !swift)('with an object store', () => {
  test('it is made of what lies there', async () => {
    const other = await startTestApp({ LIVE_SMALL_PICTURE: 'on', STORAGE_URL: swift?.storageUrl ?? '' })
    try {
      const { init, segments } = await sent('1280x720')
      const desk = await broadcastDesk(other, 'asha')
      const id = await desk.aSession()
      const line = await desk.aLine(id, init)
      await desk.send(line, 0, segments[0])
      const player = await desk.aPlayer(id, (await desk.aPerson()).as)
      const parts = []
      for (const name of [`init-${line}.mp4`, '0.m4s'])
        parts.push(Buffer.from(await (await player.get(`small/${name}`)).arrayBuffer()))
      expect(await decoded(...parts)).toMatchObject({ ...FLAWLESS, height: 360, nb_read_frames: '30' })
    } finally {
      await other.close()
    }
  })
})

describe.skipIf(!isHere)('an ffmpeg that', () => {
  test.each([
    ['hangs', 'exec sleep 60', 'took longer than 4 s'],
    ['dies', 'kill -9 $$', 'ended with SIGKILL'],
    ['writes nothing', 'exit 0', 'ENOENT'],
    ['writes something else', 'for last; do :; done; echo nothing of a picture > "$last"', 'add up'],
  ])('%s is ended, and nothing is left of it', async (_, script, said) => {
    const bin = await fs.mkdtemp(path.join(folder, 'bin-'))
    await fs.writeFile(path.join(bin, 'ffmpeg'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const { PATH } = process.env
    const processes = openProcesses('shared')
    const { init, segments } = await sent('320x240')
    const work = { init, before: [], segment: segments[0] ?? Buffer.alloc(0), durationMs: 1000 }
    try {
      process.env['PATH'] = `${bin}${path.delimiter}${PATH}`
      const workDir = path.join(bin, 'work')
      await expect(
        makeSmallApart({ processes }, workDir, { ...work, frame: smallFrameOf(init) }),
      ).rejects.toThrow(said)
      expect(await fs.readdir(workDir)).toEqual([])
      const { stdout } = await execute('ps', ['-e', '-o', 'args'])
      expect(stdout).not.toContain(workDir)
    } finally {
      process.env['PATH'] = PATH
      await processes.close()
    }
  })
})
