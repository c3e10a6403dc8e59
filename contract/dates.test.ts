import { expect, test } from 'vitest'

import { formatDay, formatMonth, formatShortMonth } from './dates.ts'

test('a day and a month are named in UTC, wherever they are read', () => {
  expect(formatDay('2026-03-14T23:59:59Z')).toBe('14 March 2026')
  expect(formatDay(new Date('2026-03-14T00:00:00Z'))).toBe('14 March 2026')
  expect(formatMonth('2026-03')).toBe('March 2026')
  expect(formatMonth(new Date('2026-03-31T23:59:59Z'))).toBe('March 2026')
  expect(formatShortMonth('2026-03')).toBe('Mar 2026')
})
