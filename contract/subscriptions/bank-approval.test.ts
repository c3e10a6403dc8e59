import { expect, test } from 'vitest'

import { mayNeedApproval } from './bank-approval.ts'

test.each([
  [500, false],
  [10_000, false],
  // At ₹120 a dollar, a rate never reached: ₹15,000 exactly.
  [12_500, false],
  [12_501, true],
  [18_100, true],
])('a charge of %i cents may need approval by a bank in India: %s', (cents, may) => {
  expect(mayNeedApproval(cents, 'USD')).toBe(may)
})

test.each([
  [12_501, false],
  [1_500_000, false],
  [1_500_001, true],
])('a charge of %i paise needs approval by a bank in India: %s', (paise, may) => {
  expect(mayNeedApproval(paise, 'INR')).toBe(may)
})
