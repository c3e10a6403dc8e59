import zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'

import { compressingOnce } from './compressed-once.ts'

const textOf = (at: number) => Buffer.from(`${at} `.repeat(2000))

describe('an answer is compressed once', () => {
  test('for everyone who gets the same bytes in the same encoding', () => {
    const once = compressingOnce()
    const first = once.zstdCompressSync(textOf(1))
    expect(once.zstdCompressSync(textOf(1))).toBe(first)
    expect(zlib.zstdDecompressSync(first).equals(textOf(1))).toBe(true)
    expect(zlib.gunzipSync(once.gzipSync(textOf(1))).equals(textOf(1))).toBe(true)
    expect(zlib.inflateSync(once.deflateSync(textOf(1))).equals(textOf(1))).toBe(true)
  })

  test('and nobody gets what differs by one byte', () => {
    const once = compressingOnce()
    const texts = [textOf(1), textOf(2)]
    for (const text of [...texts, ...texts])
      expect(zlib.zstdDecompressSync(once.zstdCompressSync(text)).equals(text)).toBe(true)
  })

  test('and holds no memory besides', () => {
    const kept = compressingOnce().zstdCompressSync(textOf(1))
    expect(kept.buffer.byteLength).toBe(kept.byteLength)
  })

  test('until newer ones need its space', () => {
    const size = zlib.zstdCompressSync(textOf(10)).byteLength
    const once = compressingOnce(size * 3)
    const first = once.zstdCompressSync(textOf(10))
    for (let at = 11; at < 20; at += 1) once.zstdCompressSync(textOf(at))
    const again = once.zstdCompressSync(textOf(10))
    expect(again).not.toBe(first)
    expect(again.equals(first)).toBe(true)
  })
})
