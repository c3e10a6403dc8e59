import * as z from 'zod/mini'

import { mixesScripts } from './look-alikes.ts'
import { fieldMessages as messages } from './messages.ts'
import { hasHiddenCharacters, hasLetter, isBlank, visibleText } from './visible-text.ts'
import { hasWebAddress } from './web-addresses.ts'

/** The identifier of any entity: a UUID (version 7, made by the server). */
export function id(message: string = messages.idInvalid) {
  return z
    .string({ error: message })
    .check(
      z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i, message),
      z.toLowerCase(),
    )
}

/** Text of which something must be seen. */
export function requiredText(message: string, maxLength: number, tooLong = messages.tooLong(maxLength)) {
  return z.string({ error: message }).check(
    z.trim(),
    z.refine((text) => !isBlank(text), message),
    z.maxLength(maxLength, tooLong),
  )
}

/** A title or label: one line that others read, without anything that misleads them. */
export function titleText(message: string, maxLength: number, tooLong = messages.tooLong(maxLength)) {
  return z.string({ error: message }).check(
    z.overwrite(visibleText),
    z.minLength(1, message),
    z.maxLength(maxLength, tooLong),
    z.refine((text) => !hasHiddenCharacters(text), messages.hiddenCharacters),
  )
}

/**
 * The name of a person, a page or a plan. Names appear in mails to others, so they must not contain a web address, line
 * break or mark that reverses the direction of text; and they have something to be called by.
 */
export function nameText(message: string, maxLength: number, tooLong?: string) {
  return titleText(message, maxLength, tooLong).check(
    z.refine((name) => name === '' || hasLetter(name), messages.letterless),
    z.refine((name) => !hasWebAddress(name), NAME_WITH_ADDRESS),
    z.refine((name) => !mixesScripts(name), messages.mixedScripts),
  )
}

export const NAME_WITH_ADDRESS = messages.webAddress

/** What is typed to find names by. */
export function searchText(maxLength: number) {
  return z.string().check(z.overwrite(visibleText), z.maxLength(maxLength, messages.tooLong(maxLength)))
}

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
