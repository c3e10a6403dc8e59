import { expect, it } from 'vitest'

import { answerWithinMs } from './deadline.ts'

it('a call may take half a minute, and as much longer as a weak line needs for its files', () => {
  expect(answerWithinMs([])).toBe(30_000)
  expect(answerWithinMs([{ size: 20_000 }, { size: 380_001 }])).toBe(30_000 + 21_000)
})
