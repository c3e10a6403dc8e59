import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort } from '#server/testing/free-port.ts'

import { hostileSenders } from './live/hostile-senders.ts'
import { ask } from './media-client.ts'
import { type Rig, startRig } from './media-server.ts'

/*
 * A real encoder broadcasts to a session for some minutes, with B-frames and keyframes eight seconds apart; each half minute
 * its line is cut and comes back. Beside it a visitor opens pages, and in every other half minute a hundred hostile
 * connections send garbage, stand still, announce giant messages and show wrong keys: `npm run prove -- live`. In short form,
 * as in CI, other proofs run beside it on a machine that may be slow: timings are only printed, what is sent was encoded
 * beforehand, and the visitor opens ten pages a second instead of a hundred.
 */

const PORT = 3145
const STRETCH_MS = 30_000
const [minutes = 120] = process.argv.slice(2).map(Number)
const isShort = minutes < 60
/** The server keeps the last segments in memory, 64 MB of them at most; buffers come and go. */
const GROWTH_MAX_MB = 80
const VISITOR_SLOWDOWN_MAX = 2
/** What an encoder holds back when it is cut, and the keyframe it begins again with. */
const LOST_MAX_MS = 2500

interface Visits {
  count: number
  failures: number
  p99Ms: number
}

const rtmpPort = await findFreePort()
process.env['RTMP_PORT'] = String(rtmpPort)
const rig = await startRig(PORT)
const visitor = fork(
  path.join(import.meta.dirname, 'attacks/visitor.ts'),
  [String(PORT), ...(isShort ? ['100'] : [])],
  {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  },
)
await once(visitor, 'message')

async function call(method: string, at: string, input: Record<string, unknown> = {}) {
  const json = { 'content-type': 'application/json' }
  const { status, body } = await ask(rig, method, `/api${at}`, json, [Buffer.from(JSON.stringify(input))])
  if (status !== 200) throw new Error(`${method} ${at}: ${status} ${body.toString()}`)
  return JSON.parse(body.toString()) as Record<string, string>
}

async function aSession(): Promise<string> {
  const everyone = { reach: 'everyone', planIds: [], isExact: false, fromAt: null, untilAt: null }
  const { liveSessionId = '' } = await call('POST', '/live-sessions', {
    clientKey: crypto.randomUUID(),
    title: 'A long broadcast',
    text: '',
    startsAt: new Date(Date.now() + 3_600_000).toISOString(),
    audience: [everyone],
    questions: 'off',
    anonymousAllowed: false,
    replay: 'none',
    video: 'rtmp',
  })
  await call('POST', `/live-sessions/${liveSessionId}/move`, { move: 'open' })
  return liveSessionId
}

const CODECS =
  '-c:v libx264 -preset ultrafast -x264-params keyint=240:min-keyint=240:scenecut=0:bframes=2:b-adapt=0 -pix_fmt yuv420p -c:a aac'
const PICTURE = '-f lavfi -i testsrc2=size=640x360:rate=30'
const SOUND = '-f lavfi -i sine=440:sample_rate=48000'

