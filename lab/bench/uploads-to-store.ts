import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { S3mini } from 's3mini'

import { startSwift } from '#server/testing/swift/start-swift.ts'

import type { MediaServer } from './media-server.ts'
import { inTemporaryFolder, judge, skip, startRole } from './side-by-side.ts'
import { send, timed, uploadResumable } from './upload-client.ts'
import { aVideoOfBytes } from './videos.ts'

/*
 * How fast a video upload is received by a node that keeps nothing (its parts go to an object store, so any node goes on
 * with it), compared with a Node that only passes the same bytes on to the same store: `node lab/bench/uploads-to-store.ts`.
 * The store is OpenStack Swift's S3 server on this machine.
 */

const CHEERS_PORT = 3545
const BARE_PORT = 3546
const VIDEO_BYTES = 199 * 1024 * 1024
const ROUNDS = 5
/** Each byte goes there twice: as a part that any node can go on from, and as the file. */
const LIMIT = 1 / 3
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2

const [role, argument] = process.argv.slice(2)
if (role === 'bare' && argument) await serveBare(argument)
else await compare()

async function compare(): Promise<void> {
  const store = await startSwift()
  if (!store) return skip('upload into a store: resumable / bare', 'no S3 server')
  try {
    await inTemporaryFolder(async (folder) => {
      const file = path.join(import.meta.dirname, 'media-server.ts')
      const cheers = await startRole(file, String(CHEERS_PORT), folder, store.storageUrl)
      const bare = await startRole(import.meta.filename, 'bare', store.storageUrl)
      try {
        const ways = {
          resumable: () => uploadResumable(cheers.said as MediaServer, VIDEO_BYTES),
          bare: uploadBare,
        }
        const best = { resumable: 0, bare: 0 }
        // The first round is a warm-up.
        for (let round = 0; round <= ROUNDS; round += 1)
          for (const way of ['bare', 'resumable'] as const) {
            const speed = VIDEO_BYTES / 1024 / 1024 / (await ways[way]())
            if (round > 0) best[way] = Math.max(best[way], speed)
          }
        console.log(
          `A video of ${VIDEO_BYTES / 1024 / 1024} MiB into an object store, the best of ${ROUNDS} rounds.`,
        )
        for (const way of ['bare', 'resumable'] as const)
          console.log(`${way.padEnd(24)} ${best[way].toFixed(0)} MiB/s`)
        judge('upload into a store: resumable / bare', best.resumable / best.bare, LIMIT)
      } finally {
        await cheers.stop()
        await bare.stop()
      }
    })
  } finally {
    await store.stop()
  }
}

async function uploadBare(): Promise<number> {
  return timed(async () => {
    const headers = { 'content-length': VIDEO_BYTES }
    const body = aVideoOfBytes(VIDEO_BYTES)
    await send(`http://127.0.0.1:${BARE_PORT}/`, { method: 'POST', headers, body })
  })
}

async function serveBare(storageUrl: string): Promise<void> {
  const url = new URL(storageUrl)
  const store = new S3mini({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    endpoint: `http://${url.host}${url.pathname}`,
    region: 'us-east-1',
  })
  const server = createServer((incoming, answer) => {
    void passOn(store, incoming).then(() => answer.writeHead(201).end())
  })
  server.listen(BARE_PORT, '127.0.0.1')
  await once(server, 'listening')
  process.once('SIGTERM', () => process.exit(0))
  process.send?.('ready')
}

async function passOn(store: S3mini, incoming: IncomingMessage): Promise<void> {
  const key = 'bare.webm'
  const uploadId = await store.getMultipartUploadId(key, 'video/webm')
  const sending: ReturnType<S3mini['uploadPart']>[] = []
  const sendPart = async (pieces: Buffer[]) => {
    if (sending.length >= PARTS_AT_ONCE) await sending[sending.length - PARTS_AT_ONCE]
    sending.push(store.uploadPart(key, uploadId, Buffer.concat(pieces), sending.length + 1))
  }
  let pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes < PART_BYTES) continue
    await sendPart(pieces)
    ;[pieces, bytes] = [[], 0]
  }
  if (bytes > 0) await sendPart(pieces)
  await store.completeMultipartUpload(key, uploadId, await Promise.all(sending))
}
