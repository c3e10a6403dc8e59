import { expect, test } from 'vitest'

import {
  formatDate,
  formatDateTime,
  formatDay,
  formatMonth,
  formatRelease,
  formatShortMonth,
} from './dates.ts'

test('a day and a month are named in UTC, wherever they are read', () => {
  expect(formatDay('2026-03-14T23:59:59Z')).toBe('14 March 2026')
  expect(formatDay(new Date('2026-03-14T00:00:00Z'))).toBe('14 March 2026')
  expect(formatMonth('2026-03')).toBe('March 2026')
  expect(formatMonth(new Date('2026-03-31T23:59:59Z'))).toBe('March 2026')
  expect(formatShortMonth('2026-03')).toBe('Mar 2026')
})

test('a date names its year only when that is not the present one, where it is read', () => {
  const now = new Date('2026-12-31T20:00:00Z')
  expect(formatDate('2026-03-14T23:59:59Z', { now })).toBe('14 March')
  expect(formatDate('2027-03-14T00:00:00Z', { now })).toBe('14 March 2027')
  expect(formatDate('2026-03-14T23:59:59Z', { now, timeZone: 'Asia/Kolkata' })).toBe('15 March 2026')
})

test('a date with a time has both in one form', () => {
  const now = new Date('2026-04-30T12:00:00Z')
  expect(formatDateTime('2026-03-14T15:30:00Z', { now })).toBe('14 March, 15:30')
  expect(formatDateTime('2027-03-14T15:30:00Z', { now })).toBe('14 March 2027, 15:30')
  expect(formatDateTime('2026-03-14T15:30:00Z', { now, timeZone: 'Europe/Berlin', zone: true })).toBe(
    '14 March, 16:30 CET',
  )
})

test('what is near has its time', () => {
  const now = new Date('2026-04-30T12:00:00Z')
  expect(formatRelease('2026-05-01T18:00:00Z', { now })).toBe('1 May, 18:00')
  expect(formatRelease('2026-05-03T18:00:00Z', { now })).toBe('3 May')
})
