import { randomBytes } from 'node:crypto'

import { type AmfValue, readAmf, writeAmf } from './amf0.ts'
import { createChunkReader, type RtmpMessage, writeMessage } from './chunks.ts'
import { BEFORE_PUBLISHING, MESSAGE_BYTES_MAX, RtmpRefused } from './limits.ts'

export interface SessionEvents {
  write: (bytes: Buffer) => void
  /** Somebody wants to publish; {@link RtmpSession.answer} says whether they may. */
  onKey: (key: string) => void
  onMedia: (message: RtmpMessage) => void
  /** The sender says that it is over. */
  onEnd: () => void
}

export interface RtmpSession {
  /** Throws {@link RtmpRefused}. */
  read: (bytes: Buffer) => void
  answer: (isAllowed: boolean) => void
}

export const AUDIO = 8
const VIDEO = 9
const ACKNOWLEDGEMENT = 3
const WINDOW = 5
const BANDWIDTH = 6
const COMMAND_AMF3 = 17
const COMMAND = 20

const HANDSHAKE_BYTES = 1536
const WINDOW_BYTES = 2_500_000
const ACKNOWLEDGED_EVERY = 1_000_000
/** A key has 32 characters; a query may follow. */
const NAME_CHARACTERS_MAX = 256
const PROTOCOL_STREAM = 2
const COMMAND_STREAM = 3
const MEDIA_STREAM_ID = 1

/** The protocol of one connection: handshake, commands up to `publish`, then sound and pictures. It knows no socket. */
export function createRtmpSession({ write, onKey, onMedia, onEnd }: SessionEvents): RtmpSession {
  const chunks = createChunkReader(BEFORE_PUBLISHING.bytes)
  /** C0 and C1, then C2. */
  let handshake = Buffer.alloc(0)
  let stage: 'hello' | 'echo' | 'commands' | 'asked' | 'publishing' | 'over' = 'hello'
  let readBytes = 0
  let acknowledgedBytes = 0

  function control(type: number, payload: Buffer): void {
    write(writeMessage(PROTOCOL_STREAM, { type, streamId: 0, payload }))
  }

  function reply(streamId: number, ...values: AmfValue[]): void {
    write(writeMessage(COMMAND_STREAM, { type: COMMAND, streamId, payload: writeAmf(...values) }))
  }

  function tellStatus(level: 'status' | 'error', code: string, description: string): void {
    reply(MEDIA_STREAM_ID, 'onStatus', 0, null, { level, code, description })
  }

  /** Returns what is left once the handshake is over. */
  function shakeHands(bytes: Buffer): Buffer {
    handshake = Buffer.concat([handshake, bytes])
    if (stage === 'hello') {
      if (handshake[0] !== 3) throw new RtmpRefused('no RTMP')
      if (handshake.length < 1 + HANDSHAKE_BYTES) return Buffer.alloc(0)
      const [hello, rest] = [
        handshake.subarray(1, 1 + HANDSHAKE_BYTES),
        handshake.subarray(1 + HANDSHAKE_BYTES),
      ]
      // Eight zero bytes in front: the plain handshake, without a signature that nobody checks.
      write(Buffer.concat([Buffer.of(3), Buffer.alloc(8), randomBytes(HANDSHAKE_BYTES - 8), hello]))
      handshake = rest
      stage = 'echo'
    }
    if (handshake.length < HANDSHAKE_BYTES) return Buffer.alloc(0)
    const rest = handshake.subarray(HANDSHAKE_BYTES)
    handshake = Buffer.alloc(0)
    stage = 'commands'
    return rest
  }

  function publish(name: AmfValue | undefined): void {
    if (stage !== 'commands') throw new RtmpRefused('publishes twice')
    if (typeof name !== 'string' || name.length > NAME_CHARACTERS_MAX) throw new RtmpRefused('no key')
    stage = 'asked'
    onKey(name.split('?', 1)[0] ?? '')
  }

  function command(payload: Buffer): void {
    const [name, transaction, , argument] = readAmf(payload, 4)
    const id = typeof transaction === 'number' ? transaction : 0
    if (name === 'connect') {
      control(WINDOW, uint32(WINDOW_BYTES))
      control(BANDWIDTH, Buffer.concat([uint32(WINDOW_BYTES), Buffer.of(2)]))
      const description = 'Connection succeeded.'
      const code = 'NetConnection.Connect.Success'
      const server = { fmsVer: 'FMS/3,0,1,123', capabilities: 31 }
      reply(0, '_result', id, server, { level: 'status', code, description, objectEncoding: 0 })
    } else if (name === 'createStream') reply(0, '_result', id, null, MEDIA_STREAM_ID)
    else if (name === 'publish') publish(argument)
    else if (name === 'play') throw new RtmpRefused('wants to watch')
    else if (name === 'deleteStream' || name === 'closeStream' || name === 'FCUnpublish') {
      if (stage === 'publishing') onEnd()
      stage = 'over'
    }
  }

  function take(message: RtmpMessage): void {
    const { type, payload } = message
    if (type === COMMAND) command(payload)
    else if (type === COMMAND_AMF3) command(payload.subarray(1))
    else if ((type === AUDIO || type === VIDEO) && stage === 'publishing') onMedia(message)
  }

  return {
    read(bytes) {
      if (stage === 'over') return
      readBytes += bytes.length
      if (stage !== 'publishing' && readBytes > BEFORE_PUBLISHING.bytes)
        throw new RtmpRefused('sends too much before it publishes')
      const isShaking = stage === 'hello' || stage === 'echo'
      const rest = isShaking ? shakeHands(bytes) : bytes
      for (const message of chunks.read(rest)) take(message)
      if (readBytes - acknowledgedBytes < ACKNOWLEDGED_EVERY) return
      acknowledgedBytes = readBytes
      control(ACKNOWLEDGEMENT, uint32(readBytes % 2 ** 32))
    },
    answer(isAllowed) {
      if (stage !== 'asked') return
      if (!isAllowed) {
        stage = 'over'
        tellStatus('error', 'NetStream.Publish.BadName', 'This stream key isn’t valid.')
        return
      }
      stage = 'publishing'
      chunks.limitMessages(MESSAGE_BYTES_MAX)
      tellStatus('status', 'NetStream.Publish.Start', 'Publishing.')
    },
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
