import { OPENS_BEFORE_MINUTES } from './rules.ts'

interface Entry {
  id: string
  title: string
  text: string
  startsAt: string
  /** Of entries with the same id, the one with the highest counts. */
  sequence: number
  /** It won't take place: calendars take the entry out, or cross it. */
  isCalledOff: boolean
  /** Where it takes place. */
  url: string
  now: string
}

/** How long a session is expected to take, for people's calendars. */
const EXPECTED_MS = 3_600_000
/** A line of a calendar file holds so many bytes. */
const LINE_MAX_BYTES = 75

/** A live session as a calendar file (RFC 5545), with an alarm when the waiting room opens. Opened again after a change, it replaces what it was. */
export function calendarFile({ id, title, text, startsAt, sequence, isCalledOff, url, now }: Entry): string {
  const until = new Date(Date.parse(startsAt) + EXPECTED_MS)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cheers//Live sessions//EN',
    `METHOD:${isCalledOff ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${id}@cheers`,
    `SEQUENCE:${sequence}`,
    `STATUS:${isCalledOff ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(until)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text === '' ? url : `${text}\n\n${url}`)}`,
    `URL:${url}`,
    ...(isCalledOff ? [] : alarmOf(title)),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.flatMap(folded).join('\r\n')}\r\n`
}

function alarmOf(title: string): string[] {
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    `TRIGGER:-PT${OPENS_BEFORE_MINUTES}M`,
    'END:VALARM',
  ]
}

/** "20261203T130000Z". */
function stamp(moment: Date | string): string {
  return `${new Date(moment).toISOString().slice(0, 19).replaceAll('-', '').replaceAll(':', '')}Z`
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', String.raw`\;`)
    .replaceAll(',', String.raw`\,`)
    .replaceAll('\r', '')
    .replaceAll('\n', String.raw`\n`)
}

/** Long lines go on in the next one, after a space; no character is cut. */
function folded(line: string): string[] {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = bytesOf(character)
    if (bytes + size > LINE_MAX_BYTES) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...parts, part]
}

/** In UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
