import { execFile } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { UPLOAD_CHUNK_BYTES, UPLOAD_MAX_BYTES } from '#contract/media/rules.ts'
import { listBombs } from '#server/domains/media/processing/bomb-testing.ts'
import { makeHostileVideos } from '#server/domains/media/processing/hostile-video-testing.ts'
import { aClip } from '#server/domains/media/testing.ts'
import { hasPrograms } from '#server/testing/optional-program.ts'

import { ask, begin, blocksOf, settled, type Source, upload } from './media-client.ts'
import { type Rig, startRig } from './media-server.ts'

/* Uploads of 500 MB, cut and slow ones, bombs and ranges against the started product; `short`: smaller ones. Figures:
   docs/reliability-media.md. */

const PORT = 3129
const MB = 1024 * 1024
/** What a node may take under load, and how much of that four uploads of 500 MB at once may be. */
const RESIDENT_MAX_MB = 400
const UPLOADS_GROWTH_MAX_MB = 150
const BOMB_GROWTH_MAX_MB = 200
const LOOP_MAX_MS = 50

interface Sizes {
  /** Of each of the four uploads at once. */
  bytes: number
  /** Of the upload that is cut, of which `ranges` are then asked for. */
  cutBytes: number
  ranges: number
}
const FULL: Sizes = { bytes: UPLOAD_MAX_BYTES, cutBytes: 499 * MB, ranges: 10_000 }
/** In every run of CI. The cuts are still more than a chunk apart. */
const SHORT: Sizes = { bytes: 20 * MB, cutBytes: 99 * MB, ranges: 200 }
const CUTS = 10

let failed = 0
function say(promise: string, holds: boolean, seen: string): void {
  if (!holds) failed += 1
  console.log(`${holds ? 'holds' : 'FAILS'}  ${promise}: ${seen}`)
}

/** A clip followed by a lot of data that players skip: bytes that differ everywhere and needn't be stored. */
function longVideo(sizeBytes: number): Source {
  const clip = aClip()
  // Void, and its size in the seven bytes after the 1: WebM's element for data to skip.
  const box = Buffer.from([0xec, 0x01, 0, 0, 0, 0, 0, 0, 0])
  box.writeUIntBE(sizeBytes - clip.length - box.length, 3, 6)
  const head = Buffer.concat([clip, box])
  // Of a length that no block and no chunk has, so that bytes in the wrong place are noticed.
  const pattern = Buffer.alloc(MB + 12)
  for (let at = 0; at < pattern.length; at += 4) pattern.writeUInt32LE((at * 2_654_435_761) >>> 0, at)
  return (start, end) => {
    const bytes = Buffer.alloc(end - start)
    for (let at = start; at < end;) {
      const from = at % pattern.length
      const count = Math.min(end - at, pattern.length - from)
      pattern.copy(bytes, at - start, from, from + count)
      at += count
    }
    if (start < head.length) head.copy(bytes, 0, start, Math.min(head.length, end))
    return bytes
  }
}

async function stagedNames(rig: Rig): Promise<string[]> {
  return fs.readdir(path.join(rig.dataDir, 'uploads')).catch(() => [])
}

async function proveFourAtOnce(rig: Rig, { bytes: sizeBytes }: Sizes): Promise<void> {
  const source = longVideo(sizeBytes)
  const startedAt = performance.now()
  const { startMb, peakMb, loopP99Ms } = await rig.watch(async () => {
    const sent = Array.from({ length: 4 }, () => upload(rig, { source, sizeBytes, kind: 'video' }))
    for (const { at } of await Promise.all(sent)) {
      const mediaId = at.split('/').at(-1) ?? ''
      const { state } = await settled(rig, mediaId)
      say(`an upload of ${sizeBytes / MB} MB becomes a medium`, state === 'ready', state)
      await ask(rig, 'DELETE', `/api/media/${mediaId}`)
    }
  })
  const seconds = (performance.now() - startedAt) / 1000
  say(
    `four uploads of ${sizeBytes / MB} MB at once: at most ${UPLOADS_GROWTH_MAX_MB} MB more, ${RESIDENT_MAX_MB} MB resident`,
    peakMb <= RESIDENT_MAX_MB && peakMb - startMb <= UPLOADS_GROWTH_MAX_MB,
    `${startMb} MB before, ${peakMb} MB at the peak, event loop p99 ${loopP99Ms.toFixed(0)} ms, ${seconds.toFixed(0)} s`,
  )
}

