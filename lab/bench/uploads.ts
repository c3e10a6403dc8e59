import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { run } from '#server/platform/program.ts'

import type { MediaServer } from './media-server.ts'
import { inTemporaryFolder, judge, startRole } from './side-by-side.ts'
import { send, timed, uploadForm, uploadResumable } from './upload-client.ts'
import { aVideoOfBytes } from './videos.ts'

/*
 * How fast a video upload is received, resumable and as a form, compared with a Node that only pipes the same bytes to
 * a file: `node lab/bench/uploads.ts`. Each server is its own process; they take turns. Cheers' time ends when it has
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
    const cheers = await startRole(
      path.join(import.meta.dirname, 'media-server.ts'),
      String(CHEERS_PORT),
      folder,
    )
    const bare = await startRole(import.meta.filename, 'bare', folder)
    const said = cheers.said as MediaServer
    try {
      const ways: Record<Way, () => Promise<number>> = {
        resumable: () => uploadResumable(said, VIDEO_BYTES),
        form: () => uploadForm(said, VIDEO_BYTES),
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
