import { CHUNK_STREAMS_MAX, RtmpRefused, UNFINISHED_BYTES_MAX } from './limits.ts'

export interface RtmpMessage {
  type: number
  streamId: number
  timestampMs: number
  payload: Buffer
}

export interface ChunkReader {
  /** The messages these bytes complete. Throws {@link RtmpRefused}. */
  read: (bytes: Buffer) => RtmpMessage[]
  /** From now on. */
  limitMessages: (bytes: number) => void
}

interface ChunkStream {
  timestampMs: number
  /** The last timestamp field: absolute or a difference, as its header said. */
  field: number
  isExtended: boolean
  length: number
  type: number
  streamId: number
  received: number
  payload: Buffer
}

const SET_CHUNK_SIZE = 1
const ABORT = 2
/** Lengths of the message header, by the format of the chunk. */
const HEADER_BYTES = [11, 7, 3, 0]
const EXTENDED = 0xff_ff_ff
const CHUNK_BYTES_FIRST = 128
const FIRST_PIECE_BYTES = 16 * 1024

/**
 * Puts the chunks of one connection together. Memory follows the bytes that came, never the lengths that were announced.
 */
export function createChunkReader(messageBytesMax: number): ChunkReader {
  const streams = new Map<number, ChunkStream>()
  const header = Buffer.alloc(18)
  let headerBytes = 0
  let chunkBytes = CHUNK_BYTES_FIRST
  let unfinishedBytes = 0
  let messageMax = messageBytesMax
  /** The stream whose payload comes next, and how much of it belongs to this chunk. */
  let current: ChunkStream | null = null
  let left = 0

  function basicBytes(): number {
    const id = header.readUInt8(0) & 0x3f
    return id === 0 ? 2 : id === 1 ? 3 : 1
  }

  function streamNumber(): number {
    const id = header.readUInt8(0) & 0x3f
    if (id === 0) return 64 + header.readUInt8(1)
    return id === 1 ? 64 + header.readUInt16LE(1) : id
  }

  /** As far as the bytes so far tell. */
  function wantedHeaderBytes(): number {
    const basic = basicBytes()
    const format = header.readUInt8(0) >> 6
    const plain = basic + (HEADER_BYTES[format] ?? 0)
    if (headerBytes < plain) return plain
    const isExtended =
      format === 3
        ? (streams.get(streamNumber())?.isExtended ?? false)
        : header.readUIntBE(basic, 3) === EXTENDED
    return isExtended ? plain + 4 : plain
  }

  function streamOf(format: number): ChunkStream {
    const number = streamNumber()
    const known = streams.get(number)
    if (known) return known
    if (format !== 0) throw new RtmpRefused('a chunk stream begins without a header')
    if (streams.size >= CHUNK_STREAMS_MAX) throw new RtmpRefused('too many chunk streams')
    const stream: ChunkStream = {
      timestampMs: 0,
      field: 0,
      isExtended: false,
      length: 0,
      type: 0,
      streamId: 0,
      received: 0,
      payload: Buffer.alloc(0),
    }
    streams.set(number, stream)
    return stream
  }

  function beginChunk(): ChunkStream {
    const format = header.readUInt8(0) >> 6
    const basic = basicBytes()
    const stream = streamOf(format)
    const isContinued = stream.received > 0
    if (isContinued && format !== 3) throw new RtmpRefused('a message begins inside another one')
    if (format <= 2) {
      const field = header.readUIntBE(basic, 3)
      stream.isExtended = field === EXTENDED
      stream.field = stream.isExtended ? header.readUInt32BE(basic + (HEADER_BYTES[format] ?? 0)) : field
    }
    if (format <= 1) {
      stream.length = header.readUIntBE(basic + 3, 3)
      stream.type = header.readUInt8(basic + 6)
    }
    if (format === 0) stream.streamId = header.readUInt32LE(basic + 7)
    if (stream.length > messageMax) throw new RtmpRefused(`a message of ${stream.length} bytes`)
    if (!isContinued)
      stream.timestampMs = format === 0 ? stream.field : (stream.timestampMs + stream.field) >>> 0
    return stream
  }

  function append(stream: ChunkStream, piece: Buffer): void {
    const wanted = stream.received + piece.length
    if (wanted > stream.payload.length) {
      const room = Math.min(stream.length, Math.max(wanted, FIRST_PIECE_BYTES, stream.payload.length * 2))
      const larger = Buffer.alloc(room)
      stream.payload.copy(larger, 0, 0, stream.received)
      stream.payload = larger
    }
    piece.copy(stream.payload, stream.received)
    stream.received = wanted
    unfinishedBytes += piece.length
    if (unfinishedBytes > UNFINISHED_BYTES_MAX) throw new RtmpRefused('too much is unfinished')
  }

  function drop(stream: ChunkStream): void {
    unfinishedBytes -= stream.received
    stream.received = 0
    stream.payload = Buffer.alloc(0)
  }

  function finish(stream: ChunkStream): RtmpMessage | null {
    const { type, streamId, timestampMs, length } = stream
    const payload = stream.payload.subarray(0, length)
    drop(stream)
    if (type === SET_CHUNK_SIZE) {
      const size = payload.length === 4 ? payload.readUInt32BE(0) : 0
      if (size < CHUNK_BYTES_FIRST || size > 0x7f_ff_ff_ff) throw new RtmpRefused(`chunks of ${size} bytes`)
      chunkBytes = size
      return null
    }
    if (type === ABORT) {
      const aborted = payload.length === 4 ? streams.get(payload.readUInt32BE(0)) : undefined
      if (aborted) drop(aborted)
      return null
    }
    return { type, streamId, timestampMs, payload }
  }

  return {
    limitMessages(bytes) {
      messageMax = bytes
    },
    read(bytes) {
      const messages: RtmpMessage[] = []
      let at = 0
      while (at < bytes.length) {
        if (current === null) {
          header.writeUInt8(bytes.readUInt8(at), headerBytes)
          at += 1
          headerBytes += 1
          if (headerBytes < wantedHeaderBytes()) continue
          current = beginChunk()
          headerBytes = 0
          left = Math.min(chunkBytes, current.length - current.received)
        } else {
          const piece = bytes.subarray(at, at + left)
          at += piece.length
          left -= piece.length
          append(current, piece)
        }
        if (left > 0) continue
        const stream: ChunkStream = current
        current = null
        if (stream.received < stream.length) continue
        const message = finish(stream)
        if (message) messages.push(message)
      }
      return messages
    },
  }
}

/** One message as chunks of at most {@link CHUNK_BYTES_FIRST} bytes, which every receiver takes. */
export function writeMessage(chunkStream: number, message: Omit<RtmpMessage, 'timestampMs'>): Buffer {
  const { type, streamId, payload } = message
  const header = Buffer.alloc(12)
  header.writeUInt8(chunkStream, 0)
  header.writeUIntBE(payload.length, 4, 3)
  header.writeUInt8(type, 7)
  header.writeUInt32LE(streamId, 8)
  const pieces: Buffer[] = [header]
  for (let at = 0; at < payload.length; at += CHUNK_BYTES_FIRST) {
    if (at > 0) pieces.push(Buffer.of(0xc0 | chunkStream))
    pieces.push(payload.subarray(at, at + CHUNK_BYTES_FIRST))
  }
  return Buffer.concat(pieces)
}
