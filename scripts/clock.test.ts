import { expect, test } from 'vitest'

import { describeOffset, parseDuration } from './clock.ts'

test.each([
  ['+90s', 90],
  ['+15m', 900],
  ['+6h', 21_600],
  ['+31d', 2_678_400],
  ['+2w', 1_209_600],
  ['+1.5h', 5400],
  ['31d', 2_678_400],
])('%s is %d seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds)
})

test.each(['-1d', '+1y', 'd', '+', '', '+1 d', '+1d2h'])('%j is refused', (text) => {
  expect(parseDuration(text)).toBeNull()
})

test.each([
  [0, '0 s'],
  [90_000, '1 m 30 s'],
  [2_678_400_000, '31 d'],
  [90_061_000, '1 d 1 h 1 m 1 s'],
])('%d ms ahead reads %j', (offsetMs, text) => {
  expect(describeOffset(offsetMs)).toBe(text)
})
