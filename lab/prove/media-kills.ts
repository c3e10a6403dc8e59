import { execFile } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'

import { aTone } from '#server/domains/media/testing.ts'

import { ask, begin, settled } from './media-client.ts'
import { type Rig, startRig } from './media-server.ts'

/*
 * The server is killed while sounds arrive and photos are published. What was answered is there afterwards, byte for
 * byte, and no post is without its photo: `node lab/prove/media-kills.ts`, or with a number of kills.
 */

const PORT = 3128
const KILLS = Number(process.argv[2] ?? 8)
const SOUND_BYTES = 8 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024
/** A kill waits until something was answered since the last one, but not for ever. */
const WORK_TIMEOUT_MS = 10_000

const TUS = { 'tus-resumable': '1.0.0' }

let failed = 0
function say(promise: string, holds: boolean, seen: string): void {
  if (!holds) failed += 1
  console.log(`${holds ? 'holds' : 'FAILS'}  ${promise}: ${seen}`)
}

/** Uploads a sound, resuming whenever the server is back; answers its id, and how often it had to start over. */
async function uploadThrough(rig: Rig, bytes: Buffer): Promise<{ mediaId: string; anew: number }> {
  let at = ''
  let begun = 0
  for (;;)
    try {
      if (at === '') {
        at = (await begin(rig, bytes.length, 'audio')).headers.location ?? ''
        begun += 1
      }
      const head = await ask(rig, 'HEAD', at, TUS)
      // Killed after the file was accepted and before its row was written: nothing was promised yet.
      if (head.status === 404) at = ''
      const offset = Number(head.headers['upload-offset'])
      if (offset === bytes.length) return { mediaId: at.split('/').at(-1) ?? '', anew: begun - 1 }
      if (at === '' || Number.isNaN(offset)) continue
      const chunk = bytes.subarray(offset, offset + CHUNK_BYTES)
      const headers = {
        ...TUS,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': offset,
        'content-length': chunk.length,
      }
      await ask(rig, 'PATCH', at, headers, [chunk])
    } catch {
      await sleep(50)
    }
}

/** Publishes photos one after another; notes those that were answered. */
async function publishPhotos(rig: Rig, answered: string[], isOver: () => boolean): Promise<void> {
  const raw = { width: 640, height: 480, channels: 3 as const }
  const photo = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
    .jpeg()
    .toBuffer()
  while (!isOver()) {
    const form = new FormData()
    form.set('content', '<p>A photo</p>')
    form.set('image', new Blob([new Uint8Array(photo)]), 'photo.jpg')
    try {
      const answer = await fetch(`${rig.baseUrl}/api/post/create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${rig.token}`, cookie: rig.cookie },
        body: form,
      })
      if (answer.ok) answered.push(((await answer.json()) as { post: { _id: string } }).post._id)
    } catch {
      await sleep(50)
    }
  }
}

interface ShownPost {
  _id: string
  image: string | null
}

async function listAllPosts(rig: Rig): Promise<ShownPost[]> {
  const posts: ShownPost[] = []
  for (;;) {
    const cursor = posts.at(-1)?._id
    const { body } = await ask(rig, 'GET', `/api/post/getPosts${cursor ? `?cursor=${cursor}` : ''}`)
    const page = JSON.parse(body.toString('utf8')) as ShownPost[]
    if (page.length === 0) return posts
    posts.push(...page)
  }
}

const rig = await startRig(PORT)
try {
  const answered: string[] = []
  const restartsMs: number[] = []
  const killing = new AbortController()
  const isOver = () => killing.signal.aborted
  const publishing = publishPhotos(rig, answered, isOver)
  const sounds = Array.from({ length: 3 }, () =>
    Buffer.concat([aTone(1), randomBytes(SOUND_BYTES - aTone(1).length)]),
  )
  const uploading = (async () => {
    const done: { mediaId: string; anew: number }[] = []
    while (!isOver()) done.push(...(await Promise.all(sounds.map((bytes) => uploadThrough(rig, bytes)))))
    return done
  })()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const [before, waitedFrom] = [answered.length, performance.now()]
    while (answered.length === before && performance.now() - waitedFrom < WORK_TIMEOUT_MS) await sleep(20)
    await sleep(randomInt(1500))
    restartsMs.push(await rig.killAndRestart())
  }
  killing.abort()
  await publishing
  const uploads = await uploading

  const states = await Promise.all(uploads.map(({ mediaId }) => settled(rig, mediaId)))
  const ready = states.filter(({ state }) => state === 'ready').length
  const anew = uploads.reduce((sum, upload) => sum + upload.anew, 0)
  say(
    'every upload that was answered is a medium',
    ready === uploads.length,
    `${ready} of ${uploads.length}; ${anew} were begun anew`,
  )
  const posts = await listAllPosts(rig)
  const ids = new Set(posts.map(({ _id }) => _id))
  const lost = answered.filter((id) => !ids.has(id)).length
  say('every post that was answered is there', lost === 0, `${answered.length - lost} of ${answered.length}`)
  let bare = 0
  for (const { image } of posts) {
    const status = image === null ? 404 : (await ask(rig, 'GET', new URL(image, rig.baseUrl).pathname)).status
    if (status !== 200) bare += 1
  }
  say('no post is without its photo', bare === 0, `${posts.length - bare} of ${posts.length}`)
  const check = await promisify(execFile)(
    process.execPath,
    [path.join(import.meta.dirname, '../../scripts/check-media.ts')],
    { env: { ...process.env, PORT: String(PORT), DATA_DIR: rig.dataDir } },
  ).then(
    ({ stdout }) => ({ isWhole: true, stdout }),
    (error: { stdout: string }) => ({ isWhole: false, stdout: error.stdout }),
  )
  say('every byte is as it was kept', check.isWhole, check.stdout.trim().split('\n').at(-1) ?? '')
  // Not a broken promise: a busy machine takes its time.
  const slowest = (Math.max(...restartsMs) / 1000).toFixed(1)
  console.log(`seen   ${KILLS} kills, each followed by an answer after at most ${slowest} s`)
} finally {
  await rig.stop()
}
if (failed > 0) {
  console.log(`${failed} promises do not hold.`)
  process.exitCode = 1
}
