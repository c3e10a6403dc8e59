import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'

import { hasPrograms } from '#server/testing/optional-program.ts'

import { openProcesses } from '../process-pool/open-processes.ts'
import { aClip, aTone } from './clip-testing.ts'
import { readPlayable } from './probe.ts'
import { stripDescriptions } from './strip-descriptions.ts'

const execute = promisify(execFile)
const isHere = hasPrograms('ffmpeg', 'ffprobe')

let folder: string
const processes = openProcesses('shared')

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-strip-'))
})
afterAll(() => processes.close())
afterEach(() => fs.rm(folder, { recursive: true, force: true }))

async function stripped(bytes: Buffer): Promise<Buffer> {
  const file = path.join(folder, 'clip')
  await fs.writeFile(file, bytes)
  await stripDescriptions(file)
  return fs.readFile(file)
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + body.length)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, body])
}

const place = box('\xa9xyz', Buffer.from('+12.9716+077.5946/'))

test('a video loses its location, and nothing else moves', async () => {
  const video = Buffer.from('the video itself, with the word udta in it')
  const before = Buffer.concat([
    box('ftyp', Buffer.from('isom')),
    box('mdat', video),
    box('moov', box('mvhd', Buffer.alloc(20, 7)), box('trak', box('udta', place)), box('udta', place)),
    box('uuid', Buffer.from('<x:xmpmeta>Bengaluru</x:xmpmeta>')),
  ])
  const after = await stripped(before)
  expect(after.length).toBe(before.length)
  expect(after.includes('+12.9716')).toBe(false)
  expect(after.includes('Bengaluru')).toBe(false)
  expect(after.includes(video)).toBe(true)
  expect(after.indexOf('mvhd')).toBe(before.indexOf('mvhd'))
  expect(after.includes('udta')).toBe(true)
  expect(after.toString('latin1').match(/free/g)).toHaveLength(3)
})

test('a file of nothing but tiny pieces is given up quickly', async () => {
  const many = Buffer.alloc(8 * 1024 * 1024)
  const wave = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), many])
  expect((await stripped(wave)).equals(wave)).toBe(true)
  const flac = Buffer.concat([Buffer.from('fLaC'), many])
  expect((await stripped(flac)).equals(flac)).toBe(true)
  const boxes = Buffer.concat(Array.from({ length: 200_000 }, () => box('trak', box('mdia'))))
  const video = Buffer.concat([box('ftyp'), box('moov', boxes)])
  expect((await stripped(video)).length).toBe(video.length)
})

test('other kinds of files, and broken ones, are left unchanged', async () => {
  for (const bytes of [
    aClip(),
    Buffer.from('short'),
    Buffer.concat([box('moov', box('udta', place)).subarray(0, 20)]),
    Buffer.concat([Buffer.from([0, 0, 0, 3]), Buffer.from('moov')]),
  ])
    expect((await stripped(bytes)).equals(bytes)).toBe(true)
})

test('dates are removed too', async () => {
  const stamped = Buffer.alloc(20, 7)
  stamped.writeUInt8(0, 0)
  const after = await stripped(
    Buffer.concat([box('ftyp', Buffer.from('isom')), box('moov', box('mvhd', stamped))]),
  )
  const dates = after.indexOf('mvhd') + 8
  expect(after.subarray(dates, dates + 8)).toEqual(Buffer.alloc(8))
  expect(after.subarray(dates + 8)).toEqual(Buffer.alloc(8, 7))
})

test('a track that holds locations is removed, however it refers to them', async () => {
  const numbers = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4)
    for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
    return bytes
  }
  const places = Buffer.from('12.9716,77.5946;12.9717,77.5947;')
  const video = Buffer.from('the video itself')
  const head = box('ftyp', Buffer.from('isom'))
  const at = head.length + 8
  const track = (handler: string, ...tables: Buffer[]) =>
    box(
      'trak',
      box('mdia', box('hdlr', Buffer.alloc(8), Buffer.from(handler)), box('minf', box('stbl', ...tables))),
    )
  const before = Buffer.concat([
    head,
    box('mdat', places, video),
    box(
      'moov',
      track('vide', box('stco', numbers(0, 1, at + places.length))),
      track(
        'meta',
        box('stsc', numbers(0, 1, 1, 1, 1)),
        box('stsz', numbers(0, 0, 2, 16, 16)),
        // The second chunk is named often, which must not make it much work.
        box('stco', numbers(0, 4, at, at + 16, at + 16, at + 16)),
      ),
    ),
  ])
  const after = await stripped(before)
  expect(after.length).toBe(before.length)
  expect(after.includes('12.97')).toBe(false)
  expect(after.includes(video)).toBe(true)
  expect([after.includes('vide'), after.includes('meta')]).toEqual([true, false])
})

