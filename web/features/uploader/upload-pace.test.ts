import { describe, expect, it } from 'vitest'

import { addSample, paceOf, type Sample, sizeText, timeLeftText } from './upload-pace.ts'

function samplesOf(...points: [atMs: number, sentBytes: number][]): Sample[] {
  return points.reduce<Sample[]>((samples, [atMs, sentBytes]) => addSample(samples, { atMs, sentBytes }), [])
}

describe('the pace of an upload', () => {
  it('is unknown at first', () => {
    expect(paceOf([], 1000)).toBeNull()
    expect(paceOf(samplesOf([0, 0], [300, 900]), 1000)).toBeNull()
  })

  it('is bytes a second, and gives the time for the rest', () => {
    expect(paceOf(samplesOf([0, 0], [2000, 4_000_000]), 10_000_000)).toEqual({
      bytesPerSecond: 2_000_000,
      secondsLeft: 3,
    })
  })

  it('follows the last seconds, not the whole upload', () => {
    const slowThenFast = samplesOf([0, 0], [60_000, 60], [63_000, 3_000_060], [66_000, 6_000_060])
    expect(paceOf(slowThenFast, 10_000_060)?.bytesPerSecond).toBeGreaterThan(90_000)
    const later = samplesOf(
      [0, 0],
      [60_000, 60],
      [63_000, 3_000_060],
      [69_000, 9_000_060],
      [71_500, 11_500_060],
    )
    expect(paceOf(later, 12_500_060)).toEqual({ bytesPerSecond: 1_000_000, secondsLeft: 1 })
  })

  it('is unknown while nothing moves', () => {
    expect(paceOf(samplesOf([0, 500], [9000, 500]), 1000)).toBeNull()
  })
})

describe('the texts about an upload', () => {
  it.each([
    [999, '999 bytes'],
    [12_345, '12 KB'],
    [12_345_678, '12.3 MB'],
    [40_000_000, '40 MB'],
    [524_288_000, '524 MB'],
    [1_500_000_000, '1.5 GB'],
  ])('%i bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text))

  it.each([
    [2, 'a few seconds left'],
    [12, 'about 15 seconds left'],
    [60, 'about a minute left'],
    [200, 'about 3 minutes left'],
    [3600, 'about an hour left'],
    [9000, 'about 3 hours left'],
  ])('%i seconds are %s', (seconds, text) => expect(timeLeftText(seconds)).toBe(text))
})
