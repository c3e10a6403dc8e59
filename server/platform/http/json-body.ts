import { platformFailures } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'

/** Posts nest lists in lists in blocks; nothing of ours nests half as deep. */
const JSON_MAX_DEPTH = 64
/** Fields of one object; our largest has some twenty. Objects of thousands cost many times what lists do. */
const JSON_MAX_FIELDS = 200
/** Values in one body, including lists and objects. A post of 500,000 characters in short paragraphs has 15,000. */
const JSON_MAX_VALUES = 20_000

const ESCAPED_LETTER = String.raw`\u00`

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
/** Brackets differ from braces in this bit alone. */
const BRACE_BIT = 0x20
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/**
 * Parses a body in time that grows with its length alone. Throws `bad_request` for malformed JSON or nesting deeper
 * than 64, and `too_large` for more than 20,000 values or 200 fields in one object.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  checkShape(bytes)
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    // Parts of the name may be written as escapes.
    if (bytes.includes('__proto__') || bytes.includes(ESCAPED_LETTER)) dropPrototypeKeys(value)
    return value
  } catch {
    throw new Failure(platformFailures.bad_request)
  }
}

/** `__proto__` in a body must never become more than an ignored key. */
function dropPrototypeKeys(value: unknown): void {
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) Reflect.deleteProperty(next, '__proto__')
    for (const part of Object.values(next)) waiting.push(part)
  }
}

/** Counts before anything is built: one look at each byte, and none at what it means. */
function checkShape(bytes: Buffer): void {
  /** How many commas each open object has; -1 for a list. */
  const open: number[] = []
  let values = 1
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) at = endOfText(bytes, at)
    else if (byte === COMMA) {
      values += 1
      const commas = open.at(-1) ?? -1
      if (commas >= 0) open[open.length - 1] = commas + 1
      if (commas + 2 > JSON_MAX_FIELDS) throw new Failure(platformFailures.too_large)
    } else if ((byte | BRACE_BIT) === OPENING_BRACE) {
      values += 1
      open.push(byte === OPENING_BRACE ? 0 : -1)
      if (open.length > JSON_MAX_DEPTH) throw new Failure(platformFailures.bad_request)
    } else if ((byte | BRACE_BIT) === CLOSING_BRACE) open.pop()
    if (values > JSON_MAX_VALUES) throw new Failure(platformFailures.too_large)
  }
}

/** The position of the quote that closes the text opened at `begin`; the end of the body when there is none. */
function endOfText(bytes: Buffer, begin: number): number {
  for (let at = begin + 1; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === BACKSLASH) at += 1
    else if (byte === QUOTE) return at
  }
  return bytes.length
}
