import { hash } from 'node:crypto'
import zlib, { type ZlibOptions, type ZstdOptions } from 'node:zlib'
import { LRUCache } from 'lru-cache'

import { inOwnMemory } from '../own-memory.ts'

type Text = Buffer | string

/** Some hundred lists of posts, and small beside what a node may take. */
const MAX_BYTES = 4 * 1024 * 1024

/**
 * Node's compression, except that what was compressed in one go lately isn't compressed again. Members of a plan get
 * the same list of posts, byte for byte, and compressing it is most of what their request costs besides its SQL. What
 * is kept is found by a hash of the whole text, so nobody is sent anything but their own answer.
 */
export function compressingOnce(maxBytes: number = MAX_BYTES) {
  const kept = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  })

  function once<Options>(encoding: string, compress: (text: Text, options?: Options) => Buffer) {
    return (text: Text, options?: Options): Buffer => {
      const key = `${encoding} ${hash('sha256', text)}`
      const known = kept.get(key)
      if (known) return known
      const compressed = inOwnMemory(compress(text, options))
      kept.set(key, compressed)
      return compressed
    }
  }

  return {
    ...zlib,
    zstdCompressSync: once<ZstdOptions>('zstd', zlib.zstdCompressSync),
    gzipSync: once<ZlibOptions>('gzip', zlib.gzipSync),
    deflateSync: once<ZlibOptions>('deflate', zlib.deflateSync),
  }
}
