import { describe, expect, it } from 'vitest'

import { formatDay } from '../../dates.ts'
import { firstRenewal } from './renewal.ts'

describe('a payment made now is charged again', () => {
  it.each([
    // Midnight between the 19th and the 20th in India is still the 19th in UTC.
    ['2026-11-20T10:00:00Z', 'monthly', '2026-12-19T18:30:00.000Z', '19 December 2026'],
    ['2026-11-20T10:00:00Z', 'yearly', '2027-11-19T18:30:00.000Z', '19 November 2027'],
    // Late in the day it is already tomorrow in India.
    ['2026-11-20T18:30:00Z', 'monthly', '2026-12-20T18:30:00.000Z', '20 December 2026'],
    // The last day of a shorter month.
    ['2026-01-31T10:00:00Z', 'monthly', '2026-02-27T18:30:00.000Z', '27 February 2026'],
    ['2028-02-29T10:00:00Z', 'yearly', '2029-02-27T18:30:00.000Z', '27 February 2029'],
  ] as const)('from %s on, %s: %s', (paidAt, interval, at, day) => {
    const renewal = firstRenewal(new Date(paidAt), interval)
    expect(renewal.toISOString()).toBe(at)
    expect(formatDay(renewal)).toBe(day)
  })
})
