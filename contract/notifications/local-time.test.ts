import { describe, expect, test } from 'vitest'

import { isTimeZone, localDay, nextLocalHour } from './local-time.ts'

function next(after: string, timeZone: string | null, isMonday = false): string {
  return nextLocalHour(new Date(after), { timeZone, hour: 8, isMonday }).toISOString()
}

describe('the next eight in the morning', () => {
  test('is where its reader is', () => {
    expect(next('2026-01-10T12:00:00Z', null)).toBe('2026-01-11T08:00:00.000Z')
    expect(next('2026-01-10T12:00:00Z', 'Asia/Kolkata')).toBe('2026-01-11T02:30:00.000Z')
    expect(next('2026-01-10T12:00:00Z', 'America/Los_Angeles')).toBe('2026-01-10T16:00:00.000Z')
    expect(next('2026-01-10T12:00:00Z', 'Pacific/Kiritimati')).toBe('2026-01-10T18:00:00.000Z')
    expect(next('2026-01-10T12:00:00Z', 'Asia/Kathmandu')).toBe('2026-01-11T02:15:00.000Z')
  })

  test('is today until it is reached, and then tomorrow', () => {
    expect(next('2026-01-10T07:59:59Z', 'UTC')).toBe('2026-01-10T08:00:00.000Z')
    expect(next('2026-01-10T08:00:00Z', 'UTC')).toBe('2026-01-11T08:00:00.000Z')
  })

  test('stays at eight when the clocks are put forward or back', () => {
    // Berlin: forward on 29 March, back on 25 October 2026.
    expect(next('2026-03-28T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z')
    expect(next('2026-03-27T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-28T07:00:00.000Z')
    expect(next('2026-10-24T12:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T07:00:00.000Z')
    // Lord Howe: by half an hour, on 5 April and 4 October 2026.
    expect(next('2026-04-04T00:00:00Z', 'Australia/Lord_Howe')).toBe('2026-04-04T21:30:00.000Z')
    expect(next('2026-10-03T00:00:00Z', 'Australia/Lord_Howe')).toBe('2026-10-03T21:00:00.000Z')
  })

  test('comes once on every day of a year, anywhere', () => {
    for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia']) {
      let at = new Date('2026-01-01T00:00:00Z')
      const days = new Set<string>()
      for (let count = 0; count < 366; count += 1) {
        at = nextLocalHour(at, { timeZone, hour: 8 })
        days.add(localDay(at, timeZone))
        expect(at.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })).toBe('08:00')
      }
      expect(days.size).toBe(366)
    }
  })

  test('of a week is a Monday', () => {
    // 12 January 2026 is one.
    expect(next('2026-01-10T12:00:00Z', 'UTC', true)).toBe('2026-01-12T08:00:00.000Z')
    expect(next('2026-01-12T08:00:00Z', 'UTC', true)).toBe('2026-01-19T08:00:00.000Z')
    expect(next('2026-01-10T12:00:00Z', 'America/Los_Angeles', true)).toBe('2026-01-12T16:00:00.000Z')
  })
})

test('a day begins where its reader is', () => {
  expect(localDay(new Date('2026-01-10T20:00:00Z'), 'Asia/Kolkata')).toBe('2026-01-11')
  expect(localDay(new Date('2026-01-10T20:00:00Z'), 'Gone/Nowhere')).toBe('2026-01-10')
})

test('time zones are names, not offsets', () => {
  expect(['Asia/Kolkata', 'UTC', 'Europe/Berlin'].every(isTimeZone)).toBe(true)
  expect(['', 'Mars/Olympus', '+05:30', "x'; drop table users"].some(isTimeZone)).toBe(false)
})
