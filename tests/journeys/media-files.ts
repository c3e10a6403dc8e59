import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'

import { UPLOAD_MAX_BYTES } from '#contract/media/rules.ts'

/** The files that journeys upload: real ones, made for the run. */
export interface MediaFolder {
  /** 12 megapixels, rotated to its side, with the location where it was taken. */
  photo: () => Promise<string>
  /** Twelve frames of a moving square. */
  animation: () => Promise<string>
  /** 40 seconds in 720p: H.264 and AAC in MP4, about 60 MB, without metadata, which is removed from videos. */
  clip: () => Promise<string>
  /** Eight seconds in 240p, which are processed quickly. */
  shortClip: () => Promise<string>
  /** Ten minutes of a tone, as MP3. */
  recording: () => Promise<string>
  captions: () => Promise<string>
  /** One byte above the limit; it takes no disk space. */
  tooLarge: () => Promise<string>
  remove: () => Promise<void>
}

/** A folder that makes each file when it is first needed. */
export async function makeMediaFolder(): Promise<MediaFolder> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-media-'))
  const made = new Map<string, Promise<string>>()
  const lazily = (name: string, make: (file: string) => Promise<unknown>) => () => {
    const file = path.join(folder, name)
    const known = made.get(name) ?? make(file).then(() => file)
    made.set(name, known)
    return known
  }
  return {
    photo: lazily('harbour.jpg', drawPhoto),
    animation: lazily('square.gif', drawAnimation),
    clip: lazily('kitchen.mp4', (file) =>
      ffmpeg(
        `-f lavfi -i testsrc2=size=1280x720:rate=24:duration=40 -f lavfi -i sine=frequency=330:duration=40
        -c:v libx264 -preset ultrafast -b:v 12M -minrate 12M -maxrate 12M -bufsize 6M -x264-params nal-hrd=cbr
        -pix_fmt yuv420p -c:a aac -movflags +faststart`,
        file,
      ).then(() => dropDescription(file)),
    ),
    shortClip: lazily('steam.mp4', (file) =>
      ffmpeg(
        `-f lavfi -i testsrc2=size=426x240:rate=24:duration=8 -f lavfi -i sine=frequency=330:duration=8
        -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -movflags +faststart`,
        file,
      ),
    ),
    recording: lazily('evening.mp3', (file) =>
      ffmpeg('-f lavfi -i sine=frequency=220:duration=600 -b:a 64k', file),
    ),
    captions: lazily('kitchen.vtt', (file) =>
      fs.writeFile(file, 'WEBVTT\n\n00:00.000 --> 00:40.000\nThe kettle boils.\n'),
    ),
    tooLarge: lazily('everything.mp4', async (file) => {
      await fs.writeFile(file, '')
      await fs.truncate(file, UPLOAD_MAX_BYTES + 1)
    }),
    remove: () => fs.rm(folder, { recursive: true, force: true }),
  }
}

async function drawPhoto(file: string): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="3000">
    <rect width="4000" height="3000" fill="#e9d3ac"/><circle cx="2900" cy="900" r="420" fill="#fff2d0"/>
    <path d="M0 1900 C 1000 1500 2100 2300 4000 1700 V3000 H0Z" fill="#2b5a6b"/></svg>`
  await sharp(Buffer.from(svg))
    .jpeg({ quality: 92 })
    .withExif({
      IFD0: { Make: 'Cheers', Model: 'Pocket' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '18/1 31/1 12/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '73/1 51/1 24/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .toFile(file)
}

async function drawAnimation(file: string): Promise<void> {
  const frames = Array.from({ length: 12 }, (_, index) =>
    sharp({ create: { width: 320, height: 180, channels: 3, background: '#174a34' } })
      .composite([
        {
          input: { create: { width: 60, height: 60, channels: 3, background: '#f3d9b0' } },
          left: 20 * index,
          top: 60,
        },
      ])
      .png()
      .toBuffer(),
  )
  await sharp(await Promise.all(frames), { join: { animated: true } })
    .gif({ delay: 80, loop: 0 })
    .toFile(file)
}

async function ffmpeg(parameters: string, file: string): Promise<void> {
  const words = `-nostdin -v error -y ${parameters}`.split(/\s+/)
  const child = spawn('ffmpeg', [...words, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`ffmpeg failed: ${said}`)
}

/** Turns the box where ffmpeg names the program that made the file into free space. */
async function dropDescription(file: string): Promise<void> {
  const bytes = await fs.readFile(file)
  const at = bytes.indexOf('udta')
  bytes.fill(0, at + 4, at - 4 + bytes.readUInt32BE(at - 4))
  bytes.write('free', at)
  await fs.writeFile(file, bytes)
}
