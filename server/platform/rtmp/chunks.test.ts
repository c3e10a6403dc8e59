import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readAmf, writeAmf } from './amf0.ts'
import { createChunkReader, writeMessage } from './chunks.ts'
import { RtmpRefused } from './limits.ts'

const message = (payload: Buffer) => ({ type: 9, streamId: 1, payload })

/** A chunk with a full header. */
function chunk(stream: number, length: number, payload: Buffer, { type = 9, timestamp = 0 } = {}): Buffer {
  const header = Buffer.alloc(12)
  header.writeUInt8(stream)
  header.writeUIntBE(timestamp, 1, 3)
  header.writeUIntBE(length, 4, 3)
  header.writeUInt8(type, 7)
  return Buffer.concat([header, payload])
}

describe('chunks', () => {
  test('of a message are put together, in whatever pieces they come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 700 }), { maxLength: 5 }),
        fc.integer({ min: 1, max: 300 }),
        (payloads, step) => {
          const reader = createChunkReader(1000)
          const sent = Buffer.concat(
            payloads.map((payload) => writeMessage(5, message(Buffer.from(payload)))),
          )
          const read: Buffer[] = []
          for (let at = 0; at < sent.length; at += step)
            for (const { payload } of reader.read(sent.subarray(at, at + step))) read.push(payload)
          expect(read.map((payload) => payload.toString('hex'))).toEqual(
            payloads.map((payload) => Buffer.from(payload).toString('hex')),
          )
        },
      ),
    )
  })

  test('of two messages may take turns', () => {
    const reader = createChunkReader(1000)
    const [video, audio] = [Buffer.alloc(200, 1), Buffer.alloc(150, 2)]
    const read = reader.read(
      Buffer.concat([
        chunk(4, 200, video.subarray(0, 128)),
        chunk(5, 150, audio.subarray(0, 128), { type: 8 }),
        Buffer.of(0xc4),
        video.subarray(128),
        Buffer.of(0xc5),
        audio.subarray(128),
      ]),
    )
    expect(read.map(({ type, payload }) => [type, payload])).toEqual([
      [9, video],
      [8, audio],
    ])
  })

  test('count time from the message before, and by four bytes where three don’t do', () => {
    const reader = createChunkReader(1000)
    const later = Buffer.concat([Buffer.of(0x44, 0, 0, 40, 0, 0, 1, 9), Buffer.of(7)])
    const again = Buffer.of(0xc4, 7)
    const long = chunk(4, 1, Buffer.of(0x01, 0, 0, 0, 7), { timestamp: 0xff_ff_ff })
    const read = reader.read(
      Buffer.concat([chunk(4, 1, Buffer.of(7), { timestamp: 1000 }), later, again, long]),
    )
    expect(read.map(({ timestampMs }) => timestampMs)).toEqual([1000, 1040, 1080, 0x01_00_00_00])
  })

  test('become larger when the sender says so, and a message can be given up', () => {
    const reader = createChunkReader(1000)
    const size = writeMessage(2, { type: 1, streamId: 0, payload: Buffer.of(0, 0, 2, 0) })
    expect(reader.read(Buffer.concat([size, chunk(4, 300, Buffer.alloc(300))]))).toHaveLength(1)
    const given = writeMessage(2, { type: 2, streamId: 0, payload: Buffer.of(0, 0, 0, 4) })
    const begun = chunk(4, 600, Buffer.alloc(512))
    expect(
      reader.read(Buffer.concat([begun, given, chunk(4, 5, Buffer.from('hello'))])).map(String),
    ).toHaveLength(1)
  })

  test.each([
    ['a message that is too long', chunk(4, 1001, Buffer.alloc(0))],
    ['a stream that begins without a header', Buffer.of(0xc4)],
    ['no chunks at all', writeMessage(2, { type: 1, streamId: 0, payload: Buffer.alloc(4) })],
    ['chunks of one byte', writeMessage(2, { type: 1, streamId: 0, payload: Buffer.of(0, 0, 0, 1) })],
    ['a size of no bytes', writeMessage(2, { type: 1, streamId: 0, payload: Buffer.alloc(0) })],
    [
      'a message inside another',
      Buffer.concat([chunk(4, 200, Buffer.alloc(128)), chunk(4, 9, Buffer.alloc(9))]),
    ],
    ['nine streams', Buffer.concat(Array.from({ length: 9 }, (_, at) => chunk(3 + at, 1, Buffer.alloc(1))))],
  ])('with %s are refused', (_name, bytes) => {
    expect(() => createChunkReader(1000).read(bytes)).toThrow(RtmpRefused)
  })

  test('take memory for what came, not for what was announced', () => {
    const before = process.memoryUsage().arrayBuffers
    const readers = Array.from({ length: 100 }, () => createChunkReader(2_000_000))
    for (const reader of readers)
      for (let stream = 3; stream < 11; stream++) reader.read(chunk(stream, 2_000_000, Buffer.alloc(128)))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40_000_000)
    expect(readers).toHaveLength(100)
  })

  test('that are anything at all are read or refused', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 8 }), (pieces) => {
        const reader = createChunkReader(100_000)
        try {
          for (const piece of pieces) reader.read(Buffer.from(piece))
        } catch (error) {
          expect(error).toBeInstanceOf(RtmpRefused)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('commands', () => {
  test('are read as they were written, their objects left out', () => {
    const written = writeAmf('publish', 5, { app: 'live', inner: { deep: true } }, null, true, 'key')
    expect(readAmf(written, 6)).toEqual(['publish', 5, null, null, true, 'key'])
  })

  test('that are anything at all are read or refused', () => {
    const deep = Buffer.concat(Array.from({ length: 50_000 }, () => Buffer.of(3, 0, 1, 97)))
    const items = Buffer.concat([Buffer.of(10, 0xff, 0xff, 0xff, 0xff), Buffer.alloc(60_000, 5)])
    const wide = Buffer.concat([
      Buffer.of(3),
      Buffer.concat(Array.from({ length: 10_000 }, () => Buffer.of(0, 1, 97, 5))),
    ])
    for (const bytes of [deep, items, wide]) expect(() => readAmf(bytes, 4)).toThrow(RtmpRefused)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          readAmf(Buffer.from(bytes), 4)
        } catch (error) {
          expect(error).toBeInstanceOf(RtmpRefused)
        }
      }),
      { numRuns: 500 },
    )
  })
})
