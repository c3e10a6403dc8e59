import { RtmpRefused } from './limits.ts'

/** What commands are made of. Objects and arrays are read past: nothing of them is used. */
export type AmfValue = number | boolean | string | null | { [name: string]: AmfValue }

const DEPTH_MAX = 4
const VALUES_MAX = 128
const OBJECT_END = 9

/** At most the first `count` values. Throws {@link RtmpRefused} for what isn't AMF0. */
export function readAmf(bytes: Buffer, count: number): AmfValue[] {
  let at = 0
  let read = 0

  function take(length: number): Buffer {
    if (at + length > bytes.length) throw new RtmpRefused('a command ends too early')
    at += length
    return bytes.subarray(at - length, at)
  }

  function text(lengthBytes: 2 | 4): string {
    return take(take(lengthBytes).readUIntBE(0, lengthBytes)).toString('utf8')
  }

  function skipProperties(depth: number): void {
    for (;;) {
      const name = text(2)
      if (name === '' && bytes[at] === OBJECT_END) {
        at += 1
        return
      }
      value(depth + 1)
    }
  }

  function skipItems(depth: number): void {
    const items = take(4).readUInt32BE(0)
    if (items > VALUES_MAX) throw new RtmpRefused('a command has too many values')
    for (let item = 0; item < items; item++) value(depth + 1)
  }

  function value(depth: number): AmfValue {
    read += 1
    if (depth > DEPTH_MAX || read > VALUES_MAX) throw new RtmpRefused('a command has too many values')
    const kind = take(1).readUInt8(0)
    if (kind === 0) return take(8).readDoubleBE(0)
    if (kind === 1) return take(1).readUInt8(0) !== 0
    if (kind === 2) return text(2)
    if (kind === 12) return text(4)
    if (kind === 3) skipProperties(depth)
    else if (kind === 8) {
      take(4)
      skipProperties(depth)
    } else if (kind === 10) skipItems(depth)
    else if (kind === 11) take(10)
    else if (kind !== 5 && kind !== 6) throw new RtmpRefused(`a command has a value of kind ${kind}`)
    return null
  }

  const values: AmfValue[] = []
  while (at < bytes.length && values.length < count) values.push(value(0))
  return values
}

export function writeAmf(...values: AmfValue[]): Buffer {
  return Buffer.concat(values.map(write))
}

function write(value: AmfValue): Buffer {
  if (value === null) return Buffer.of(5)
  if (typeof value === 'boolean') return Buffer.of(1, Number(value))
  if (typeof value === 'string') return Buffer.concat([Buffer.of(2), writeName(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9)
    bytes.writeDoubleBE(value, 1)
    return bytes
  }
  const properties = Object.entries(value).flatMap(([name, one]) => [writeName(name), write(one)])
  return Buffer.concat([Buffer.of(3), ...properties, Buffer.of(0, 0, OBJECT_END)])
}

function writeName(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}
