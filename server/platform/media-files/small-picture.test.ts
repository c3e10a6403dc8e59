import { describe, expect, test } from 'vitest'

import { type Sample, writeFragment, writeInit } from '../rtmp/fragmented-mp4.ts'
import { VIDEO_RECORD } from '../rtmp/rtmp-testing.ts'
import { readBoxes, u16, u32, wholeBox, writeBox } from './boxes.ts'
import { readFragment } from './join/read-fragment.ts'
import { readInit } from './join/read-init.ts'
import { readRuns } from './runs.ts'
import { pictureSpan, smallFrameOf, smallInit, smallSegment } from './small-picture.ts'
import { soundOfInit, soundOfSegment } from './sound-alone.ts'

const AUDIO = { record: Buffer.of(0x11, 0x90), codec: 'mp4a.40.2', sampleRate: 48_000, channels: 2 }

function anInit(width: number, height: number, audio: typeof AUDIO | null = AUDIO): Buffer {
  return writeInit({ record: VIDEO_RECORD, codec: 'avc1.4d401e', width, height }, audio)
}

/** NAL units, each with its length before it. */
function units(...bytes: number[][]): Buffer {
  return Buffer.concat(bytes.flatMap((unit) => [u32(unit.length), Buffer.from(unit)]))
}

function pictures(count: number, shift: number, bytes = units([0x41, 1, 2, 3])): Sample[] {
  return Array.from({ length: count }, (_, index) => ({
    bytes: index === 0 ? units([6, 5, 9, 9, 9], [0x65, 7, 7]) : bytes,
    duration: index % 3 === 0 ? 34 : 33,
    isKeyframe: index === 0,
    shownAfter: shift,
  }))
}

const SOUNDS: Sample[] = Array.from({ length: 47 }, (_, index) => ({
  bytes: Buffer.from(`sound ${index}`),
  duration: 1024,
  isKeyframe: true,
  shownAfter: 0,
}))

function aSegment(startsAt = 7000, shift = 66): Buffer {
  return writeFragment(
    8,
    { startsAt, samples: pictures(30, shift) },
    { startsAt: startsAt * 48, samples: SOUNDS },
  )
}

/** What an encoder would have made of it: every second picture, in the order they are shown in. */
function made(startsAt: number, count = 15): Buffer {
  const samples = pictures(count, 0).map((sample) => ({ ...sample, duration: 67 }))
  return Buffer.concat([anInit(640, 360, null), writeFragment(1, { startsAt, samples }, null)])
}

describe('the size of a small picture', () => {
  test.each([
    [1920, 1080, 640, 360],
    [1280, 720, 640, 360],
    [1366, 768, 640, 360],
    [1080, 1920, 360, 640],
    [1440, 1080, 480, 360],
    [720, 720, 360, 360],
    [320, 240, 320, 240],
    [641, 361, 640, 360],
    [4096, 512, 1606, 200],
    [16, 16, 16, 16],
  ])('of %d × %d is %d × %d', (width, height, widthPx, heightPx) => {
    expect(smallFrameOf(anInit(width, height))).toEqual({
      widthPx,
      heightPx,
      timescale: 1000,
      colours: height >= 720 ? 'hd' : 'sd',
    })
  })

  test('counts what is shown, where pixels aren’t square', () => {
    const init = anInit(720, 576)
    const pasp = writeBox('pasp', u32(64, 45))
    expect(smallFrameOf(withInEntry(init, pasp))).toMatchObject({ widthPx: 640, heightPx: 360 })
    expect(() => smallFrameOf(withInEntry(init, writeBox('pasp', u32(1, 0))))).toThrow('of no size')
  })

  test('isn’t read from a header without a picture', () => {
    expect(() => smallFrameOf(soundOfInit(anInit(1280, 720)) ?? Buffer.alloc(0))).toThrow('without a picture')
    expect(() => smallFrameOf(anInit(0, 720))).toThrow('of no size')
    expect(() => smallFrameOf(Buffer.from('noise'))).toThrow('add up')
  })
})

