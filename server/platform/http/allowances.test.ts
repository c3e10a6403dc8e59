import { expect, test } from 'vitest'

import { createAllowances } from './allowances.ts'

test('an allowance is used up, refills by the second, and never exceeds its start', () => {
  let nowMs = 0
  const allowances = createAllowances({ burst: 100, perSecond: 10 }, () => nowMs)
  expect(allowances.hasLeft('a')).toBe(true)
  allowances.spend('a', 150)
  expect(allowances.hasLeft('a')).toBe(false)
  expect(allowances.hasLeft('b')).toBe(true)
  nowMs = 5000
  expect(allowances.hasLeft('a')).toBe(false)
  nowMs = 5100
  expect(allowances.hasLeft('a')).toBe(true)
  nowMs = 1_000_000
  allowances.spend('a', 99)
  expect(allowances.hasLeft('a')).toBe(true)
  allowances.spend('a', 1)
  expect(allowances.hasLeft('a')).toBe(false)
})
