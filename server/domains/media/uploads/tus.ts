import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { platformFailures } from '#contract/http/route.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import {
  FILE_NAME_MAX_BYTES,
  uploadKind,
  type UploadKind,
  PICTURE_MAX_BYTES,
  UPLOAD_MAX_BYTES,
  UPLOADS_PATH,
} from '#contract/media/rules.ts'
import { Failure } from '#server/platform/failure.ts'
import { cleanFileName } from '#server/platform/http/file-name.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { SessionReader } from '#server/platform/http/register-routes.ts'
import type { BodyRule } from '#server/platform/http/request-bodies.ts'
import { stopperOf, writeStream } from '#server/platform/http/staging.ts'
import type { Platform } from '#server/platform/platform.ts'

import { inItsTurn } from './beginnings.ts'
import { keepsParts, receiveInParts } from './parts.ts'
import type { UploadRow } from './upload-queries.ts'
import { beginUpload, cancelUpload, checkUploader, finishUpload, getUpload, stagedFile } from './uploads.ts'

/*
 * Uploads that survive a cut connection: the tus protocol 1.0.0 with creation, expiration and termination
 * (https://tus.io/protocols/resumable-upload). Bytes are appended to a file on this node until they are all there, and with
 * an object store also kept there in parts, so that any other node can go on.
 */

const VERSION = '1.0.0'
const CHUNK_TYPE = 'application/offset+octet-stream'
/** The upload itself determines how much of it there may be. */
const CHUNK_BODY: BodyRule = { types: [CHUNK_TYPE], maxBytes: UPLOAD_MAX_BYTES }

/** Starting many uploads is no way to use a file; several people may share an address. */
const uploadsPerUser: Limit = { name: 'begin-upload', points: 120, windowSeconds: 3600 }
const uploadsPerAddress: Limit = { name: 'begin-upload-address', points: 600, windowSeconds: 3600 }

/** The current writer of each upload on this node. */
type Writers = Map<string, { abort: AbortController; done: Promise<void> }>

type ByUpload = { Params: { id: string } }

/** Mounts resumable uploads. Callers prove themselves as in every call: with both halves of a session. */
export function mountUploads(app: FastifyInstance, platform: Platform, sessions: SessionReader): void {
  const writers: Writers = new Map()
  // Chunks are streamed to disk by the handler; nothing may read them before.
  app.addContentTypeParser(CHUNK_TYPE, (_request, payload, done) => done(null, payload))

  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<Viewer> {
    void reply.header('tus-resumable', VERSION).header('cache-control', 'no-store')
    const { authorization } = request.headers
    const viewer = await sessions.findViewer({ authorization, cookies: request.cookies })
    if (!viewer) throw new Failure(platformFailures.signed_out)
    if (request.headers['tus-resumable'] !== VERSION) {
      void reply.header('tus-version', VERSION)
      throw new Failure({ ...platformFailures.bad_request, status: 412 })
    }
    return viewer
  }

  app.options(UPLOADS_PATH, async (_, reply) =>
    reply
      .status(204)
      .header('tus-resumable', VERSION)
      .header('tus-version', VERSION)
      .header('tus-extension', 'creation,expiration,termination')
      .header('tus-max-size', UPLOAD_MAX_BYTES)
      .send(),
  )

  app.post(UPLOADS_PATH, (request, reply) => inItsTurn(request, () => begin(request, reply)))

  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const viewer = await enter(request, reply)
    const sizeBytes = wholeNumber(request.headers['upload-length'])
    if (sizeBytes === null || sizeBytes === 0) throw new Failure(platformFailures.bad_request)
    if (sizeBytes > UPLOAD_MAX_BYTES) throw new Failure(mediaFailures.medium_too_large)
    const metadata = request.headers['upload-metadata']
    const kind = kindOf(metadata)
    if (kind === null) throw new Failure(platformFailures.invalid_input, { field: 'kind' })
    if (viewer.creatorId === null) checkPictureOfMember(kind, sizeBytes)
    await platform.limits.consume(uploadsPerUser, viewer.id)
    await platform.limits.consume(uploadsPerAddress, request.ip)
    const upload = await beginUpload(platform, {
      userId: viewer.id,
      isCreator: viewer.creatorId !== null,
      kind,
      name: nameOf(kind, metadata),
      sizeBytes,
    })
    return reply.status(201).headers(expiry(upload)).header('location', `${UPLOADS_PATH}/${upload.id}`).send()
  }

  app.head<ByUpload>(`${UPLOADS_PATH}/:id`, async (request, reply) => {
    const viewer = await enter(request, reply)
    const id = idOf(request)
    // This client is about to continue from here; a connection that only seems to be alive must not write any more.
    await checkUploader(platform, viewer.id, id)
    const { sizeBytes, offsetBytes } = await takeOver(writers, id, async () => {
      const status = await getUpload(platform, viewer.id, id)
      // The last answer was lost, or the node ended before it had taken the file.
      if (status.open && status.offsetBytes === status.sizeBytes) await finishUpload(platform, status.open)
      if (status.open) void reply.headers(expiry(status.open))
      return status
    })
    return reply.status(200).header('upload-offset', offsetBytes).header('upload-length', sizeBytes).send()
  })

  app.patch<ByUpload>(`${UPLOADS_PATH}/:id`, { config: { body: CHUNK_BODY } }, async (request, reply) => {
    const stopReceiving = stopperOf(request.raw)
    try {
      const viewer = await enter(request, reply)
      const id = idOf(request)
      await checkUploader(platform, viewer.id, id)
      const offset = await takeOver(writers, id, (signal) => append(platform, request, viewer, id, signal))
      return await reply.status(204).header('upload-offset', offset).send()
    } catch (error) {
      stopReceiving()
      throw error
    }
  })

  app.delete<ByUpload>(`${UPLOADS_PATH}/:id`, async (request, reply) => {
    const viewer = await enter(request, reply)
    const id = idOf(request)
    await checkUploader(platform, viewer.id, id)
    await takeOver(writers, id, () => cancelUpload(platform, viewer.id, id))
    return reply.status(204).send()
  })
}

