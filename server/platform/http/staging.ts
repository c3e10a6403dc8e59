import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'

import { type FailureSpec, platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'
import { digestAhead } from '../storage/file-digest.ts'
import { isDiskFull } from '../storage/storage.ts'
import { writeBlocks } from '../storage/write-blocks.ts'
import { passOver } from './passed-over.ts'
import { type Pace, UPLOAD_PACE } from './patience.ts'

/** How long a client whose request was refused may keep sending before its connection ends. */
const REFUSED_LINGER_MS = 5000
/** The same when nobody reads it any more: the time an answer has to arrive. */
const ANSWER_LINGER_MS = 1000
/** The same when too many are being read already. */
const CROWDED_LINGER_MS = 200

/** Forced to disk in such steps, so that little is left to wait for at the end. */
const SYNC_BYTES = 32 * 1024 * 1024

/** Where files wait until they are whole; on this machine alone. */
export function stagingFolder(dataDir: string): string {
  return path.join(dataDir, 'uploads')
}

/**
 * Writes a stream to a file, from `start` on, and returns how many bytes came. Never holds more than a buffer of it.
 * Throws `tooLarge` beyond `maxBytes`, `too_slow` below the pace, `storage_full` without room; bytes written by then
 * stay in the file, and ending the stream is up to the caller.
 */
export async function writeStream(
  source: Readable,
  file: string,
  options: {
    maxBytes: number
    tooLarge: FailureSpec
    start?: number
    pace?: Pace
    signal?: AbortSignal
    /** Told where the written part of the file ends; nothing more is written until it is done. */
    onWritten?: (end: number) => Promise<void>
    /** The part of the source that is the file; all of it unless given. */
    part?: AsyncIterable<Buffer>
  },
): Promise<number> {
  const { maxBytes, tooLarge, start, pace = UPLOAD_PACE, signal, onWritten, part } = options
  let received = 0
  // The reader of a part watches the pace of the whole.
  const chunks = part ?? keepPace(source, pace)
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      received += chunk.length
      if (received > maxBytes) throw new Failure(tooLarge)
      yield chunk
    }
  }
  if (signal) addAbortSignal(signal, source)
  try {
    const handle = await fs.open(file, start === undefined ? 'wx' : 'r+')
    let forcing = 0
    // Only to get ahead: the file is later forced to disk as a whole, and failures surface then.
    const force = () => {
      forcing += 1
      void handle
        .datasync()
        .catch(() => undefined)
        .finally(() => (forcing -= 1))
    }
    try {
      await writeBlocks(handle, counted(), {
        position: start ?? 0,
        onWritten(bytes, position) {
          digestAhead(file, position, bytes)
          if (position % SYNC_BYTES >= SYNC_BYTES - bytes.byteLength) force()
          return onWritten?.(position + bytes.byteLength)
        },
      })
    } finally {
      // It closes once nothing is being forced any more; the answer need not wait for that.
      const closed = handle.close()
      if (forcing === 0) await closed
      else closed.catch(() => undefined)
    }
    return received
  } catch (error) {
    throw isDiskFull(error) ? new Failure(platformFailures.storage_full) : error
  }
}

/**
 * The chunks of a request that has to bring a minimum in every window while it is read: one that stalls or trickles
 * ends with `too_slow`. The request survives when its reader stops, or the answer would be lost with the connection.
 */
export async function* keepPace(source: Readable, pace: Pace): AsyncGenerator<Buffer> {
  let received = 0
  let receivedBefore = 0
  const watch = setInterval(() => {
    if (received - receivedBefore < pace.minBytes) source.destroy(new Failure(platformFailures.too_slow))
    receivedBefore = received
  }, pace.windowMs)
  try {
    const chunks: AsyncIterable<Buffer> = source.iterator({ destroyOnReturn: false })
    for await (const chunk of chunks) {
      received += chunk.length
      yield chunk
    }
  } finally {
    clearInterval(watch)
  }
}

/** A file of its own in the staging folder. */
export async function newStagedFile(folder: string): Promise<string> {
  await fs.mkdir(folder, { recursive: true })
  return path.join(folder, `${randomBytes(16).toString('hex')}.part`)
}

/** Throws `storage_full` when that many bytes won't fit. Others write too, so running full is still possible. */
export async function checkRoom(folder: string, sizeBytes: number): Promise<void> {
  await fs.mkdir(folder, { recursive: true })
  const { bavail, bsize } = await fs.statfs(folder)
  if (bavail * bsize < sizeBytes) throw new Failure(platformFailures.storage_full)
}

/**
 * Prepares for refusing a request while it is still sending: the answer then ends its connection, after a moment to
 * arrive. Call it before the body is touched, because a destroyed request forgets its connection, and leaves it open
 * and unread: we wouldn't notice the other side ending it.
 */
export function stopperOf(request: IncomingMessage): () => void {
  const { socket } = request
  return () => {
    if (request.complete) return
    const lingerMs = passOver(request)
      ? REFUSED_LINGER_MS
      : request.destroyed
        ? ANSWER_LINGER_MS
        : CROWDED_LINGER_MS
    setTimeout(() => {
      if (!request.complete) socket.destroy()
    }, lingerMs).unref()
  }
}
