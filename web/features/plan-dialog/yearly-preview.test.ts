import { describe, expect, it } from 'vitest'

import { yearlyPreviewCents } from './plan-dialog.tsx'

describe('the price of a year is shown', () => {
  it.each([
    ['9.99', 107_00],
    ['5', 54_00],
    [' 10 ', 108_00],
  ])('at %j a month: %d cents', (typed, cents) => {
    expect(yearlyPreviewCents(typed, 'USD')).toBe(cents)
  })

  it.each(['', ' ', '4.99', '10000.01', '9.999', '1e3', '-5', 'five'])('but not at %j', (typed) => {
    expect(yearlyPreviewCents(typed, 'USD')).toBeNull()
  })

  it('in rupees from fifty on', () => {
    expect(yearlyPreviewCents('499', 'INR')).toBe(5389_00)
    expect(yearlyPreviewCents('49.99', 'INR')).toBeNull()
  })
})
