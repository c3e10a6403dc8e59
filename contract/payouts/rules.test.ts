import { expect, it } from 'vitest'

import { canBePaidOut } from './rules.ts'

it.each([
  [-100, false],
  [0, false],
  [5000, false],
  [5001, true],
])('with %i cents available, a payout is possible: %s', (availableCents, expected) => {
  expect(canBePaidOut(availableCents, 'USD')).toBe(expected)
})

it.each([
  [5001, false],
  [400_000, false],
  [400_001, true],
])('with %i paise available, a payout is possible: %s', (availablePaise, expected) => {
  expect(canBePaidOut(availablePaise, 'INR')).toBe(expected)
})
