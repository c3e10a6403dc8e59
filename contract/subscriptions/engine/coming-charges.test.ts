import { describe, expect, test } from 'vitest'

import { comingCharges, nextChargeAt } from './coming-charges.ts'
import { charged, joined, NOTHING_TOLD, plansOf } from './member-testing.ts'
import type { Interval } from './reference-testing.ts'

function member(interval: Interval, accessUntil: string) {
  const [plan] = plansOf([1000])
  if (!plan) throw new Error('one plan')
  return charged(joined(plan, interval), new Date(accessUntil))
}

function days(interval: Interval, accessUntil: string, startsAt: string | null, before: string): string[] {
  const told = { chargeAt: null, startsAt: startsAt === null ? null : new Date(startsAt) }
  return comingCharges(member(interval, accessUntil), told, new Date(before)).map(({ at }) =>
    at.toISOString(),
  )
}

describe('coming charges', () => {
  test('fall on the days that the provider counts from the start, not from the month before', () => {
    // Joined on 31 January in India: charged on the last days of shorter months, and on the 31st again after them.
    expect(days('monthly', '2026-02-27T18:30:00Z', '2026-01-30T20:00:00Z', '2026-06-15T00:00:00Z')).toEqual([
      '2026-02-27T18:30:00.000Z',
      '2026-03-30T18:30:00.000Z',
      '2026-04-29T18:30:00.000Z',
      '2026-05-30T18:30:00.000Z',
    ])
  })

  test('are on the 1st in India every month, though that is a different day in UTC each time', () => {
    expect(days('monthly', '2026-01-31T18:30:00Z', '2025-12-31T18:30:00Z', '2026-04-15T00:00:00Z')).toEqual([
      '2026-01-31T18:30:00.000Z',
      '2026-02-28T18:30:00.000Z',
      '2026-03-31T18:30:00.000Z',
    ])
  })

  test('of a year that began on a leap day fall on that day again if there is one', () => {
    expect(days('yearly', '2029-02-27T18:30:00Z', '2028-02-29T06:00:00Z', '2032-12-31T00:00:00Z')).toEqual([
      '2029-02-27T18:30:00.000Z',
      '2030-02-27T18:30:00.000Z',
      '2031-02-27T18:30:00.000Z',
      '2032-02-28T18:30:00.000Z',
    ])
  })

  test('begin when the provider says it charges next, once it has said so', () => {
    const paid = member('monthly', '2026-01-31T18:30:00Z')
    const later = new Date('2026-02-28T18:30:00Z')
    expect(nextChargeAt(paid, { ...NOTHING_TOLD, chargeAt: later })).toEqual(later)
    expect(nextChargeAt(paid, { ...NOTHING_TOLD, chargeAt: new Date('2025-12-31T18:30:00Z') })).toEqual(
      new Date('2026-01-31T18:30:00Z'),
    )
    expect(nextChargeAt({ ...paid, cancelAtPeriodEnd: true }, NOTHING_TOLD)).toBeNull()
  })
})
