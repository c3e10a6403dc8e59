/**
 * The same bytes, holding no memory besides: zlib answers with a part of 16 KB, all of which a kept kilobyte would keep.
 */
export function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.byteLength) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.byteLength)
  bytes.copy(own)
  return own
}

/** The same text, holding no memory besides: a part of a longer one would keep all of it. */
export function textInOwnMemory(text: string): string {
  return Buffer.from(text).toString()
}
