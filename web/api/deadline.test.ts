import { expect, it } from 'vitest'

import { answerWithinMs } from './deadline.ts'

it('a call may take half a minute, plus the time a weak connection needs for its files', () => {
  expect(answerWithinMs([])).toBe(30_000)
  expect(answerWithinMs([{ size: 20_000 }, { size: 380_001 }])).toBe(30_000 + 21_000)
})
