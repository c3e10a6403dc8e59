import { expect, it } from 'vitest'

import { formatTick, nameMonth, topOfScale } from './scale.ts'

it.each([
  [[], 10],
  [[0, 0], 10],
  [[0.5], 0.5],
  [[5, 9.99], 10],
  [[10], 10],
  [[107, 20], 200],
  [[301], 400],
  [[4001], 5000],
  [[999_999.99], 1_000_000],
])('the scale over %j ends at %d', (amounts, top) => {
  expect(topOfScale(amounts)).toBe(top)
})

it.each([
  [0, '$0'],
  [2.5, '$2.5'],
  [500, '$500'],
  [2500, '$2.5K'],
  [1_000_000, '$1M'],
])('%d dollars beside the scale read %s', (dollars, text) => {
  expect(formatTick(dollars, 'USD')).toBe(text)
})

it.each([
  [500, '₹500'],
  [150_000, '₹1.5L'],
])('%d rupees beside the scale read %s', (rupees, text) => {
  expect(formatTick(rupees, 'INR')).toBe(text)
})

it('a month has the same name in every time zone', () => {
  expect(nameMonth('2026-03', 'short')).toBe('Mar')
  expect(nameMonth('2026-03', 'narrow')).toBe('M')
})
