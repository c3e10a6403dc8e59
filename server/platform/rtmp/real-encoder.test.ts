import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { hasPrograms } from '#server/testing/optional-program.ts'

import { createLog } from '../log.ts'
import { openRtmpIntake, type RtmpIntake } from './intake.ts'

/* A real encoder pushes, and a real decoder reads every segment. */

const run = promisify(execFile)
const KEY = 'k'.repeat(32)
const FRAME_RATE = 30
const isHere = hasPrograms('ffmpeg', 'ffprobe')

interface Line {
  mime: string
  bytes: Buffer[]
  durations: number[]
}

let folder: string
let lines: Line[] = []
let intake: RtmpIntake
let tls: { certFile: string; keyFile: string }

function listen(withTls: boolean): RtmpIntake {
  return openRtmpIntake({
    host: '127.0.0.1',
    port: 0,
    tls: withTls ? tls : null,
    log: createLog({ isProduction: true, level: 'silent' }),
    authorize: async (key) =>
      key === KEY
        ? {
            owner: 'asha',
            init: async ({ bytes, mime }) => void lines.push({ mime, bytes: [bytes], durations: [] }),
            segment: async ({ bytes, durationMs }) => {
              lines.at(-1)?.bytes.push(bytes)
              lines.at(-1)?.durations.push(durationMs)
            },
            facts: async () => 'go on',
            end: async () => undefined,
          }
        : null,
  })
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cheers-encoder-'))
  tls = { certFile: path.join(folder, 'cert.pem'), keyFile: path.join(folder, 'key.pem') }
  const subject = ['-subj', '/CN=localhost', '-days', '2']
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    ...subject,
    '-keyout',
    tls.keyFile,
    '-out',
    tls.certFile,
  ])
  intake = listen(false)
})
afterAll(async () => {
  await intake.close()
  await rm(folder, { recursive: true, force: true })
})

/** Pushes a clip with B-frames, as fast as it is encoded. */
async function push(
  seconds: number,
  {
    keyframeSeconds = 8,
    server = '',
    audio = true,
    key = KEY,
  }: { keyframeSeconds?: number; server?: string; audio?: boolean; key?: string } = {},
) {
  const distance = keyframeSeconds * FRAME_RATE
  const url = `${server || `rtmp://127.0.0.1:${await intake.port}`}/live/${key}`
  const video = ['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=${FRAME_RATE}`]
  const sound = audio ? ['-f', 'lavfi', '-i', 'sine=440:sample_rate=44100'] : []
  const x264 = `keyint=${distance}:min-keyint=${distance}:scenecut=0:bframes=3:b-adapt=0`
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-x264-params',
    x264,
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
  ]
  await run('ffmpeg', ['-v', 'error', ...video, ...sound, '-t', String(seconds), ...codecs, '-f', 'flv', url])
}

/** Decodes a line from its beginning, and says what it had. */
async function decode({ bytes }: Line): Promise<{ frames: number; sounds: number; complaints: string }> {
  const file = path.join(folder, 'line.mp4')
  await writeFile(file, Buffer.concat(bytes))
  const { stderr } = await run('ffmpeg', ['-v', 'warning', '-xerror', '-i', file, '-f', 'null', '-'])
  const count = async (stream: string) => {
    const entries = ['-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0']
    const { stdout } = await run('ffprobe', [
      '-v',
      'error',
      '-count_frames',
      '-select_streams',
      stream,
      ...entries,
      file,
    ])
    return Number.parseInt(stdout, 10)
  }
  return { frames: await count('v'), sounds: await count('a'), complaints: stderr }
}

const total = ({ durations }: Line) => durations.reduce((sum, ms) => sum + ms, 0)

test.runIf(isHere)(
  'B-frames and keyframes eight seconds apart: every picture arrives, in segments of two seconds',
  async () => {
    lines = []
    await push(20)
    await expect.poll(() => lines.map(total), { timeout: 10_000 }).toEqual([20_000])
    const [line] = lines
    expect(line?.durations.every((ms) => ms <= 2000)).toBe(true)
    expect(line?.mime).toMatch(/^video\/mp4; codecs="avc1\.[\da-f]{6},mp4a\.40\.2"$/)
    const { frames, sounds, complaints } = line
      ? await decode(line)
      : { frames: 0, sounds: 0, complaints: '' }
    expect([frames, complaints]).toEqual([20 * FRAME_RATE, ''])
    // 1024 samples each; the last ones may be cut off with the last picture.
    expect(sounds).toBeGreaterThan((20 * 44_100) / 1024 - 6)
  },
)

test.runIf(isHere)('a line that breaks and comes back is another one, and both can be decoded', async () => {
  lines = []
  await push(5, { keyframeSeconds: 2 })
  await push(4, { keyframeSeconds: 1 })
  await expect.poll(() => lines.map(total), { timeout: 10_000 }).toEqual([5000, 4000])
  for (const line of lines) expect((await decode(line)).complaints).toBe('')
})

test.runIf(isHere)('pictures without sound', async () => {
  lines = []
  await push(6, { keyframeSeconds: 1, audio: false })
  await expect
    .poll(() => lines.map(({ mime }) => mime.includes('mp4a')), { timeout: 10_000 })
    .toEqual([false])
  expect((await decode(lines[0] ?? { mime: '', bytes: [], durations: [] })).complaints).toBe('')
})

test.runIf(isHere)('over TLS, and with a wrong key', async () => {
  lines = []
  const secure = listen(true)
  await push(3, { keyframeSeconds: 1, server: `rtmps://localhost:${await secure.port}` })
  await expect.poll(() => lines.map(total), { timeout: 10_000 }).toEqual([3000])
  await secure.close()
  await expect(push(3, { key: 'x'.repeat(32) })).rejects.toThrow()
  expect(lines).toHaveLength(1)
})