test('an audio file loses the tags before, after and between its chunks', async () => {
  const id3 = Buffer.concat([
    Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x14'),
    Buffer.from('TIT2 at home, 12.9716'),
  ])
  const tag = Buffer.concat([Buffer.from('TAG at home, 12.9716'), Buffer.alloc(108)])
  const frames = Buffer.alloc(4000, 0xff)
  const mp3 = await stripped(Buffer.concat([id3.subarray(0, 30), frames, tag]))
  expect(mp3.includes('12.9716')).toBe(false)
  expect([mp3.length, mp3.subarray(30).equals(frames)]).toEqual([4030, true])

  const tone = aTone(1)
  const list = box('LIST', Buffer.from('INFOICMT12.9716!'))
  list.writeUInt32LE(16, 0)
  const chunk = Buffer.concat([list.subarray(4, 8), list.subarray(0, 4), list.subarray(8)])
  const wav = await stripped(Buffer.concat([tone, chunk]))
  expect(wav.includes('12.9716')).toBe(false)
  expect(wav.subarray(0, tone.length).equals(tone)).toBe(true)
  expect((await stripped(tone)).equals(tone)).toBe(true)
})

const PICTURE = '-f lavfi -i testsrc2=size=64x48:rate=10:duration=1'
const SOUND = '-f lavfi -i sine=frequency=330:duration=1'
const TITLES = [
  'location=+12.9716+077.5946/',
  'artist=Asha Rao of Bengaluru',
  'comment=Bengaluru',
  'title=Bengaluru',
]

describe.skipIf(!isHere)('with ffmpeg on the machine (skipped where there is none)', () => {
  async function ffmpeg(words: string, ...rest: string[]): Promise<string> {
    const args = ['-nostdin', '-v', 'error', '-y', ...words.split(' '), ...rest]
    return (await execute('ffmpeg', args)).stdout
  }

  test.each([
    ['video', 'mp4', `${PICTURE} ${SOUND} -c:v libx264 -pix_fmt yuv420p -c:a aac`],
    [
      'video',
      'mov',
      `${PICTURE} ${SOUND} -c:v libx264 -pix_fmt yuv420p -c:a aac -movflags use_metadata_tags`,
    ],
    ['video', 'webm', `${PICTURE} ${SOUND} -c:v libvpx -c:a libvorbis`],
    ['video', 'mkv', `${PICTURE} ${SOUND} -c:v libx264 -pix_fmt yuv420p -c:a aac`],
    ['audio', 'm4a', `${SOUND} -c:a aac`],
    ['audio', 'mp3', `${SOUND} -c:a libmp3lame -write_id3v1 1`],
    ['audio', 'wav', `${SOUND} -c:a pcm_s16le`],
    ['audio', 'ogg', `${SOUND} -c:a libvorbis`],
    ['audio', 'opus', `${SOUND} -c:a libopus`],
    ['audio', 'flac', `${SOUND} -c:a flac`],
  ] as const)('a %s as %s loses its metadata, and plays as before', async (kind, ending, how) => {
    const file = path.join(folder, `made.${ending}`)
    const titles = [...TITLES, 'creation_time=2024-05-06T07:08:09Z'].flatMap((title) => ['-metadata', title])
    await ffmpeg(how, ...titles, file)
    const before = await fs.readFile(file)
    expect(before.includes('Bengaluru')).toBe(true)
    const facts = await readPlayable({ processes }, file, kind)
    const played = () => ffmpeg('-xerror -i', file, ...'-map 0:v? -map 0:a -f framemd5 -'.split(' '))
    const frames = await played()
    await stripDescriptions(file)
    const after = await fs.readFile(file)
    for (const told of ['Bengaluru', '12.9716', '2024-05-06', 'Asha'])
      expect(after.includes(told)).toBe(false)
    expect(await readPlayable({ processes }, file, kind)).toEqual(facts)
    expect(await played()).toBe(frames)
    const { stdout } = await execute('ffprobe', [
      ...'-v error -of json -show_entries format_tags'.split(' '),
      file,
    ])
    expect(stdout).not.toMatch(/creation_time|location|comment|title|artist/i)
    await stripDescriptions(file)
    expect((await fs.readFile(file)).equals(after)).toBe(true)
  })

  test('the track in which a drone notes its location is removed too', async () => {
    const places = path.join(folder, 'places.srt')
    await fs.writeFile(places, '1\n00:00:00,000 --> 00:00:01,000\nGPS 12.9716, 77.5946\n')
    const file = path.join(folder, 'drone.mp4')
    await ffmpeg(`${PICTURE} -i`, places, ...'-c:v libx264 -pix_fmt yuv420p -c:s mov_text'.split(' '), file)
    expect((await fs.readFile(file)).includes('12.9716')).toBe(true)
    await stripDescriptions(file)
    expect((await fs.readFile(file)).includes('12.9716')).toBe(false)
    expect(await readPlayable({ processes }, file, 'video')).toMatchObject({
      playsNatively: true,
      widthPx: 64,
    })
  })
})
