import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { UPLOAD_CHUNK_BYTES, UPLOADS_PATH } from '#contract/media/rules.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

import { say } from './judge.ts'
import { addressOf, askOnce, type Charge, type Joiner } from './load.ts'

/*
 * Creators who upload files as browsers do, whoever dies meanwhile: how far a file came is asked for, and the rest is sent, at
 * whichever node answers.
 */

const AGAIN_AFTER_MS = 500
/** A node itself tries for some seconds when its store is away. */
const PATIENCE_MS = 30_000
const SENDERS = 3
const EVERY_MS = 700
const SMALL_BYTES = 200_000
/** More than one request, and than a part of S3's; one file in so many is as large. */
const LARGE_BYTES = 9_000_000
const LARGE_EVERY = 8
const TUS = { 'tus-resumable': '1.0.0' }
/** A payment that meets a node as it is killed is sent again; on a busy machine that takes a while. */
const SLOW_MS = 10_000
/** Of 127.0.0.0/8, where nobody else is from. */
const NETWORK = 100

export interface SentFile {
  mediaId: string
  sizeBytes: number
  sha256: string
  sentMs: number
  atMs: number
  /** Requests it took besides those it takes when nothing dies. */
  repeats: number
}

interface Front {
  baseUrl: string
  cookieName: string
}

/** Sends files until told to stop; each of these people is one of several who send at the same time. */
export async function sendFilesSteadily(
  front: Front,
  creators: readonly Joiner[],
  until: AbortSignal,
  acknowledged: SentFile[],
): Promise<void> {
  const keepSending = async (first: number): Promise<void> => {
    for (let turn = first; !until.aborted; turn += SENDERS) {
      const person = turn % creators.length
      const creator = creators[person]
      if (!creator) return
      const sizeBytes = turn % LARGE_EVERY === 0 ? LARGE_BYTES : SMALL_BYTES + turn
      const { token, cookie } = creator.session
      const sender: Sender = {
        origin: () => front.baseUrl,
        headers: { authorization: `Bearer ${token}`, cookie: `${front.cookieName}=${cookie}` },
        from: addressOf(NETWORK, person + 1),
      }
      const file = await sendFile(sender, randomBytes(sizeBytes), until)
      if (file) acknowledged.push(file)
      await sleep(EVERY_MS)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, (_, index) => keepSending(index)))
}

/** Who sends a file. */
export interface Sender {
  /** Of the node, or of what stands before the nodes, to ask next. */
  origin: () => string
  headers: Record<string, string>
  /** The address they have, if not ours. */
  from?: string
  /** What their line carries; without it, what ours does. */
  bytesPerSecond?: number
}

/** Sends a file to its end; null: it was given up, because all is over, or because they have begun too many. */
export async function sendFile(
  { origin, headers: own, from, bytesPerSecond = Infinity }: Sender,
  bytes: Buffer,
  until: AbortSignal,
): Promise<SentFile | null> {
  const sentMs = performance.now()
  const ask = (method: string, at: string, body: Buffer | null, headers: Record<string, string> = {}) =>
    askOnce(method, `${origin()}${at}`, body, {
      headers: { ...TUS, ...own, ...headers },
      ...(from !== undefined && { from }),
      patienceMs: PATIENCE_MS,
    })
  let repeats = 0
  let at: string | null = null
  let offset = 0
  while (offset < bytes.length) {
    if (until.aborted) return null
    if (at === null) {
      const metadata = `kind ${btoa('file')},filename ${btoa('recipes.bin')}`
      const described = { 'upload-length': String(bytes.length), 'upload-metadata': metadata }
      const begun = await ask('POST', UPLOADS_PATH, Buffer.alloc(0), described)
      if (begun.status === 429) return null
      offset = 0
      at = begun.headers.location ?? null
      if (at !== null) continue
    } else {
      const beganMs = performance.now()
      const end = Math.min(bytes.length, offset + UPLOAD_CHUNK_BYTES)
      const described = {
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      }
      const { status } = await ask('PATCH', at, bytes.subarray(offset, end), described)
      if (status === 204) {
        const dueMs = beganMs + ((end - offset) * 1000) / bytesPerSecond
        offset = end
        await sleep(Math.max(0, dueMs - performance.now()))
        continue
      }
      const known = await ask('HEAD', at, null)
      if (known.status === 404) at = null
      else if (known.status === 200) offset = Number(known.headers['upload-offset'])
    }
    repeats += 1
    await sleep(AGAIN_AFTER_MS)
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const mediaId = at?.split('/').at(-1) ?? ''
  return { mediaId, sizeBytes: bytes.length, sha256, sentMs, atMs: performance.now(), repeats }
}

/** Every acknowledged file is in the store, byte for byte. */
export async function proveFiles(db: Db, storage: Storage, files: readonly SentFile[]): Promise<void> {
  const rows = await many(
    db,
    sql<{ id: string; key: string | null; state: string; failure: string | null; sizeBytes: number | null }>`
      select id, original_key as key, state, failure, size_bytes as "sizeBytes" from media
      where id = any(${files.map(({ mediaId }) => mediaId)}::uuid[])`,
  )
  const media = new Map(rows.map((row) => [row.id, row]))
  const wrong: string[] = []
  for (const { mediaId, sha256, sizeBytes } of files) {
    const medium = media.get(mediaId)
    const found = await hashInStore(storage, medium?.key ?? null)
    if (medium?.state === 'ready' && found === sha256) continue
    wrong.push(
      `\n       of ${sizeBytes} bytes: ${JSON.stringify(medium ?? null)}, ${found ? 'altered' : 'not there'}`,
    )
  }
  const repeated = files.filter(({ repeats }) => repeats > 0).length
  say(
    'every acknowledged file is in the store, byte for byte',
    wrong.length === 0 && files.length > 0,
    `${files.length} acknowledged (of ${repeated} something was sent again), ${files.length - wrong.length} as they were sent${wrong.join('')}`,
  )
}

async function hashInStore(storage: Storage, key: string | null): Promise<string | null> {
  const found = key === null ? null : await storage.open(key)
  if (!found) return null
  const hash = createHash('sha256')
  for await (const piece of found.stream) hash.update(piece as Uint8Array)
  return hash.digest('hex')
}

export interface Absence {
  fromMs: number
  untilMs: number
}

/** Payments have nothing to do with files. */
export function proveNobodyElseNoticed(
  { fromMs, untilMs }: Absence,
  charges: readonly Charge[],
  untimed: boolean,
): void {
  const sent = charges.filter(({ firstMs }) => firstMs > fromMs && firstMs < untilMs)
  const inTime = sent.filter(({ firstMs, atMs }) => atMs < firstMs + SLOW_MS)
  const meanwhile = sent.filter(({ atMs }) => atMs < untilMs)
  say(
    'payments go on without the store',
    meanwhile.length > 0 && (untimed || inTime.length === sent.length),
    `${sent.length} sent in the ${((untilMs - fromMs) / 1000).toFixed(1)} s it was away, ${meanwhile.length} acknowledged meanwhile, ${inTime.length} within ${SLOW_MS / 1000} s`,
  )
}
