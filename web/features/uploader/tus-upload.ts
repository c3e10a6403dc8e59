import { DetailedError, Upload } from 'tus-js-client'

import { type UploadKind, UPLOAD_CHUNK_BYTES, UPLOADS_PATH } from '#contract/media/rules.ts'
import { readToken } from '#web/api/session.ts'

/** Milliseconds between attempts; starts over whenever progress is made. About four minutes in all. */
const RETRY_DELAYS_MS = [0, 1000, 2000, 4000, 8000, ...Array.from({ length: 15 }, () => 15_000)]

export interface UploadProblem {
  /** A sentence from the server, or null when it couldn't be reached. */
  message: string | null
  status: number
}

export interface TusUploadOptions {
  file: File
  kind: UploadKind
  /** Continues this upload; null starts a new one. */
  mediaId: string | null
  /** The server has reserved space for it under this id. */
  onCreated: (mediaId: string) => void
  onProgress: (sentBytes: number) => void
  onDone: (mediaId: string) => void
  onProblem: (problem: UploadProblem) => void
}

export interface TusUpload {
  /** Starts, or continues where it stopped. */
  start: () => void
  /** Stops sending; the server keeps the uploaded part for a day. */
  pause: () => void
}

/**
 * Sends a file in resumable pieces (https://tus.io/protocols/resumable-upload). A lost connection is retried
 * automatically; only a refusal by the server, or minutes without a connection, is a problem.
 */
export function createTusUpload(options: TusUploadOptions): TusUpload {
  const { file, kind } = options
  let mediaId = options.mediaId
  const upload: Upload = new Upload(file, {
    endpoint: UPLOADS_PATH,
    uploadUrl: mediaId === null ? null : uploadUrl(mediaId),
    // Only a file to download keeps its name.
    metadata: kind === 'file' ? { kind, filename: file.name } : { kind, filetype: file.type },
    chunkSize: UPLOAD_CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    // The draft remembers the upload; nothing else in the browser has to.
    storeFingerprintForResuming: false,
    // Without the library's check of `navigator.onLine`, which gives up at once when it is false.
    onShouldRetry: (error) => isWorthRetrying(error),
    onBeforeRequest: (request) => {
      const token = readToken()
      if (token !== null) request.setHeader('Authorization', `Bearer ${token}`)
    },
    onUploadUrlAvailable: () => {
      const created = idOf(upload.url)
      if (created === null || created === mediaId) return
      mediaId = created
      options.onCreated(created)
    },
    onProgress: options.onProgress,
    onSuccess: () => {
      stopListening()
      if (mediaId !== null) options.onDone(mediaId)
    },
    onError: (error) => {
      stopListening()
      options.onProblem(problemOf(error))
    },
  })

  // The library waits for its next attempt; users who are back online shouldn't have to.
  function goOn() {
    void upload.abort().then(() => upload.start())
  }
  function stopListening() {
    globalThis.removeEventListener('online', goOn)
  }
  return {
    start() {
      globalThis.addEventListener('online', goOn)
      upload.start()
    },
    pause() {
      stopListening()
      void upload.abort()
    },
  }
}

function uploadUrl(mediaId: string): string {
  return `${UPLOADS_PATH}/${mediaId}`
}

function idOf(url: string | null): string | null {
  return url === null ? null : (url.split('/').at(-1) ?? null)
}

/** 409 and 423: another request still holds the upload, as after a lost connection only we noticed. 5xx: a restart. */
function isWorthRetrying(error: DetailedError | Error): boolean {
  const status = statusOf(error)
  return (
    status === 0 || status === 409 || status === 423 || status === 429 || (status >= 500 && status !== 507)
  )
}

function statusOf(error: DetailedError | Error): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0
}

function problemOf(error: DetailedError | Error): UploadProblem {
  const status = statusOf(error)
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined
  return { status, message: body === undefined ? null : messageIn(body) }
}

/** Our own answers are `{ message }`; the protocol's own are a line of text that users shouldn't have to read. */
function messageIn(body: string): string | null {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null || !('message' in parsed)) return null
    return typeof parsed.message === 'string' ? parsed.message : null
  } catch {
    return null
  }
}
