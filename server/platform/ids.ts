import { randomBytes, randomUUID } from 'node:crypto'

/**
 * A UUID version 7 (RFC 9562): sortable by the time it was made, so a primary key is also the order of a list. Made
 * here rather than in SQL because PostgreSQL before 18 has no uuidv7(). Never use it as a secret: its random part isn't
 * meant for that.
 */
export function newId(now: Date): string {
  // Node draws random bytes for many of its UUIDs at once: each request has an id, and asking the system costs more.
  return `${timeOf(now)}-7${randomUUID().slice(15)}`
}

/** What every id that is made at this moment or later is not less than, and every earlier one is. */
export function firstIdAt(moment: Date): string {
  return `${timeOf(moment)}-0000-0000-000000000000`
}

function timeOf(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** Eight random characters that make a name unique, for people to read: no look-alikes. */
export function newSuffix(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from(randomBytes(8), (byte) => alphabet[byte % alphabet.length]).join('')
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text is an id as we write them. */
export function isId(text: string): boolean {
  return ID.test(text)
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The text if it can be an id, for texts that may be something else as well; null equals no row's id. A column that is
 * cast to text instead would be compared row by row.
 */
export function uuidIn(text: string): string | null {
  return UUID.test(text) ? text : null
}
