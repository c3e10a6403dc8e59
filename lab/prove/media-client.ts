import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { UPLOAD_CHUNK_BYTES, UPLOADS_PATH } from '#contract/media/rules.ts'

import type { Rig } from './media-server.ts'

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/** Bytes that needn't be stored to be sent: fetched by their position. */
export type Source = (start: number, end: number) => Buffer

/** Asks the server; `body` is sent block by block as the connection takes it. */
export async function ask(
  rig: Rig,
  method: string,
  at: string,
  headers: Record<string, string | number> = {},
  body: Iterable<Buffer> | AsyncIterable<Buffer> = [],
): Promise<Answer> {
  const request = http.request(`${rig.baseUrl}${at}`, {
    method,
    headers: { authorization: `Bearer ${rig.token}`, cookie: rig.cookie, ...headers },
  })
  const answered = new Promise<Answer>((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('error', reject)
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
  })
  answered.catch(() => undefined)
  const isAnswered = answered.then(
    () => undefined,
    () => undefined,
  )
  for await (const block of body) {
    if (request.destroyed || request.writableEnded) break
    if (!request.write(block)) await Promise.race([once(request, 'drain'), isAnswered])
  }
  request.end()
  return answered
}

const TUS = { 'tus-resumable': '1.0.0' }
const BLOCK_BYTES = 1024 * 1024

export function* blocksOf(source: Source, start: number, end: number): Generator<Buffer> {
  for (let at = start; at < end; at += BLOCK_BYTES) yield source(at, Math.min(end, at + BLOCK_BYTES))
}

export function begin(rig: Rig, sizeBytes: number, kind: string): Promise<Answer> {
  return ask(rig, 'POST', UPLOADS_PATH, {
    ...TUS,
    'upload-length': sizeBytes,
    'upload-metadata': `kind ${btoa(kind)}`,
  })
}

/**
 * Uploads in chunks, as a browser does; at each of `cuts` the connection breaks in the middle of a chunk. Answers the
 * upload's address and how many bytes were sent in all.
 */
export async function upload(
  rig: Rig,
  {
    source,
    sizeBytes,
    kind,
    cuts = [],
  }: { source: Source; sizeBytes: number; kind: string; cuts?: number[] },
): Promise<{ at: string; sentBytes: number }> {
  const at = (await begin(rig, sizeBytes, kind)).headers.location ?? ''
  const waiting = [...cuts]
  let sentBytes = 0
  for (let offset = 0; offset < sizeBytes;) {
    const end = Math.min(sizeBytes, offset + UPLOAD_CHUNK_BYTES)
    const headers = {
      ...TUS,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': offset,
      'content-length': end - offset,
    }
    const cut = waiting[0]
    if (cut !== undefined && cut < end) {
      waiting.shift()
      sentBytes += await breakOff(rig, at, headers, source(offset, Math.max(offset + 1, cut)))
      offset = Number((await ask(rig, 'HEAD', at, TUS)).headers['upload-offset'])
      continue
    }
    const { status, headers: answered } = await ask(rig, 'PATCH', at, headers, blocksOf(source, offset, end))
    if (status === 409) offset = Number((await ask(rig, 'HEAD', at, TUS)).headers['upload-offset'])
    else if (status !== 204) throw new Error(`A chunk was answered with ${status}`)
    else {
      sentBytes += end - offset
      offset = Number(answered['upload-offset'])
    }
  }
  return { at, sentBytes }
}

async function breakOff(
  rig: Rig,
  at: string,
  headers: Record<string, string | number>,
  bytes: Buffer,
): Promise<number> {
  const request = http.request(`${rig.baseUrl}${at}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${rig.token}`, cookie: rig.cookie, ...headers },
  })
  request.on('error', () => undefined)
  await new Promise((resolve) => request.write(bytes, resolve))
  request.destroy()
  return bytes.length
}

export interface Medium {
  state: string
  failure: string | null
  progress: number
}

/** Asks until a medium no longer changes. */
export async function settled(rig: Rig, mediaId: string): Promise<Medium> {
  for (;;) {
    const medium = JSON.parse(
      (await ask(rig, 'GET', `/api/media/${mediaId}`)).body.toString('utf8'),
    ) as Medium
    if (medium.state === 'failed' || (medium.state === 'ready' && medium.progress === 100)) return medium
    await sleep(200)
  }
}
