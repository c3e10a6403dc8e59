import fs from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { S3mini, S3ServiceError } from 's3mini'
import * as z from 'zod/mini'

import { withoutTrailingSlashes } from '#contract/trailing-slashes.ts'

import { asStream, createDigest, inBlocks } from './digest.ts'
import { readBlocks } from './read-blocks.ts'
import { checkKey, isKey, type Kept, type Storage, StorageFull } from './storage.ts'

/**
 * Until the store begins to answer; a part has to be sent within it. How long an answer's body takes is up to its
 * reader.
 */
const ANSWER_TIMEOUT_MS = 60_000

/** S3 takes parts of at least 5 MiB, except the last, and at most 10 000 of them. */
const PART_BYTES = 8 * 1024 * 1024

/** Parts under way at once: one is sent while the next is read. */
const PARTS_AT_ONCE = 2

const ATTEMPTS = 4
/** The most that a store lists at once. */
const LIST_PAGE = 1000

interface Part {
  partNumber: number
  etag: string
}

/**
 * Any S3-compatible store: `s3://KEY:SECRET@host[:port]/bucket?region=…&tls=…`. Without `tls=false` it speaks https.
 */
export function openS3Storage(storageUrl: string, { listPage = LIST_PAGE } = {}): Storage {
  const url = new URL(storageUrl)
  const scheme = url.searchParams.get('tls') === 'false' ? 'http' : 'https'
  const endpoint = new URL(`${scheme}://${url.host}${withoutTrailingSlashes(url.pathname)}`)
  const store = new S3mini({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    endpoint: endpoint.href,
    region: url.searchParams.get('region') ?? 'us-east-1',
    fetch: fetchWithAnswerTimeout,
  })

  async function keepStream(
    key: string,
    body: AsyncIterable<Uint8Array>,
    contentType: string,
  ): Promise<Kept> {
    const blocks = inBlocks(body, PART_BYTES)
    try {
      return await keepBlocks(key, blocks, contentType)
    } finally {
      // A body that isn't read to its end would leave its file open, which ends the process once it is collected.
      await blocks.return(undefined)
    }
  }

  async function keepBlocks(
    key: string,
    blocks: ReturnType<typeof inBlocks>,
    contentType: string,
  ): Promise<Kept> {
    const digest = createDigest()
    const first = (await blocks.next()).value
    const firstBytes = Buffer.concat(first?.chunks ?? [])
    digest.add(firstBytes)
    if (firstBytes.byteLength < PART_BYTES) {
      await patiently(() => store.putObject(key, firstBytes, contentType))
      return digest.kept()
    }
    const uploadId = await patiently(() => store.getMultipartUploadId(key, contentType))
    const underWay = new Set<Promise<void>>()
    try {
      const parts: Part[] = []
      let partNumber = 0
      let failed: { error: unknown } | null = null
      const send = (bytes: Buffer) => {
        partNumber += 1
        const number = partNumber
        const sending = patiently(() => store.uploadPart(key, uploadId, bytes, number))
          .then((part) => void parts.push(part))
          .catch((error: unknown) => void (failed ??= { error }))
          .finally(() => underWay.delete(sending))
        underWay.add(sending)
      }
      const throwIfFailed = () => {
        if (failed) throw failed.error
      }
      send(firstBytes)
      for await (const { chunks } of blocks) {
        while (underWay.size >= PARTS_AT_ONCE) await Promise.race(underWay)
        throwIfFailed()
        const bytes = Buffer.concat(chunks)
        digest.add(bytes)
        send(bytes)
      }
      await Promise.all(underWay)
      throwIfFailed()
      await patiently(() => store.completeMultipartUpload(key, uploadId, parts.toSorted(byNumber)))
      return digest.kept()
    } catch (error) {
      await Promise.all(underWay)
      // Remains that can't be dropped now are dropped by removeUnfinished.
      await store.abortMultipartUpload(key, uploadId).catch(() => undefined)
      throw error
    }
  }

  async function put(
    key: string,
    body: Uint8Array | AsyncIterable<Uint8Array>,
    contentType: string,
  ): Promise<Kept> {
    checkKey(key)
    try {
      return await keepStream(key, asStream(body), contentType)
    } catch (error) {
      throw isFull(error) ? new StorageFull(error) : error
    }
  }

  return {
    origin: endpoint.origin,
    fileOf: () => null,
    put,
    async putFile(key, file, contentType) {
      const kept = await put(key, readBlocks(file), contentType)
      await fs.rm(file)
      return kept
    },
    async open(key, range) {
      checkKey(key)
      const response = await nullIfAbsent(
        patiently(() =>
          range
            ? // s3mini's end is exclusive.
              store.getObjectRaw(key, false, range.start, range.end === undefined ? undefined : range.end + 1)
            : store.getObjectResponse(key),
        ),
      )
      if (!response?.body) return null
      const whole = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
      return {
        stream: Readable.fromWeb(response.body),
        sizeBytes: Number(whole ?? response.headers.get('content-length')),
      }
    },
    async stat(key) {
      checkKey(key)
      // s3mini's HEAD lacks the date; the bytes that this one offers are declined.
      const response = await nullIfAbsent(patiently(() => store.getObjectResponse(key)))
      if (!response) return null
      await response.body?.cancel()
      return {
        key,
        sizeBytes: Number(response.headers.get('content-length')),
        modifiedAt: new Date(response.headers.get('last-modified') ?? 0),
      }
    },
    async delete(key) {
      checkKey(key)
      await nullIfAbsent(patiently(() => store.deleteObject(key)))
    },
    async *list(prefix) {
      let token: string | undefined
      do {
        const after = token
        const page = await patiently(() => store.listObjectsPaged('/', prefix, listPage, after))
        for (const { Key, Size, LastModified } of page?.objects ?? [])
          if (isKey(Key)) yield { key: Key, sizeBytes: Size, modifiedAt: LastModified }
        token = page?.nextContinuationToken
      } while (token !== undefined)
    },
    async presign(key, { expiresInSeconds, contentType, disposition }) {
      checkKey(key)
      return store.getPresignedUrl('GET', key, expiresInSeconds, {
        'response-content-type': contentType,
        'response-content-disposition': disposition,
      })
    },
    async removeUnfinished(cutoff) {
      let removed = 0
      let after: Record<string, string> | null = {}
      while (after) {
        const options = { 'max-uploads': listPage, ...after }
        const page = readOpenUploads(
          await patiently(() => store.listMultipartUploads('/', '', 'GET', options)),
        )
        for (const { key, uploadId, initiatedAt } of page.uploads) {
          if (initiatedAt >= cutoff) continue
          await nullIfAbsent(patiently(() => store.abortMultipartUpload(key, uploadId)))
          removed += 1
        }
        after = page.next
      }
      return removed
    },
    async check() {
      if (!(await store.bucketExists()))
        throw new Error(`The bucket ${url.pathname.slice(1)} cannot be reached.`)
    },
  }
}

