import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { type AmfValue, writeAmf } from './amf0.ts'
import { type RtmpMessage, writeMessage } from './chunks.ts'
import { createPublication } from './publication.ts'

/** What an encoder says first: the handshake, then commands up to `publish`. */
export function hello(): Buffer {
  return Buffer.concat([Buffer.of(3), Buffer.alloc(8), randomBytes(1528)])
}

export function command(...values: AmfValue[]): Buffer {
  return writeMessage(3, { type: 20, streamId: 0, payload: writeAmf(...values) })
}

function commandsUpToPublish(key: string): Buffer {
  return Buffer.concat([
    command('connect', 1, { app: 'live', tcUrl: 'rtmp://localhost/live' }),
    command('createStream', 2, null),
    command('publish', 3, null, key, 'live'),
  ])
}

export interface TestSender {
  socket: Socket
  /** Everything that came back. */
  heard: () => Buffer
  closed: Promise<unknown>
}

export async function dial(port: number): Promise<TestSender> {
  const socket = connect({ host: '127.0.0.1', port })
  const pieces: Buffer[] = []
  socket.on('data', (bytes: Buffer) => pieces.push(bytes))
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  return { socket, heard: () => Buffer.concat(pieces), closed }
}

/** Connects and shows a key. */
export async function publishAs(port: number, key: string): Promise<TestSender> {
  const sender = await dial(port)
  sender.socket.write(Buffer.concat([hello(), Buffer.alloc(1536), commandsUpToPublish(key)]))
  return sender
}

/** Main profile, 640 × 360. */
export const VIDEO_RECORD = Buffer.from(
  '014d401effe10018674d401eeca05017fcb80880000003008000001e078b16cb01000468ce0fc8',
  'hex',
)
/** AAC-LC, 48 kHz, two channels. */
const AUDIO_RECORD = Buffer.of(0x11, 0x90)

function media(type: 8 | 9, timestampMs: number, payload: Buffer): RtmpMessage {
  return { type, streamId: 1, timestampMs, payload }
}

/** A message with a picture, as far as anything but a decoder looks. */
export function picture(
  timestampMs: number,
  { isKeyframe = false, bytes = Buffer.from('a picture'), shownAfterMs = 0 } = {},
): RtmpMessage {
  const head = Buffer.from([(isKeyframe ? 0x10 : 0x20) + 7, 1, 0, 0, 0])
  head.writeIntBE(shownAfterMs, 2, 3)
  return media(9, timestampMs, Buffer.concat([head, bytes]))
}

export function sound(timestampMs: number): RtmpMessage {
  return media(8, timestampMs, Buffer.concat([Buffer.of(0xaf, 1), Buffer.from('a sound')]))
}

export function videoSettings(record = VIDEO_RECORD): RtmpMessage {
  return media(9, 0, Buffer.concat([Buffer.of(0x17, 0, 0, 0, 0), record]))
}

export function audioSettings(record = AUDIO_RECORD): RtmpMessage {
  return media(8, 0, Buffer.concat([Buffer.of(0xaf, 0), record]))
}

/** As an encoder sends it. */
export function asSent(message: RtmpMessage): Buffer {
  const bytes = writeMessage(message.type === 9 ? 4 : 5, message)
  bytes.writeUIntBE(message.timestampMs, 1, 3)
  return bytes
}

/** Pictures and sound from a moment on, ten a second, with a keyframe each second. */
export function aStretch(fromMs: number, lengthMs: number): Buffer {
  const messages: RtmpMessage[] = []
  for (let ms = fromMs; ms < fromMs + lengthMs; ms += 100)
    messages.push(picture(ms, { isKeyframe: ms % 1000 === 0 }), sound(ms))
  return Buffer.concat(messages.map(asSent))
}

/** What becomes of seconds of picture and sound that software sends: a header, and a segment for each second. */
export function publishedSeconds(
  seconds: number,
  { withSound = true } = {},
): { init: Buffer<ArrayBuffer>; segments: Buffer<ArrayBuffer>[] } {
  let init = Buffer.alloc(0)
  const segments: Buffer<ArrayBuffer>[] = []
  const publication = createPublication(
    {
      onInit: ({ bytes }) => (init = Buffer.from(bytes)),
      onSegment: (bytes) => segments.push(Buffer.from(bytes)),
    },
    () => 0,
  )
  publication.take(videoSettings())
  if (withSound) publication.take(audioSettings())
  for (let ms = 0; ms <= seconds * 1000; ms += 100) {
    publication.take(picture(ms, { isKeyframe: ms % 1000 === 0, bytes: Buffer.alloc(5000) }))
    if (withSound) publication.take(sound(ms))
  }
  return { init, segments }
}
