import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { createServer, request } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { run } from '#server/platform/program.ts'

import type { MediaServer } from './media-server.ts'
import { inTemporaryFolder, judge, startRole } from './side-by-side.ts'
import { aVideoOfBytes } from './videos.ts'

/*
 * How fast a resumable upload of a video is received, compared with a Node that only pipes the same bytes to a file: `node
 * lab/bench/uploads.ts`. Each server is its own process; they take turns. Cheers' time ends when it has probed the video,
 * hashed it, flushed it to disk and written its row.
 */

const CHEERS_PORT = 3543
const BARE_PORT = 3544
const VIDEO_BYTES = 499 * 1024 * 1024
const ROUNDS = 7
const LIMIT = 0.75

const [role, argument] = process.argv.slice(2)
if (role === 'bare' && argument) await serveBare(argument)
else await compare()

async function compare(): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const cheers = await startRole(
      path.join(import.meta.dirname, 'media-server.ts'),
      String(CHEERS_PORT),
      folder,
    )
    const bare = await startRole(import.meta.filename, 'bare', folder)
    try {
      const rounds: { cheers: number; bare: number }[] = []
      for (let round = 0; round <= ROUNDS; round += 1) {
        const speeds = {
          bare: await speedOf(uploadBare),
          cheers: await speedOf(() => uploadResumable(cheers.said as MediaServer)),
        }
        // The first round is a warm-up.
        if (round > 0) rounds.push(speeds)
      }
      // Other work on the machine can only slow an upload down, and by seconds: the best round counts.
      const best = (server: 'cheers' | 'bare') => Math.max(...rounds.map((speeds) => speeds[server]))
      console.log(
        `A video of ${VIDEO_BYTES / 1024 / 1024} MiB, the best of ${ROUNDS} rounds, MiB/s: Cheers ${best('cheers').toFixed(0)}, ` +
          `bare Node ${best('bare').toFixed(0)}`,
      )
      judge('upload: Cheers / bare Node', best('cheers') / best('bare'), LIMIT)
    } finally {
      await cheers.stop()
      await bare.stop()
    }
  })
}

/** In MiB a second; `upload` answers the seconds it took. */
async function speedOf(upload: () => Promise<number>): Promise<number> {
  // What the one before has left to write would be paid for by the next that waits for the disk.
  await run(['sync'])
  return VIDEO_BYTES / 1024 / 1024 / (await upload())
}

async function serveBare(folder: string): Promise<void> {
  const file = path.join(folder, 'bare.webm')
  const server = createServer((incoming, answer) => {
    void pipeline(incoming, createWriteStream(file)).then(() => answer.writeHead(201).end())
  })
  server.listen(BARE_PORT, '127.0.0.1')
  await once(server, 'listening')
  process.once('SIGTERM', () => process.exit(0))
  process.send?.('ready')
}

async function uploadBare(): Promise<number> {
  const began = performance.now()
  const headers = { 'content-length': VIDEO_BYTES }
  await send(`http://127.0.0.1:${BARE_PORT}/`, {
    method: 'POST',
    headers,
    body: aVideoOfBytes(VIDEO_BYTES),
  })
  return (performance.now() - began) / 1000
}

/** In one piece, and deletes it again. */
async function uploadResumable({ baseUrl, creator }: MediaServer): Promise<number> {
  const tus = { ...creator, 'tus-resumable': '1.0.0' }
  const began = performance.now()
  const metadata = `kind ${Buffer.from('video').toString('base64')}`
  const location = await send(`${baseUrl}/api/uploads`, {
    method: 'POST',
    headers: { ...tus, 'content-length': 0, 'upload-length': VIDEO_BYTES, 'upload-metadata': metadata },
    body: [],
  })
  await send(new URL(location, baseUrl).href, {
    method: 'PATCH',
    headers: {
      ...tus,
      'content-type': 'application/offset+octet-stream',
      'content-length': VIDEO_BYTES,
      'upload-offset': 0,
    },
    body: aVideoOfBytes(VIDEO_BYTES),
  })
  const seconds = (performance.now() - began) / 1000
  const id = location.split('/').at(-1)
  await send(`${baseUrl}/api/media/${id}`, { method: 'DELETE', headers: creator, body: [] })
  return seconds
}

/** Sends a request whose body arrives in pieces; answers where what it made is. */
async function send(
  url: string,
  options: { method: string; headers: Record<string, string | number>; body: Iterable<Uint8Array> },
): Promise<string> {
  const { method, headers, body } = options
  const outgoing = request(url, { method, headers })
  const answered = once(outgoing, 'response')
  await pipeline(Readable.from(body, { objectMode: false, highWaterMark: 1024 * 1024 }), outgoing)
  const [incoming] = (await answered) as [Readable & { statusCode: number; headers: Record<string, string> }]
  let text = ''
  for await (const piece of incoming.setEncoding('utf8')) text += String(piece)
  if (incoming.statusCode >= 300) throw new Error(`${method} ${url} answered ${incoming.statusCode}: ${text}`)
  return incoming.headers['location'] ?? ''
}
