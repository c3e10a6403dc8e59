import type { Notes } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import { isRecord } from './exchange.ts'

export type Fields = Record<string, unknown>

/** Refuses keys the call doesn't know, with Razorpay's sentence. */
export function allowKeys(fields: Fields, allowed: readonly string[]): void {
  const extra = Object.keys(fields).filter((key) => !allowed.includes(key))
  if (extra.length > 0) {
    throw badRequest(`${extra.join(', ')} is/are not required and should not be sent`, extra[0])
  }
}

function label(name: string): string {
  return name.replaceAll('_', ' ')
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** A required text. */
export function requireText(fields: Fields, name: string): string {
  const value = fields[name]
  if (isAbsent(value)) throw badRequest(`The ${label(name)} field is required.`, name)
  if (typeof value !== 'string') throw badRequest(`The ${label(name)} must be a string.`, name)
  return value
}

/** A text, or null when it was not sent. */
export function findText(fields: Fields, name: string): string | null {
  return isAbsent(fields[name]) ? null : requireText(fields, name)
}

/** A required whole number; digits in a text are accepted, as from form bodies. */
export function requireInteger(fields: Fields, name: string): number {
  const value = fields[name]
  if (isAbsent(value)) throw badRequest(`The ${label(name)} field is required.`, name)
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
    throw badRequest(`The ${label(name)} must be an integer.`, name)
  }
  return number
}

/** A whole number, or null when it was not sent. */
export function findInteger(fields: Fields, name: string): number | null {
  return isAbsent(fields[name]) ? null : requireInteger(fields, name)
}

/** A flag in any of the forms Razorpay takes: true, false, 1, 0. */
export function findFlag(fields: Fields, name: string): boolean | null {
  const value = fields[name]
  if (isAbsent(value)) return null
  if (value === true || value === 1 || value === '1' || value === 'true') return true
  if (value === false || value === 0 || value === '0' || value === 'false') return false
  throw badRequest(`The ${label(name)} field must be true or false.`, name)
}

/** An object, or null when it was not sent. */
export function findObject(fields: Fields, name: string): Fields | null {
  const value = fields[name]
  if (isAbsent(value)) return null
  if (!isRecord(value)) throw badRequest(`The ${label(name)} must be an array.`, name)
  return value
}

const MAX_NOTES = 15
const MAX_NOTE_LENGTH = 256

/** Notes: at most 15 pairs of at most 256 characters. */
export function readNotes(fields: Fields): Notes {
  const value = fields['notes']
  if (isAbsent(value) || (Array.isArray(value) && value.length === 0)) return {}
  if (!isRecord(value)) throw badRequest('The notes must be an array.', 'notes')
  const entries = Object.entries(value)
  if (entries.length > MAX_NOTES) {
    throw badRequest('Number of fields in notes should be less than or equal to 15', 'notes')
  }
  return Object.fromEntries(
    entries.map(([key, note]) => {
      const text = typeof note === 'string' ? note : JSON.stringify(note)
      if (text.length > MAX_NOTE_LENGTH || key.length > MAX_NOTE_LENGTH) {
        throw badRequest('notes values cannot be greater than 256 characters', 'notes')
      }
      return [key, text]
    }),
  )
}
