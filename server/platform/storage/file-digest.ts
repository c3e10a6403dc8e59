import { createHash, type Hash } from 'node:crypto'
import fs, { type FileHandle } from 'node:fs/promises'

import type { Kept } from './storage.ts'

/*
 * Large files are hashed block by block as they are written: afterwards they would have to be read again, which takes a
 * third as long as receiving them. Current processors hash a block in half a millisecond, older ones in three; a
 * separate thread would cost more memory than all the blocks of four uploads.
 */

interface Ahead {
  hash: Hash
  hashedBytes: number
  lastSeenMs: number
}

/** Uploads that are never finished are forgotten; one that resumes after that is hashed when it is finished. */
const FORGET_AFTER_MS = 3_600_000
const READ_BYTES = 1024 * 1024

const hashedAhead = new Map<string, Ahead>()

/** Hashes bytes written to a file at `position`. Bytes that don't follow the hashed part end the hashing ahead. */
export function digestAhead(file: string, position: number, bytes: Uint8Array): void {
  const nowMs = performance.now()
  for (const [other, { lastSeenMs }] of hashedAhead)
    if (nowMs - lastSeenMs > FORGET_AFTER_MS) hashedAhead.delete(other)
  const ahead =
    position === 0 ? { hash: createHash('sha256'), hashedBytes: 0, lastSeenMs: nowMs } : hashedAhead.get(file)
  if (!ahead) return
  if (ahead.hashedBytes !== position) return forgetDigest(file)
  ahead.hash.update(bytes)
  ahead.hashedBytes += bytes.byteLength
  ahead.lastSeenMs = nowMs
  hashedAhead.set(file, ahead)
}

/** Says that a file was changed, or may have been: it is hashed from its beginning. */
export function forgetDigest(file: string): void {
  hashedAhead.delete(file)
}

/** The size and hash of a whole file, once it is on disk for good. Rejects when it can't be read. */
export async function finishDigest(file: string): Promise<Kept> {
  const ahead = hashedAhead.get(file)
  hashedAhead.delete(file)
  const handle = await fs.open(file, 'r')
  try {
    const { size } = await handle.stat()
    // The file is shorter than the hashed part: the earlier hash can't be trusted.
    const { hash, hashedBytes } =
      ahead && ahead.hashedBytes <= size ? ahead : { hash: createHash('sha256'), hashedBytes: 0 }
    const [sizeBytes] = await Promise.all([hashFrom(handle, hashedBytes, hash), handle.sync()])
    return { sizeBytes, sha256: hash.digest('hex') }
  } finally {
    await handle.close()
  }
}

/** Reads to the end; returns where that is. */
async function hashFrom(handle: FileHandle, start: number, hash: Hash): Promise<number> {
  const block = Buffer.allocUnsafe(READ_BYTES)
  for (let position = start; ;) {
    const { bytesRead } = await handle.read(block, 0, READ_BYTES, position)
    if (bytesRead === 0) return position
    hash.update(block.subarray(0, bytesRead))
    position += bytesRead
  }
}
