import { randomBytes } from 'node:crypto'

import { aClip } from '#server/domains/media/testing.ts'

/* Videos of any length; only the first second is worth watching. */

const BLOCK = randomBytes(1024 * 1024)

/** A video of exactly that many bytes: WebM, with an element at the end that players skip. */
export function* aVideoOfBytes(sizeBytes: number): Generator<Buffer> {
  const clip = aClip()
  // EBML's Void: its id, and an eight-byte length.
  const head = Buffer.alloc(9)
  const padding = sizeBytes - clip.length - head.length
  head.writeBigUInt64BE((1n << 56n) | BigInt(padding), 1)
  head[0] = 0xec
  yield clip
  yield head
  for (let left = padding; left > 0; left -= BLOCK.length)
    yield BLOCK.subarray(0, Math.min(left, BLOCK.length))
}