/** Who has no page sends pictures only, for what they write to others. */
function checkPictureOfMember(kind: UploadKind, sizeBytes: number): void {
  if (kind !== 'image') throw new Failure(platformFailures.forbidden)
  if (sizeBytes > PICTURE_MAX_BYTES) throw new Failure(mediaFailures.picture_too_large)
}

/** Appends a chunk; returns how far the upload is. A chunk that breaks off is kept as far as it came. */
async function append(
  platform: Platform,
  request: FastifyRequest,
  viewer: Viewer,
  id: string,
  signal: AbortSignal,
): Promise<number> {
  const { open, sizeBytes, offsetBytes } = await getUpload(platform, viewer.id, id)
  if (wholeNumber(request.headers['upload-offset']) !== offsetBytes)
    throw new Failure({ ...platformFailures.bad_request, status: 409 })
  if (!open) return offsetBytes
  const remaining = sizeBytes - offsetBytes
  if ((wholeNumber(request.headers['content-length']) ?? 0) > remaining)
    throw new Failure(mediaFailures.medium_too_large)
  const body: unknown = request.body
  if (!(body instanceof Readable)) throw new Failure(platformFailures.bad_request)
  const file = stagedFile(platform, id)
  const received = keepsParts(platform)
    ? await receiveInParts(platform, body, file, { uploadId: id, sizeBytes, start: offsetBytes, signal })
    : await writeStream(body, file, {
        start: offsetBytes,
        maxBytes: remaining,
        tooLarge: mediaFailures.medium_too_large,
        signal,
      })
  if (received === remaining) await finishUpload(platform, open)
  return offsetBytes + received
}

/**
 * One writer per upload: a newcomer ends the previous one, and waits until its last bytes are written. Check the
 * upload's owner before: nobody else may disturb its writer.
 */
async function takeOver<T>(
  writers: Writers,
  id: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (let before = writers.get(id); before; before = writers.get(id)) {
    before.abort.abort()
    await before.done
  }
  const abort = new AbortController()
  const { promise: done, resolve } = Promise.withResolvers<void>()
  writers.set(id, { abort, done })
  try {
    return await work(abort.signal)
  } finally {
    writers.delete(id)
    resolve()
  }
}

/** One of our identifiers, or nothing: it becomes a file's name. */
function idOf(request: FastifyRequest<ByUpload>): string {
  const { id } = request.params
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    throw new Failure(mediaFailures.medium_not_found)
  return id
}

function expiry(upload: UploadRow): { 'upload-expires': string } {
  return { 'upload-expires': upload.expiresAt.toUTCString() }
}

function wholeNumber(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
}

/** One of the metadata, which are pairs of a name and base64. */
function metadataOf(header: string | string[] | undefined, wanted: string): string {
  const pairs = String(header ?? '').split(',')
  const value = pairs.map((pair) => pair.trim().split(' ')).find(([name]) => name === wanted)?.[1] ?? ''
  return Buffer.from(value, 'base64').toString('utf8')
}

/** Only files have names: everything else is shown in its post, and its name isn't even read. */
function nameOf(kind: UploadKind, header: string | string[] | undefined): string | null {
  return kind === 'file' ? cleanFileName(metadataOf(header, 'filename'), FILE_NAME_MAX_BYTES) : null
}

function kindOf(header: string | string[] | undefined): UploadKind | null {
  const kind = metadataOf(header, 'kind')
  return uploadKind.options.find((option) => option === kind) ?? null
}
