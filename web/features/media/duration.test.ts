import { describe, expect, it } from 'vitest'

import { clockText, holdsText, spokenTime } from './duration.ts'

describe('a moment in a recording', () => {
  it.each([
    [0, '0:00', '0 seconds'],
    [65.9, '1:05', '1 minute 5 seconds'],
    [600, '10:00', '10 minutes'],
    [3729, '1:02:09', '1 hour 2 minutes 9 seconds'],
    [Number.NaN, '0:00', '0 seconds'],
    [-1, '0:00', '0 seconds'],
  ])('%d seconds read %s and sound like %s', (seconds, text, spoken) => {
    expect(clockText(seconds)).toBe(text)
    expect(spokenTime(seconds)).toBe(spoken)
  })
})

describe('a locked post’s summary of its media', () => {
  it.each([
    ['image', null, 'Picture'],
    ['video', 40_000, 'Video, 40 s'],
    ['video', 720_400, 'Video, 12 min'],
    ['video', 3_600_000, 'Video, 1 h'],
    ['audio', 5_400_000, 'Audio, 1 h 30 min'],
    ['audio', 200, 'Audio, 1 s'],
    ['audio', null, 'Audio'],
  ] as const)('%s of %s ms is "%s"', (kind, durationMs, text) => {
    expect(holdsText({ kind, durationMs })).toBe(text)
  })
})