/** As sent over the wire; s3mini's own type differs. One upload comes alone, many as a list. */
const openUpload = z.object({ Key: z.string(), UploadId: z.string(), Initiated: z.string() })
const openUploads = z.object({
  ListMultipartUploadsResult: z.object({
    Upload: z.optional(z.union([openUpload, z.array(openUpload)])),
    IsTruncated: z.optional(z.union([z.string(), z.boolean()])),
    NextKeyMarker: z.optional(z.string()),
    NextUploadIdMarker: z.optional(z.string()),
  }),
})

/** A page of a list; `next` requests the following one. */
function readOpenUploads(answer: unknown): {
  uploads: { key: string; uploadId: string; initiatedAt: Date }[]
  next: Record<string, string> | null
} {
  const {
    Upload: uploads = [],
    IsTruncated: isTruncated,
    NextKeyMarker: key,
    NextUploadIdMarker: uploadId,
  } = openUploads.parse(answer).ListMultipartUploadsResult
  return {
    uploads: [uploads].flat().map(({ Key, UploadId, Initiated }) => ({
      key: Key,
      uploadId: UploadId,
      initiatedAt: new Date(Initiated),
    })),
    next:
      String(isTruncated) === 'true' && key
        ? { 'key-marker': key, ...(uploadId ? { 'upload-id-marker': uploadId } : {}) }
        : null,
  }
}

function byNumber(left: Part, right: Part): number {
  return left.partNumber - right.partNumber
}

async function fetchWithAnswerTimeout(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const abort = new AbortController()
  const timer = setTimeout(
    () => abort.abort(new Error('The store did not answer in time')),
    ANSWER_TIMEOUT_MS,
  )
  try {
    return await fetch(input, { ...init, signal: abort.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** Retries, later each time, when the store is busy or the line broke: every call of ours may be repeated. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await ask()
    } catch (error) {
      if (attempt === ATTEMPTS || !isPassing(error)) throw error
      await sleep(200 * 4 ** (attempt - 1))
    }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof S3ServiceError)) return true
  return error.status === 429 || (error.status >= 500 && error.status !== 507)
}

function isFull(error: unknown): boolean {
  return error instanceof S3ServiceError && (error.status === 507 || error.code === 'QuotaExceeded')
}

async function nullIfAbsent<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    if (error instanceof S3ServiceError && error.status === 404) return null
    throw error
  }
}
