import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { createServer, request } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { run } from '#server/platform/program.ts'

import type { MediaServer } from './media-server.ts'
import { inTemporaryFolder, judge, startCheers, startRole } from './side-by-side.ts'
import { aVideoOfBytes } from './videos.ts'

/*
 * How fast a video upload is received, resumable and as a form, compared with a Node that only pipes the same bytes to
 * a file: `node bench/uploads.ts`. Each server is its own process; they take turns. Cheers' time ends when it has
 * probed the video, hashed it, flushed it to disk and written its row.
 */

const CHEERS_PORT = 3543
const BARE_PORT = 3544
const VIDEO_BYTES = 499 * 1024 * 1024
const ROUNDS = 7
const LIMIT = 0.75

const WAYS = ['bare', 'resumable', 'bare, forced to disk', 'form'] as const
type Way = (typeof WAYS)[number]

const [role, argument] = process.argv.slice(2)
if (role === 'bare' && argument) await serveBare(argument)
else await compare()

async function compare(): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const cheers = await startCheers(
      path.join(import.meta.dirname, 'media-server.ts'),
      String(CHEERS_PORT),
      folder,
    )
    const bare = await startRole(import.meta.filename, 'bare', folder)
    const said = cheers.said as MediaServer
    try {
      const ways: Record<Way, () => Promise<number>> = {
        resumable: () => uploadResumable(said),
        form: () => uploadForm(said),
        bare: () => uploadBare(''),
        'bare, forced to disk': () => uploadBare('?sync'),
      }
      const rounds: Record<Way, number>[] = []
      for (let round = 0; round <= ROUNDS; round += 1) {
        const speeds = { resumable: 0, form: 0, bare: 0, 'bare, forced to disk': 0 }
        for (const way of WAYS) {
          // What the one before has left to write would be paid for by the next that waits for the disk.
          await run(['sync'])
          speeds[way] = VIDEO_BYTES / 1024 / 1024 / (await ways[way]())
        }
        // The first round is a warm-up.
        if (round > 0) rounds.push(speeds)
      }
      // Other work on the machine can only slow an upload down, and by seconds: the best round counts.
      const best = (way: Way) => Math.max(...rounds.map((speeds) => speeds[way]))
      console.log(`A video of ${VIDEO_BYTES / 1024 / 1024} MiB, the best of ${ROUNDS} rounds.`)
      for (const way of WAYS) console.log(`${way.padEnd(24)} ${best(way).toFixed(0)} MiB/s`)
      judge('upload: resumable / bare', best('resumable') / best('bare'), LIMIT)
      judge('upload: form / bare', best('form') / best('bare'), LIMIT)
      judge('upload: resumable / forced', best('resumable') / best('bare, forced to disk'), null)
    } finally {
      await cheers.stop()
      await bare.stop()
    }
  })
}

async function serveBare(folder: string): Promise<void> {
  const file = path.join(folder, 'bare.webm')
  const server = createServer((incoming, answer) => {
    void (async () => {
      await pipeline(incoming, createWriteStream(file, { flush: incoming.url === '/?sync' }))
      answer.writeHead(201).end()
    })()
  })
  server.listen(BARE_PORT, '127.0.0.1')
  await once(server, 'listening')
  process.once('SIGTERM', () => process.exit(0))
  process.send?.('ready')
}

interface Answered {
  status: number
  location: string
  body: string
}

/** Sends a request whose body arrives in pieces; the length is announced beforehand. */
async function send(
  url: string,
  options: { method: string; headers: Record<string, string | number>; body: Iterable<Uint8Array> },
): Promise<Answered> {
  const { method, headers, body } = options
  const outgoing = request(url, { method, headers })
  const answered = once(outgoing, 'response')
  await pipeline(Readable.from(body, { objectMode: false, highWaterMark: 1024 * 1024 }), outgoing)
  const [incoming] = (await answered) as [Readable & { statusCode: number; headers: Record<string, string> }]
  let text = ''
  for await (const piece of incoming.setEncoding('utf8')) text += String(piece)
  const { statusCode: status } = incoming
  if (status >= 300) throw new Error(`${method} ${url} answered ${status}: ${text}`)
  return { status, location: incoming.headers['location'] ?? '', body: text }
}

/** Runs `work` and returns the seconds it took. */
async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

async function uploadBare(query: string): Promise<number> {
  return timed(async () => {
    const headers = { 'content-length': VIDEO_BYTES }
    await send(`http://127.0.0.1:${BARE_PORT}/${query}`, {
      method: 'POST',
      headers,
      body: aVideoOfBytes(VIDEO_BYTES),
    })
  })
}

async function uploadResumable({ baseUrl, creator }: MediaServer): Promise<number> {
  const tus = { ...creator, 'tus-resumable': '1.0.0' }
  let id = ''
  const seconds = await timed(async () => {
    const metadata = `kind ${Buffer.from('video').toString('base64')}`
    const begun = await send(`${baseUrl}/api/uploads`, {
      method: 'POST',
      headers: { ...tus, 'content-length': 0, 'upload-length': VIDEO_BYTES, 'upload-metadata': metadata },
      body: [],
    })
    id = begun.location.split('/').at(-1) ?? ''
    await send(new URL(begun.location, baseUrl).href, {
      method: 'PATCH',
      headers: {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'content-length': VIDEO_BYTES,
        'upload-offset': 0,
      },
      body: aVideoOfBytes(VIDEO_BYTES),
    })
  })
  await send(`${baseUrl}/api/media/${id}`, { method: 'DELETE', headers: creator, body: [] })
  return seconds
}

async function uploadForm({ baseUrl, creator }: MediaServer): Promise<number> {
  const border = 'between-the-parts'
  const head = Buffer.from(
    `--${border}\r\ncontent-disposition: form-data; name="content"\r\n\r\n<p>A video</p>\r\n` +
      `--${border}\r\ncontent-disposition: form-data; name="video"; filename="video.webm"\r\n` +
      'content-type: video/webm\r\n\r\n',
  )
  const tail = Buffer.from(`\r\n--${border}--\r\n`)
  let postId = ''
  const seconds = await timed(async () => {
    const { body } = await send(`${baseUrl}/api/post/create`, {
      method: 'POST',
      headers: {
        ...creator,
        'content-type': `multipart/form-data; boundary=${border}`,
        'content-length': head.length + VIDEO_BYTES + tail.length,
      },
      body: [head, ...aVideoOfBytes(VIDEO_BYTES), tail],
    })
    postId = (JSON.parse(body) as { post: { _id: string } }).post._id
  })
  await send(`${baseUrl}/api/post/delete/${postId}`, { method: 'DELETE', headers: creator, body: [] })
  return seconds
}
