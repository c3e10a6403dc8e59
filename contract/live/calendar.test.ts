import { expect, test } from 'vitest'

import { calendarFile } from './calendar.ts'

const ENTRY = {
  id: '0197c0de-0000-7000-8000-000000000001',
  title: 'Ask me, anything; really',
  text: 'Bring questions.\nAll of them.',
  startsAt: '2026-12-03T13:00:00.000Z',
  sequence: 2,
  isCalledOff: false,
  url: 'https://cheers.example/asha/live/0197c0de-0000-7000-8000-000000000001',
  now: '2026-11-25T10:00:00.000Z',
}

test('a calendar is told when a session begins, where it is, and to remind 15 minutes before', () => {
  const lines = calendarFile(ENTRY).split('\r\n')
  expect(lines).toContain('DTSTART:20261203T130000Z')
  expect(lines).toContain('DTEND:20261203T140000Z')
  expect(lines).toContain('TRIGGER:-PT15M')
  expect(lines).toContain(String.raw`SUMMARY:Ask me\, anything\; really`)
  expect(lines.at(-1)).toBe('')
})

test('an entry that was moved or called off replaces what a calendar knows', () => {
  expect(calendarFile(ENTRY)).toMatch(/METHOD:PUBLISH\r\n[^]*SEQUENCE:2\r\nSTATUS:CONFIRMED\r\n/)
  const calledOff = calendarFile({ ...ENTRY, sequence: 3, isCalledOff: true })
  expect(calledOff).toMatch(/METHOD:CANCEL\r\n[^]*SEQUENCE:3\r\nSTATUS:CANCELLED\r\n/)
  expect(calledOff).not.toContain('VALARM')
})

test('no text of a creator begins a line of its own, and no line is longer than 75 bytes', () => {
  const text = `${'日本語 '.repeat(60)}\r\nBEGIN:VEVENT\nATTACH:https://evil.example`
  const lines = calendarFile({ ...ENTRY, text }).split('\r\n')
  expect(lines.filter((line) => line.startsWith('BEGIN:VEVENT'))).toHaveLength(1)
  expect(lines.filter((line) => line.startsWith('ATTACH'))).toEqual([])
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
})
