import { createHash } from 'node:crypto'

import type { Kept } from './storage.ts'

export interface Digest {
  add(chunk: Uint8Array): void
  kept(): Kept
}

/** Counts and hashes bytes on their way into the store, so that they needn't be read again. */
export function createDigest(): Digest {
  const hash = createHash('sha256')
  let sizeBytes = 0
  return {
    add(chunk) {
      hash.update(chunk)
      sizeBytes += chunk.byteLength
    },
    kept: () => ({ sizeBytes, sha256: hash.digest('hex') }),
  }
}

/** Bytes as they come, gathered to blocks of at least `minBytes`; the last one may be smaller. */
export async function* inBlocks(
  body: AsyncIterable<Uint8Array>,
  minBytes: number,
): AsyncGenerator<{ chunks: Uint8Array[]; sizeBytes: number }> {
  let chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    sizeBytes += chunk.byteLength
    if (sizeBytes < minBytes) continue
    yield { chunks, sizeBytes }
    chunks = []
    sizeBytes = 0
  }
  if (sizeBytes > 0) yield { chunks, sizeBytes }
}

/** Both forms of a body as one. */
export async function* asStream(body: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) yield body
  else yield* body
}
