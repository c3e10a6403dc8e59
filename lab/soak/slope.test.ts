import { expect, test } from 'vitest'

import { slopeOf } from './slope.ts'

/** Samples each ten seconds. */
const each = (count: number, value: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => ({ atMs: at * 10_000, value: value(at) }))

test('a steady growth is found exactly', () => {
  const { perHour, plusMinus } = slopeOf(each(100, (at) => 200 + at / 36))
  expect(perHour).toBeCloseTo(10)
  expect(plusMinus).toBeCloseTo(0)
})

test('what swings around the same height doesn’t grow, and longer looks are surer', () => {
  const saw = (at: number) => 200 + (at % 7)
  const [short, long] = [slopeOf(each(70, saw)), slopeOf(each(700, saw))]
  expect(Math.abs(long.perHour)).toBeLessThan(0.3)
  expect(Math.abs(long.perHour)).toBeLessThan(long.plusMinus)
  expect(long.plusMinus).toBeLessThan(short.plusMinus / 20)
})

test('neighbours that are alike say less than as many that aren’t', () => {
  const alike = slopeOf(each(400, (at) => (at % 100 < 50 ? 210 : 190)))
  const mixed = slopeOf(each(400, (at) => (at % 2 === 0 ? 210 : 190)))
  expect(alike.plusMinus).toBeGreaterThan(mixed.plusMinus * 3)
})
