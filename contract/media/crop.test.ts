import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { cropText } from './crop-text.ts'
import { cropAsText } from './crop.ts'

test('what a browser writes is read again, to a billionth of the picture', () => {
  const fraction = fc.integer({ min: 0, max: 999_999 }).map((millionths) => millionths / 1_000_000)
  fc.assert(
    fc.property(fraction, fraction, fraction, fraction, (left, top, across, down) => {
      const crop = { left, top, width: (1 - left) * (1 - across), height: (1 - top) * (1 - down) }
      fc.pre(crop.width > 0.000_002 && crop.height > 0.000_002)
      const read = z.parse(cropText, cropAsText(crop))
      for (const side of ['left', 'top', 'width', 'height'] as const)
        expect(Math.abs(read[side] - crop[side])).toBeLessThan(0.000_000_001)
    }),
  )
})

test.each([
  '',
  '0,0,1',
  '0,0,1,1,1',
  '0,0,2,1',
  '-0.1,0,1,1',
  '0.5,0,0.6,1',
  '0,0,0,1',
  '0,0,0.0000001,1',
  '0,0,1e-1,1',
  'a,b,c,d',
])('anything else is refused: %j', (text) => {
  expect(z.safeParse(cropText, text).success).toBe(false)
})
