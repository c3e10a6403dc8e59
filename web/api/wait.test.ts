import { expect, test } from 'vitest'

import { waitMessage } from './wait.ts'

test.each([
  [undefined, null],
  [2, null],
  [41, 'Too many attempts. You can try again in 50 seconds.'],
  [90, 'Too many attempts. You can try again in 90 seconds.'],
  [91, 'Too many attempts. You can try again in 2 minutes.'],
  [900, 'Too many attempts. You can try again in 15 minutes.'],
  [3600, 'Too many attempts. You can try again in 60 minutes.'],
  [80_000, 'Too many attempts. You can try again in 23 hours.'],
])('whoever has to wait %s seconds reads %s', (seconds, message) => {
  expect(waitMessage(seconds)).toBe(message)
})