/** Puts a box into the description of the pictures. */
function withInEntry(init: Buffer, added: Buffer): Buffer {
  const grow = (from: number, to: number, names: readonly string[]): Buffer =>
    Buffer.concat(
      readBoxes(init, from, to).map((box) => {
        const [name, ...rest] = names
        if (box.type !== name) return wholeBox(init, box)
        if (name === 'avc1') return writeBox(name, init.subarray(box.start, box.end), added)
        const head = name === 'stsd' ? 8 : 0
        const inside = grow(box.start + head, box.end, rest)
        names = []
        return writeBox(name, init.subarray(box.start, box.start + head), inside)
      }),
    )
  return grow(0, init.length, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'avc1'])
}

describe('a small header', () => {
  test('declares a small picture, and everything else as it was', () => {
    const init = anInit(1920, 1080)
    const small = smallInit(init, smallFrameOf(init), VIDEO_RECORD)
    const [was, is] = [readInit(init), readInit(small)]
    expect(is[1]).toEqual(was[1])
    const { stsd, look, ...same } = is[0] ?? {}
    expect(was[0]).toMatchObject(same)
    expect(look?.subarray(0, -8)).toEqual(was[0]?.look.subarray(0, -8))
    expect(look?.subarray(-8)).toEqual(u16(640, 0, 360, 0))
    expect(smallFrameOf(small)).toMatchObject({ widthPx: 640, heightPx: 360 })
    expect(stsd?.includes(VIDEO_RECORD)).toBe(true)
  })
})

describe('a small segment', () => {
  const init = anInit(1920, 1080)
  const small = () => smallSegment({ init, segment: aSegment(), made: made(7066) })

  test('begins and ends when the picture did, to the tick', () => {
    const span = pictureSpan(aSegment(), init)
    expect(span).toEqual({ firstTick: 7066, endTick: 8066, isKeyframeFirst: true })
    expect(pictureSpan(small(), init)).toEqual(span)
    const [run] = readRuns(small(), readInit(init), 0)
    expect(run?.durations).toEqual([...Array.from({ length: 14 }, () => 67), 1000 - 14 * 67])
    expect(run?.areSync).toEqual([true, ...Array.from({ length: 14 }, () => false)])
  })

  test('sounds as it did, byte by byte', () => {
    const [is, was] = [small(), aSegment()].map((bytes) => readRuns(bytes, readInit(init), 1))
    expect(is?.map(({ decodeTime, durations, data }) => [decodeTime, durations, data])).toEqual(
      was?.map(({ decodeTime, durations, data }) => [decodeTime, durations, data]),
    )
    expect(soundOfSegment(small(), init)).toEqual(soundOfSegment(aSegment(), init))
  })

  test('begins with the parameters of its pictures, and doesn’t name its encoder', () => {
    const [first] = readBoxes(small())
    const [run] = readFragment(first ? wholeBox(small(), first) : Buffer.alloc(0), readInit(init))
    const data = readRuns(small(), readInit(init), 0)[0]?.data ?? Buffer.alloc(0)
    const bytes = data.subarray(0, run?.sizes[0])
    // The types of its units: parameters of the sequence, of the picture, the picture.
    const types: number[] = []
    for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32BE(at))
      types.push(bytes.readUInt8(at + 4) & 31)
    expect(types).toEqual([7, 8, 5])
  })

  test('isn’t made of a picture of another time, nor of one that breaks off', () => {
    for (const startsAt of [0, 7065, 8066, 7500])
      expect(() => smallSegment({ init, segment: aSegment(), made: made(startsAt) })).toThrow('another time')
    expect(() => smallSegment({ init, segment: aSegment(), made: made(7066).subarray(0, -9) })).toThrow()
    expect(() => smallSegment({ init, segment: aSegment(), made: anInit(640, 360) })).toThrow('another time')
    const broken = Buffer.concat([
      anInit(640, 360, null),
      writeFragment(
        1,
        { startsAt: 7066, samples: [{ bytes: u32(99), duration: 9, isKeyframe: true, shownAfter: 0 }] },
        null,
      ),
    ])
    expect(() => smallSegment({ init, segment: aSegment(), made: broken })).toThrow('breaks off')
  })

  test('isn’t made of a segment without a picture', () => {
    const soundAlone = soundOfSegment(aSegment(), init)
    expect(pictureSpan(soundAlone, init)).toBeNull()
    expect(() => smallSegment({ init, segment: soundAlone, made: made(7066) })).toThrow('without a picture')
    expect(() => pictureSpan(Buffer.from('noise, and more of it'), init)).toThrow()
  })
})
