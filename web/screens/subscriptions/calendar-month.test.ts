import { describe, expect, it } from 'vitest'

import { dayKey, monthOf, weeksOf } from './charge-calendar.tsx'

describe('the calendar', () => {
  it('begins its weeks on Monday and fills them up', () => {
    const weeks = weeksOf(new Date('2026-03-01T00:00:00Z'))
    expect(weeks[0]?.map(({ day }) => day)).toEqual([23, 24, 25, 26, 27, 28, 1])
    expect(weeks).toHaveLength(6)
    expect(weeks.flat().filter(({ isInMonth }) => isInMonth)).toHaveLength(31)
  })

  it('shows four weeks when a February fits them', () => {
    expect(weeksOf(new Date('2027-02-01T00:00:00Z'))).toHaveLength(4)
  })

  it('turns over the year', () => {
    expect(monthOf(new Date('2026-11-30T23:00:00Z'), 2).toISOString()).toBe('2027-01-01T00:00:00.000Z')
  })

  it('knows the day of a moment in UTC', () => {
    expect(dayKey('2026-03-14T23:59:59.000Z')).toBe('2026-03-14')
  })
})
