import * as z from 'zod/mini'

import { fieldMessages as messages } from './messages.ts'
import { hasHiddenCharacters, hasWebAddress } from './web-addresses.ts'

/** The identifier of any entity: a UUID (version 7, made by the server). */
export function id(message: string = messages.idInvalid) {
  return z
    .string({ error: message })
    .check(
      z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i, message),
      z.toLowerCase(),
    )
}

/** Text that must not be empty once trimmed. */
export function requiredText(message: string, maxLength: number, tooLong = messages.tooLong(maxLength)) {
  return z
    .string({ error: message })
    .check(z.trim(), z.minLength(1, message), z.maxLength(maxLength, tooLong))
}

/**
 * The name of a person, a page or a plan. Names appear in mails to others, so they must not contain a web address, line
 * break or mark that reverses the direction of text.
 */
export function nameText(message: string, maxLength: number, tooLong?: string) {
  return requiredText(message, maxLength, tooLong).check(
    z.refine((name) => !hasHiddenCharacters(name), NAME_HIDDEN),
    z.refine((name) => !hasWebAddress(name), NAME_WITH_ADDRESS),
  )
}

const NAME_HIDDEN = messages.hiddenCharacters
export const NAME_WITH_ADDRESS = messages.webAddress

/** Text that may be empty. */
export function optionalText(maxLength: number, tooLong = messages.tooLong(maxLength)) {
  return z.optional(z.string().check(z.trim(), z.maxLength(maxLength, tooLong)))
}

/** A flag as JSON sends it, or as a form field does. */
export function flag() {
  return z.pipe(
    z.union([z.boolean(), z.literal('true'), z.literal('false'), z.literal('')]),
    z.transform((value) => value === true || value === 'true'),
  )
}

/** A moment on the wire: ISO 8601 in UTC. */
export const moment = z.iso.datetime()

/** The answer of calls whose only result is a sentence for the person. */
export const saying = z.object({ msg: z.string() })

/** How many rows a list returns, and where it continues. */
export const listInput = {
  /** The `_id` of the last row seen; rows after it are older. */
  cursor: z.optional(id()),
  limit: z.optional(
    z.pipe(
      z.union([z.number(), z.string().check(z.regex(/^\d{1,3}$/))]),
      z.transform((value) => Math.min(100, Math.max(1, Math.floor(Number(value))))),
    ),
  ),
}