async function proveCuts(rig: Rig, { cutBytes: sizeBytes, ranges }: Sizes): Promise<void> {
  const source = longVideo(sizeBytes)
  const apart = Math.floor(sizeBytes / (CUTS + 1))
  const cuts = Array.from({ length: CUTS }, (_, index) => (index + 1) * apart + randomInt(apart / 12))
  const { at, sentBytes } = await upload(rig, { source, sizeBytes, kind: 'video', cuts })
  const mediaId = at.split('/').at(-1) ?? ''
  await settled(rig, mediaId)
  const playback = JSON.parse(
    (await ask(rig, 'GET', `/api/media/${mediaId}/playback`)).body.toString('utf8'),
  ) as {
    src: string
  }
  const original = playback.src.replace(/[^/]*$/, 'original')
  const hash = createHash('sha256')
  for (let start = 0; start < sizeBytes; start += 16 * MB)
    hash.update((await ask(rig, 'GET', original, { range: `bytes=${start}-${start + 16 * MB - 1}` })).body)
  const expected = createHash('sha256')
  for (const block of blocksOf(source, 0, sizeBytes)) expected.update(block)
  say(
    `${sizeBytes / MB} MB cut ten times arrive identical`,
    hash.digest('hex') === expected.digest('hex'),
    'by their hashes',
  )
  const againMb = (sentBytes - sizeBytes) / MB
  say(
    'at most one chunk is sent again for each cut',
    againMb <= (CUTS * UPLOAD_CHUNK_BYTES) / MB,
    `${againMb.toFixed(1)} MB for ten cuts`,
  )
  await proveRanges(rig, original, source, { sizeBytes, ranges })
  await ask(rig, 'DELETE', `/api/media/${mediaId}`)
}

async function proveRanges(
  rig: Rig,
  at: string,
  source: Source,
  { sizeBytes, ranges }: { sizeBytes: number; ranges: number },
): Promise<void> {
  let wrong = 0
  for (let round = 0; round < ranges; round++) {
    const start = randomInt(sizeBytes)
    const end = Math.min(sizeBytes - 1, start + randomInt(64 * 1024))
    const { status, headers, body } = await ask(rig, 'GET', at, { range: `bytes=${start}-${end}` })
    const isRight =
      status === 206 &&
      headers['content-range'] === `bytes ${start}-${end}/${sizeBytes}` &&
      body.equals(source(start, end + 1))
    if (!isRight) wrong += 1
  }
  say(`${ranges} random ranges are exact`, wrong === 0, `${wrong} were not`)
}

async function proveLimit(rig: Rig): Promise<void> {
  const before = (await stagedNames(rig)).length
  const announced = await begin(rig, UPLOAD_MAX_BYTES + 1, 'video')
  say(
    '524,288,001 bytes are refused before they are sent',
    announced.status === 413 && announced.body.includes('Max file size is 500MB'),
    String(announced.status),
  )
  const head = Buffer.from('--x\r\ncontent-disposition: form-data; name="video"; filename="a"\r\n\r\n')
  const source = longVideo(UPLOAD_MAX_BYTES + 1)
  async function* body() {
    yield head
    yield* blocksOf(source, 0, UPLOAD_MAX_BYTES + 1)
    yield Buffer.from('\r\n--x--\r\n')
  }
  const { status, body: said } = await ask(
    rig,
    'POST',
    '/api/post/create',
    { 'content-type': 'multipart/form-data; boundary=x' },
    body(),
  )
  say(
    'and in a form while it is read',
    status === 413 && said.includes('Max file size is 500MB'),
    String(status),
  )
  const left = (await stagedNames(rig)).length - before
  say('nothing of it is kept', left === 0, `${left} files`)
}

async function proveSlow(rig: Rig): Promise<void> {
  const at = (await begin(rig, 10 * MB, 'video')).headers.location ?? ''
  const startedAt = performance.now()
  const over = new AbortController()
  async function* drip() {
    while (!over.signal.aborted) {
      yield Buffer.alloc(1024)
      await sleep(1000)
    }
  }
  const headers = {
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-offset': 0,
    'content-length': 10 * MB,
  }
  const answer = await ask(rig, 'PATCH', at, headers, drip())
    .then(
      ({ status }) => String(status),
      (error: unknown) => String(error),
    )
    .finally(() => over.abort())
  const seconds = (performance.now() - startedAt) / 1000
  say('a client of 1 KB a second is cut', seconds < 90, `after ${seconds.toFixed(0)} s, ${answer}`)
  await ask(rig, 'DELETE', at, { 'tus-resumable': '1.0.0' })
}

