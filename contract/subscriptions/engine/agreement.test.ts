import { expect, test } from 'vitest'

import { chargesAhead } from './agreement.ts'

const at = (day: string) => new Date(`${day}T18:30:00Z`)

test.each([
  { case: 'a month, just joined', now: '2026-03-01', next: '2026-04-01', interval: 'monthly', left: 11 },
  {
    case: 'a month, a week before its renewal',
    now: '2026-03-25',
    next: '2026-04-01',
    interval: 'monthly',
    left: 12,
  },
  {
    case: 'a month, joined on the 31st',
    now: '2027-01-31',
    next: '2027-02-28',
    interval: 'monthly',
    left: 11,
  },
  { case: 'a year, just joined', now: '2026-03-01', next: '2027-03-01', interval: 'yearly', left: 1 },
  { case: 'a year, halfway', now: '2026-09-01', next: '2027-03-01', interval: 'yearly', left: 1 },
  {
    case: 'a year, a week before its renewal',
    now: '2027-02-22',
    next: '2027-03-01',
    interval: 'yearly',
    left: 2,
  },
  { case: 'a year, on its day', now: '2027-03-01', next: '2027-03-01', interval: 'yearly', left: 2 },
  {
    case: 'a month that begins in half a year',
    now: '2026-03-01',
    next: '2026-09-01',
    interval: 'monthly',
    left: 6,
  },
] as const)('$case: $left charges are left', ({ now, next, interval, left }) => {
  expect(chargesAhead(at(next), interval, at(now))).toBe(left)
})
