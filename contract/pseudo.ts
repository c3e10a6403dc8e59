import { piecesOf, slot } from './rich-text.ts'

/*
 * The pseudo-language of the tests: English that nobody takes for English, longer, in brackets and without a plain
 * letter, so that a text that was never translated, or that is cut or glued together, is seen at once.
 */

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = 'áƀçðéƒĝĥîĵķļḿñóþǫŕšţúṽŵẋýžÁƁÇÐÉƑĜĤÎĴĶĻḾÑÓÞǪŔŠŢÚṼŴẊÝŽ'
/** Begins with a mark that makes a text run from right to left, whatever letters follow. */
const [OPEN, CLOSE] = ['\u200F⟦', '⟧']

/** Names are no words of a language. */
const NAMES = ['Cheers', 'Razorpay', 'Google', 'PayPal']

/** How much longer than English a translation may be. */
const GROWTH = 0.4
/** A word of the padding is this long, so that it wraps like words do. */
const WORD_LENGTH = 6

/** A module's texts in the pseudo-language: strings at any depth; functions keep the parameters they are given. */
export function pseudo<T>(texts: T): T {
  return translate(texts, NAMES) as T
}

function translate(value: unknown, parameters: readonly string[]): unknown {
  if (typeof value === 'string') return pseudoText(value, parameters)
  if (typeof value === 'function')
    return (...given: unknown[]) => translate(value(...given), [...parameters, ...stringsIn(given)])
  if (Array.isArray(value)) return value.map((each) => translate(each, parameters))
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, translate(each, parameters)]))
}

function pseudoText(text: string, parameters: readonly string[]): string {
  if (isPseudo(text) || NAMES.includes(text)) return text
  const words = piecesOf(text)
  const written = words.map((piece, index) =>
    index % 3 === 2
      ? slot(words[index - 1] ?? '', accented(piece, parameters))
      : index % 3 === 0
        ? accented(piece, parameters)
        : '',
  )
  // Only parameters and addresses: there is nothing of ours in it.
  if (words.every((piece, index) => index % 3 === 1 || accented(piece, parameters) === piece)) return text
  const length = Math.ceil(text.length * GROWTH)
  const padding = Array.from({ length: Math.ceil(length / WORD_LENGTH) }, (_, index) =>
    'ñ'.repeat(Math.min(WORD_LENGTH, length - index * WORD_LENGTH)),
  )
  return `${OPEN}${written.join('')} ${padding.join(' ')}${CLOSE}`
}

/** Whether brackets are around all of it: a sentence may begin with one translated text and end with another. */
function isPseudo(text: string): boolean {
  if (!text.startsWith(OPEN)) return false
  let depth = 0
  for (let at = OPEN.length - 1; at < text.length; at += 1) {
    if (text[at] === '⟦') depth += 1
    if (text[at] === CLOSE) depth -= 1
    if (depth === 0) return at === text.length - 1
  }
  return false
}

/** Parameters and addresses stay as they are. */
function accented(text: string, parameters: readonly string[]): string {
  const [kept, ...others] = parameters
  if (kept !== undefined)
    return text
      .split(kept)
      .map((part) => accented(part, others))
      .join(kept)
  return text
    .split(' ')
    .map((word) =>
      word.includes('://') || word.includes('@') ? word : Array.from(word, accentedLetter).join(''),
    )
    .join(' ')
}

function accentedLetter(letter: string): string {
  return ACCENTED[LETTERS.indexOf(letter)] ?? letter
}

/** The longest first, so that no parameter is taken apart for a shorter one inside it. */
function stringsIn(values: readonly unknown[]): string[] {
  const found = values.flatMap((value): string[] => {
    if (typeof value === 'string') return value.trim() === '' ? [] : [value]
    if (Array.isArray(value)) return stringsIn(value)
    return typeof value === 'object' && value !== null ? stringsIn(Object.values(value)) : []
  })
  return found.toSorted((a, b) => b.length - a.length)
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