async function proveBombs(rig: Rig): Promise<void> {
  // On a busy machine an idle server also waits for its turn.
  const idle = await rig.watch(() => sleep(5000))
  const bombs = await listBombs()
  const wrong: string[] = []
  const { startMb, peakMb, childrenPeakMb, loopP99Ms } = await rig.watch(async () => {
    for (const { name, kind, fileName, bytes, expected } of bombs) {
      const form = new FormData()
      form.set('content', '<p>x</p>')
      form.set(kind, new File([bytes], fileName))
      const { status } = await fetch(`${rig.baseUrl}/api/post/create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${rig.token}`, cookie: rig.cookie },
        body: form,
      })
      if (status !== (expected === 'refused' ? 415 : 200)) wrong.push(`${name}: ${status}`)
    }
  })
  say(`${bombs.length} bombs are refused or harmless`, wrong.length === 0, wrong.join(', ') || 'every one')
  const growthMb = peakMb - startMb
  say(
    `they cost less than ${BOMB_GROWTH_MAX_MB} MB`,
    growthMb < BOMB_GROWTH_MAX_MB,
    `${growthMb} MB more at the peak; its processes ${childrenPeakMb} MB`,
  )
  say(
    `and block the event loop less than ${LOOP_MAX_MS} ms`,
    loopP99Ms < LOOP_MAX_MS,
    `p99 ${loopP99Ms.toFixed(0)} ms, ${idle.loopP99Ms.toFixed(0)} ms with nothing to do`,
  )
}

/** Sends the videos that once ended the server, and waits until each is prepared. */
async function proveHostileVideos(rig: Rig): Promise<void> {
  if (!hasPrograms('ffmpeg'))
    return say('videos that ended the server are prepared', true, 'not asked: no ffmpeg here')
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-hostile-videos-'))
  const wrong: string[] = []
  try {
    const videos = await makeHostileVideos(folder, promisify(execFile))
    const { startMb, peakMb, childrenPeakMb, loopP99Ms } = await rig.watch(async () => {
      for (const { name, file } of videos) {
        const bytes = await fs.readFile(file)
        const source: Source = (start, end) => bytes.subarray(start, end)
        const { at } = await upload(rig, { source, sizeBytes: bytes.length, kind: 'video' })
        const { state, failure } = await settled(rig, at.split('/').at(-1) ?? '')
        if (state !== 'ready' || failure !== null) wrong.push(`${name}: ${state}, ${failure}`)
      }
    })
    say(
      `${videos.length} videos that ended the server are prepared`,
      wrong.length === 0,
      wrong.join(', ') || 'each, and it still answers',
    )
    say(
      `they cost it less than ${BOMB_GROWTH_MAX_MB} MB and ${LOOP_MAX_MS} ms`,
      peakMb - startMb < BOMB_GROWTH_MAX_MB && loopP99Ms < LOOP_MAX_MS,
      `${peakMb - startMb} MB more at the peak, event loop p99 ${loopP99Ms.toFixed(0)} ms; its processes ${childrenPeakMb} MB`,
    )
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}

async function proveShort(rig: Rig): Promise<void> {
  await proveLimit(rig)
  // More than four at once are refused.
  await proveFourAtOnce(rig, SHORT)
  await Promise.all([proveSlow(rig), proveCuts(rig, SHORT)])
}

const rig = await startRig(PORT, { isProduction: true })
try {
  const only = process.argv[2]
  const proofs: Record<string, (rig: Rig, sizes: Sizes) => Promise<void>> = {
    bombs: proveBombs,
    videos: proveHostileVideos,
    limit: proveLimit,
    four: proveFourAtOnce,
    cuts: proveCuts,
    slow: proveSlow,
  }
  if (only === 'short') await proveShort(rig)
  else
    for (const [name, prove] of Object.entries(proofs))
      if (only === undefined || only === name) await prove(rig, FULL)
} finally {
  await rig.stop()
}
if (failed > 0) {
  console.log(`${failed} promises do not hold.`)
  process.exitCode = 1
}
