import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { asSent, command, hello } from '#server/platform/rtmp/rtmp-testing.ts'

/* Streaming software whose pictures carry closed captions (CEA-608 in ATSC A/53), which ffmpeg can't make. */

const SECONDS = 30
const PICTURES_A_SECOND = 30
const VIDEO = 9
/** Roll-up in two rows, a new line, and where it begins; each twice, as the standard wants. */
const BEGIN = [0x1425, 0x1425, 0x142d, 0x142d, 0x1470, 0x1470]
const NOTHING = 0x8080

interface Tag {
  type: number
  timestampMs: number
  payload: Buffer
}

/** Publishes a test picture that says a word each second; returns how to stop it. */
export async function publishWithCaptions(port: number, key: string, word: string): Promise<() => void> {
  const tags = await filmTags()
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => undefined)
  socket.resume()
  socket.write(Buffer.concat([hello(), Buffer.alloc(1536)]))
  socket.write(
    Buffer.concat([
      command('connect', 1, { app: 'live', tcUrl: 'rtmp://localhost/live' }),
      command('createStream', 2, null),
      command('publish', 3, null, key, 'live'),
    ]),
  )
  await sleep(1000)
  void send(tags)
  return () => socket.destroy()

  async function send(all: readonly Tag[]): Promise<void> {
    const beganAt = Date.now()
    let picture = 0
    for (const { type, timestampMs, payload } of all) {
      if (socket.destroyed) return
      const waitMs = beganAt + timestampMs - Date.now()
      if (waitMs > 0) await sleep(waitMs)
      const isPicture = type === VIDEO && payload[1] === 1
      const bytes = isPicture ? withCaption(payload, pairFor(word, picture)) : payload
      if (isPicture) picture += 1
      socket.write(asSent({ type, streamId: 1, timestampMs, payload: bytes }))
    }
  }
}

/** What ffmpeg would send. */
async function filmTags(): Promise<Tag[]> {
  const words = `-v error -f lavfi -i testsrc2=size=640x360:rate=${PICTURES_A_SECOND} -f lavfi -i sine=440
    -t ${SECONDS} -c:v libx264 -preset ultrafast -g 30 -bf 0 -pix_fmt yuv420p -c:a aac -ar 48000 -f flv pipe:1`
  const child = spawn('ffmpeg', words.split(/\s+/), { stdio: ['ignore', 'pipe', 'inherit'] })
  const pieces: Buffer[] = []
  for await (const piece of child.stdout) pieces.push(piece as Buffer)
  const bytes = Buffer.concat(pieces)
  const tags: Tag[] = []
  for (let at = 13; at + 11 <= bytes.length;) {
    const size = bytes.readUIntBE(at + 1, 3)
    const timestampMs = bytes.readUIntBE(at + 4, 3)
    tags.push({
      type: bytes.readUInt8(at),
      timestampMs,
      payload: bytes.subarray(at + 11, at + 11 + size),
    })
    at += 11 + size + 4
  }
  return tags.filter(({ type }) => type === VIDEO || type === 8)
}

/** Two bytes of captions for each picture: the word again each second. */
function pairFor(word: string, picture: number): number {
  const letters = word.length % 2 === 0 ? word : `${word} `
  const pairs = Array.from(letters).flatMap((letter, index) =>
    index % 2 === 0 ? [letter.charCodeAt(0) * 256 + letters.charCodeAt(index + 1)] : [],
  )
  return [...BEGIN, ...pairs][picture % PICTURES_A_SECOND] ?? NOTHING
}

/** A picture with a message before it (SEI), which holds a pair of the first field. */
function withCaption(payload: Buffer, pair: number): Buffer {
  const both = [withParity(pair >> 8), withParity(pair & 0x7f)]
  const said = Buffer.of(0xb5, 0, 0x31, 0x47, 0x41, 0x39, 0x34, 3, 0x41, 0xff, 0xfc, ...both, 0xff)
  const unit = Buffer.concat([Buffer.of(6, 4, said.length), said, Buffer.of(0x80)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(unit.length)
  return Buffer.concat([payload.subarray(0, 5), length, unit, payload.subarray(5)])
}

/** Seven bits, and one that makes the number of ones odd. */
function withParity(value: number): number {
  const bits = value & 0x7f
  const ones = bits.toString(2).replaceAll('0', '').length
  return ones % 2 === 0 ? bits | 0x80 : bits
}
