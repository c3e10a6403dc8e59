import { randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function randomText(length: number): string {
  let text = ''
  for (let index = 0; index < length; index += 1) text += ALPHABET.charAt(randomInt(ALPHABET.length))
  return text
}

/** A new entity id: the prefix, an underscore and 14 case-sensitive alphanumerics. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(14)}`
}

/** The bare 14 characters Razorpay puts into x-razorpay-event-id. */
export function newEventId(): string {
  return randomText(14)
}

/** The last part of a short_url. */
export function newShortCode(): string {
  return randomText(9)
}

/** Whether the text has the shape of an id with this prefix. */
export function isIdOf(prefix: string, id: string): boolean {
  return id.startsWith(`${prefix}_`) && /^[A-Za-z0-9]{14}$/.test(id.slice(prefix.length + 1))
}
