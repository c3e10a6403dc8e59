import { describe, expect, it } from 'vitest'

import { formatChargeDate, nextChargeDate } from './renewal.ts'

function next(year: number, month: number, day: number, interval: 'monthly' | 'yearly'): string {
  return formatChargeDate(nextChargeDate(new Date(year, month - 1, day), interval))
}

describe('when a membership is charged again', () => {
  it('is the same day of the next month or year', () => {
    expect(next(2026, 11, 20, 'monthly')).toBe('20 December 2026')
    expect(next(2026, 12, 31, 'monthly')).toBe('31 January 2027')
    expect(next(2026, 11, 20, 'yearly')).toBe('20 November 2027')
  })

  it('is the last day of a shorter month', () => {
    expect(next(2026, 1, 31, 'monthly')).toBe('28 February 2026')
    expect(next(2028, 2, 29, 'yearly')).toBe('28 February 2029')
  })
})
