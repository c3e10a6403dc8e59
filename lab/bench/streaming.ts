import fs from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'

import type { MediaServer } from './media-server.ts'
import { startNginx } from './nginx.ts'
import { end, inTemporaryFolder, judge, median, skip, startRole } from './side-by-side.ts'
import { aVideoOfBytes } from './videos.ts'

/*
 * How fast members' videos are sent in ranges, with every request checked again, compared with an nginx that sends the
 * same file to anybody: `node lab/bench/streaming.ts`. They take turns, over kept-alive connections.
 */

const CHEERS_PORT = 3545
const NGINX_PORT = 3546
const VIDEO_BYTES = 256 * 1024 * 1024
const CONNECTIONS = 4
const ROUNDS = 7
const ROUND_MS = 2000
/** What a player asks for once it has some time buffered. */
const RANGE_BYTES = 8 * 1024 * 1024
/** The least share of nginx's rate. */
const LIMIT = 0.4

interface Target {
  port: number
  path: string
  headers: Record<string, string>
}

await inTemporaryFolder(async (folder) => {
  const file = path.join(folder, 'video.webm')
  await fs.writeFile(file, aVideoOfBytes(VIDEO_BYTES))
  const nginx = await startNginx(folder, { port: NGINX_PORT, file: 'video.webm' })
  if (!nginx)
    return skip(
      'streaming in ranges of 8 MiB',
      'there is no nginx here (Debian: apt-get install nginx-light)',
    )
  const cheers = await startRole(
    path.join(import.meta.dirname, 'media-server.ts'),
    String(CHEERS_PORT),
    folder,
  )
  try {
    const ours = await publish(cheers.said as MediaServer)
    const theirs = { port: NGINX_PORT, path: '/video.webm', headers: {} }
    const rounds: { ours: number; theirs: number }[] = []
    await load(ours)
    await load(theirs)
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ ours: await load(ours), theirs: await load(theirs) })
    console.log(
      `${CONNECTIONS} connections, ${ROUNDS} rounds, MiB/s: Cheers ${median(rounds.map((round) => round.ours)).toFixed(0)}, ` +
        `nginx ${median(rounds.map((round) => round.theirs)).toFixed(0)}`,
    )
    judge(
      'streaming in ranges of 8 MiB: Cheers / nginx',
      median(rounds.map((round) => round.ours / round.theirs)),
      LIMIT,
    )
  } finally {
    await end(nginx)
    await cheers.stop()
  }
})

/** Uploads the video, adds it to a members-only post, and returns the address members get. */
async function publish({ baseUrl, creator, member, planId }: MediaServer): Promise<Target> {
  const tus = { ...creator, 'tus-resumable': '1.0.0' }
  const begun = await call(`${baseUrl}/api/uploads`, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(VIDEO_BYTES),
      'upload-metadata': `kind ${Buffer.from('video').toString('base64')}`,
    },
  })
  const address = begun.headers.get('location') ?? ''
  await call(new URL(address, baseUrl).href, {
    method: 'PATCH',
    headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: Buffer.concat([...aVideoOfBytes(VIDEO_BYTES)]),
  })
  const mediaId = address.split('/').at(-1)
  await call(`${baseUrl}/api/post/create`, {
    method: 'POST',
    headers: { ...creator, 'content-type': 'application/json' },
    body: JSON.stringify({ content: '<p>A video</p>', planId, mediaId }),
  })
  const playback = await call(`${baseUrl}/api/media/${mediaId}/playback`, { headers: member })
  const { src } = (await playback.json()) as { src: string }
  return { port: CHEERS_PORT, path: src, headers: { cookie: member['cookie'] ?? '' } }
}

async function call(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options)
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response
}

/** Asks for a random range as soon as the last one has arrived, on every connection; returns MiB per second. */
async function load(target: Target): Promise<number> {
  const began = performance.now()
  let received = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(target.port, '127.0.0.1').setNoDelay()
      let waitingFor = 0
      const ask = () => {
        const start = Math.floor(Math.random() * (VIDEO_BYTES - RANGE_BYTES))
        const lines = [
          `GET ${target.path} HTTP/1.1`,
          'host: localhost',
          ...Object.entries(target.headers).map(([name, value]) => `${name}: ${value}`),
          `range: bytes=${start}-${start + RANGE_BYTES - 1}`,
        ]
        socket.write(`${lines.join('\r\n')}\r\n\r\n`)
        waitingFor = -1
      }
      ask()
      for await (const data of socket) {
        const chunk = data as Buffer
        let bodyBytes = chunk.length
        if (waitingFor === -1) {
          // Both servers send the head in one piece.
          const headEnd = chunk.indexOf('\r\n\r\n') + 4
          if (headEnd < 4 || !chunk.subarray(0, 12).equals(Buffer.from('HTTP/1.1 206')))
            throw new Error(`Not a part: ${chunk.subarray(0, 300).toString('latin1')}`)
          waitingFor = RANGE_BYTES
          bodyBytes -= headEnd
        }
        waitingFor -= bodyBytes
        received += bodyBytes
        if (waitingFor < 0) throw new Error('An answer was longer than its range')
        if (waitingFor > 0) continue
        if (performance.now() - began > ROUND_MS) break
        ask()
      }
    }),
  )
  return received / 1024 / 1024 / ((performance.now() - began) / 1000)
}
