import { expect, test } from 'vitest'

import { publishedSeconds } from '../rtmp/rtmp-testing.ts'
import { readBoxes, wholeBox } from './boxes.ts'
import { readFragment, type SampleRun, sum } from './join/read-fragment.ts'
import { readInit } from './join/read-init.ts'
import { soundOfInit, soundOfSegment } from './sound-alone.ts'

/** The runs of a fragment, and their bytes. */
function read(segment: Buffer, init: Buffer): (SampleRun & { data: string })[] {
  const moof = readBoxes(segment).find(({ type }) => type === 'moof')
  if (!moof) return []
  return readFragment(wholeBox(segment, moof), readInit(init)).map((run) => {
    const from = moof.start - 8 + run.dataOffset
    return { ...run, data: segment.subarray(from, from + sum(run.sizes)).toString('latin1') }
  })
}

test('the sound of a line is what it was, at its times, and little beside it', () => {
  const { init, segments } = publishedSeconds(4)
  const alone = soundOfInit(init)
  if (!alone) throw new Error('It has sound')
  expect(readInit(alone).map(({ isVideo, timescale }) => [isVideo, timescale])).toEqual([[false, 48_000]])
  for (const segment of segments) {
    const [, was] = read(segment, init)
    const [is, ...more] = read(soundOfSegment(segment, init), alone)
    expect(more).toEqual([])
    expect(is?.sizes.length).toBeGreaterThan(5)
    const facts = ({ decodeTime, durations, sizes, data }: NonNullable<typeof is>) => [
      decodeTime,
      durations,
      sizes,
      data,
    ]
    expect(is && facts(is)).toEqual(was && facts(was))
    expect(soundOfSegment(segment, init).length).toBeLessThan(segment.length / 20)
  }
})

test('a line without sound has none', () => {
  const { init, segments } = publishedSeconds(4, { withSound: false })
  expect(soundOfInit(init)).toBeNull()
  expect(soundOfSegment(segments[0] ?? Buffer.alloc(0), init)).toHaveLength(0)
})

test('sound that is said to lie elsewhere is refused', () => {
  const { init, segments } = publishedSeconds(4)
  const moved = Buffer.from(segments[0] ?? [])
  moved.writeUInt32BE(0x7f_ff_ff_ff, moved.lastIndexOf('trun') + 12)
  expect(() => soundOfSegment(moved, init)).toThrow('isn’t where it should be')
})
