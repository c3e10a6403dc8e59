import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readRange } from './byte-range.ts'

describe('a range of 1000 bytes', () => {
  test.each([
    ['bytes=0-499', { kind: 'part', start: 0, end: 499 }],
    ['bytes=500-', { kind: 'part', start: 500, end: 999 }],
    ['bytes=-1', { kind: 'part', start: 999, end: 999 }],
    ['bytes=-5000', { kind: 'part', start: 0, end: 999 }],
    ['bytes=999-5000', { kind: 'part', start: 999, end: 999 }],
    ['bytes=1000-', { kind: 'unsatisfiable' }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
    ['bytes=5-4', { kind: 'whole' }],
    ['bytes=0-1,5-9', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['bytes=a-b', { kind: 'whole' }],
    ['items=0-1', { kind: 'whole' }],
    [undefined, { kind: 'whole' }],
  ])('%s', (header, answer) => {
    expect(readRange(header, 1000)).toEqual(answer)
  })

  test('never goes beyond the existing bytes', () => {
    fc.assert(
      fc.property(
        fc.option(fc.nat(), { nil: '' }),
        fc.option(fc.nat(), { nil: '' }),
        fc.nat(),
        (first, last, size) => {
          const answer = readRange(`bytes=${first}-${last}`, size)
          if (answer.kind !== 'part') return
          expect(answer.start).toBeGreaterThanOrEqual(0)
          expect(answer.end).toBeGreaterThanOrEqual(answer.start)
          expect(answer.end).toBeLessThan(size)
        },
      ),
    )
  })
})
