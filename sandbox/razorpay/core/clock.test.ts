import { expect, test } from 'vitest'

import { createClock } from './clock.ts'

test('overdue work does not turn the clock back: its charge would be dated before it was ordered', () => {
  const clock = createClock(0)
  const before = clock.now()
  clock.holdAt(before - 5 * 86_400)
  expect(clock.now()).toBeGreaterThanOrEqual(before)
  clock.holdAt(before + 86_400)
  expect(clock.now()).toBe(before + 86_400)
  clock.holdAt(before + 3600)
  expect(clock.now()).toBe(before + 86_400)
})