/** Longer than a stretch, encoded as `encoder` does it while it sends. */
async function encodeBeforehand(): Promise<string> {
  const clip = path.join(rig.dataDir, 'clip.mkv')
  const seconds = String((STRETCH_MS / 1000) * 2)
  const making = spawn('ffmpeg', [...`-v error ${PICTURE} ${SOUND} ${CODECS} -t`.split(' '), seconds, clip])
  const [code] = (await once(making, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`ffmpeg made no clip (exit ${code}).`)
  return clip
}

function encoder(key: string, clip: string | null): ChildProcess {
  const made = clip === null ? `-re ${PICTURE} -re ${SOUND} ${CODECS}` : `-re -i ${clip} -c copy`
  const url = `rtmp://127.0.0.1:${rtmpPort}/live/${key}`
  const words = [...`-v error ${made} -f flv`.split(' '), url]
  return spawn('ffmpeg', words, { stdio: ['ignore', 'ignore', 'inherit'] })
}

async function visits(): Promise<Visits> {
  visitor.send('end')
  const [heard] = (await once(visitor, 'message')) as [Visits]
  return heard
}

async function shownMs(liveSessionId: string): Promise<{ ms: number; lines: number }> {
  const { url = '' } = await call('POST', `/live-sessions/${liveSessionId}/players`)
  const { body } = await ask(rig, 'GET', `${url}/all.m3u8`)
  const text = body.toString()
  const ms = [...text.matchAll(/#EXTINF:([\d.]+)/g)].reduce(
    (sum, [, seconds]) => sum + Number(seconds) * 1000,
    0,
  )
  return { ms, lines: text.split('#EXT-X-MAP').length - 1 }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

const problems: string[] = []
const peaksMb: number[] = []
const p99s: Record<'quiet' | 'attacked', number[]> = { quiet: [], attacked: [] }

/** One line, from its first picture to its cut. */
async function stretch(key: string, clip: string | null, isAttacked: boolean): Promise<void> {
  const sender = encoder(key, clip)
  visitor.send('begin')
  const ending = AbortSignal.timeout(STRETCH_MS)
  const { peakMb } = await rig.watch(async () => {
    const attacking = isAttacked ? hostileSenders(rtmpPort, ending) : null
    await sleep(STRETCH_MS)
    const wrong = await attacking
    problems.push(...(wrong ?? []))
  })
  const { p99Ms, failures } = await visits()
  if (sender.exitCode !== null) problems.push(`the encoder was cut off (exit ${sender.exitCode})`)
  sender.kill('SIGKILL')
  if (failures > 0) problems.push(`${failures} of the visitor's requests failed`)
  peaksMb.push(peakMb)
  p99s[isAttacked ? 'attacked' : 'quiet'].push(p99Ms)
  console.log(`${isAttacked ? 'attacked' : 'quiet   '}  ${peakMb} MB, visitor's p99 ${p99Ms.toFixed(1)} ms`)
}

function judge(shown: { ms: number; lines: number }, stretches: number): void {
  const lostMs = stretches * STRETCH_MS - shown.ms
  // The first minute compiles and fills caches.
  const [early, late] = [median(peaksMb.slice(1, 4)), median(peaksMb.slice(-3))]
  const slowdown = median(p99s.attacked) / median(p99s.quiet)
  if (shown.lines !== stretches) problems.push(`${shown.lines} lines were shown of ${stretches}`)
  if (!isShort && lostMs > stretches * LOST_MAX_MS) problems.push(`${lostMs} ms were lost`)
  if (late - early > GROWTH_MAX_MB) problems.push(`it grew by ${late - early} MB`)
  if (!isShort && slowdown >= VISITOR_SLOWDOWN_MAX)
    problems.push(`the visitor's p99 was ${slowdown.toFixed(1)} times as long`)
  console.log(
    `${stretches} lines of 30 s: ${(shown.ms / 1000).toFixed(1)} s were shown, ${(lostMs / stretches).toFixed(0)} ms lost at each ` +
      `cut; ${early} MB at first, ${late} MB in the end; visitor's p99 ${slowdown.toFixed(2)} × under attack`,
  )
}

async function prove(node: Rig): Promise<void> {
  const liveSessionId = await aSession()
  const { key = '' } = await call('POST', '/user/stream-key')
  const clip = isShort ? await encodeBeforehand() : null
  const stretches = Math.max(2, Math.round((minutes * 60_000) / STRETCH_MS))
  for (let count = 0; count < stretches; count++) await stretch(key, clip, count % 2 === 1)
  await sleep(1000)
  judge(await shownMs(liveSessionId), stretches)
  for (const problem of new Set(problems)) console.log(`FAILS  ${problem}`)
  process.exitCode = problems.length === 0 ? 0 : 1
  await node.stop()
}

try {
  await prove(rig)
} finally {
  visitor.disconnect()
}
