/* Boxes of ISO files (ISO 14496-12), read from bytes and written. */

export interface Box {
  type: string
  /** Of its content, in the bytes it was read from. */
  start: number
  end: number
}

const BOXES_MAX = 1000

/** The boxes between two places; null: their sizes don't add up, or there are more than `max`. */
export function findBoxes(bytes: Buffer, start: number, end: number, max: number): Box[] | null {
  const boxes: Box[] = []
  for (let at = start; at < end;) {
    const size = end - at < 8 ? 0 : bytes.readUInt32BE(at)
    if (size < 8 || size > end - at || boxes.length === max) return null
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end: at + size })
    at += size
  }
  return boxes
}

/** The same. Throws where their sizes don't add up. */
export function readBoxes(bytes: Buffer, start = 0, end = bytes.length): Box[] {
  const boxes = findBoxes(bytes, start, end, BOXES_MAX)
  if (!boxes) throw new Error('Boxes that don’t add up')
  return boxes
}

export function listInside(bytes: Buffer, box: Box, type: string): Box[] {
  return readBoxes(bytes, box.start, box.end).filter((inner) => inner.type === type)
}

/** The first box at a path. Throws where there is none. */
export function getInside(bytes: Buffer, box: Box, ...path: string[]): Box {
  let found = box
  for (const type of path) {
    const [inner] = listInside(bytes, found, type)
    if (!inner) throw new Error(`No ${type} where one is needed`)
    found = inner
  }
  return found
}

/** A box with its head, as it was. */
export function wholeBox(bytes: Buffer, { start, end }: Box): Buffer {
  return bytes.subarray(start - 8, end)
}

export function writeBox(type: string, ...content: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.reduce((sum, part) => sum + part.length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...content])
}

/** A box with a version and flags. */
export function writeFullBox(
  type: string,
  version: number,
  flags: number,
  ...content: readonly Uint8Array[]
): Buffer {
  return writeBox(type, u32(version * 2 ** 24 + flags), ...content)
}

export function u8(...values: readonly number[]): Buffer {
  return Buffer.from(values)
}

export function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => bytes.writeUInt16BE(value, index * 2))
  return bytes
}

/** Numbers of 32 bits, negative ones as two's complement. */
export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32BE(value >>> 0, index * 4))
  return bytes
}

/** A number of 64 bits. */
export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
