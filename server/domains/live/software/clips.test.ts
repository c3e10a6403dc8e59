import { expect, test } from 'vitest'

import { publishedSeconds } from '#server/platform/rtmp/rtmp-testing.ts'

import { fromZero } from './clips.ts'

test('a clip’s pictures and sound begin at zero, and keep their distances', () => {
  const { segments } = publishedSeconds(5)
  const [pictures, sounds] = [
    timesOf(fromZero(segments.slice(3)), 0),
    timesOf(fromZero(segments.slice(3)), 1),
  ]
  expect(pictures).toEqual([0, 1000])
  expect(sounds[0]).toBe(0)
  expect(Math.abs((sounds[1] ?? 0) - 48_000)).toBeLessThan(4800)
  // What others are shown stays as it was.
  expect(timesOf(segments.slice(3), 0)).toEqual([3000, 4000])
})

/** When a track goes on, in each of these fragments. */
function timesOf(fragments: readonly Buffer[], track: number): number[] {
  return fragments.map((bytes) => {
    let at = -1
    for (let count = 0; count <= track; count += 1) at = bytes.indexOf('tfdt', at + 1)
    return Number(bytes.readBigUInt64BE(at + 8))
  })
}
