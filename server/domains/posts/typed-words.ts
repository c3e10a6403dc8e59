const WORDS_MAX = 8
/** A shorter word is searched as it is: too many begin with it. */
const PREFIX_MIN_LENGTH = 3
/** Words in which a slip is looked for: shorter ones are everywhere, longer ones have too many. */
const SLIP_LENGTHS = { min: 4, max: 12 }
const SLIP_WORDS_MAX = 3

/** Letters and digits only: nothing else is syntax. */
function wordsIn(q: string): string[] {
  return (q.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, WORDS_MAX)
}

/** For `to_tsquery`: all words have to be there, and are whole. null: there is none. */
export function wholeTypedWordsOf(q: string): string | null {
  const words = wordsIn(q)
  return words.length === 0 ? null : words.join(' & ')
}

/** For `to_tsquery`: all words have to be there, or longer ones that begin with them. null: there is none. */
export function typedWordsOf(q: string): string | null {
  const words = wordsIn(q)
  if (words.length === 0) return null
  return words.map((word) => (word.length < PREFIX_MIN_LENGTH ? word : `${word}:*`)).join(' & ')
}

/**
 * For `to_tsquery`: what may have been meant by words that were found nowhere, with two letters in the wrong order, or one
 * too many. Whole words, so that few are looked up: some thirty at most. null: the words are too many, too short or too
 * long for it.
 */
export function meantWordsOf(q: string): string | null {
  const words = wordsIn(q)
  if (words.length === 0 || words.length > SLIP_WORDS_MAX) return null
  const isRight = ({ length }: string) => length >= SLIP_LENGTHS.min && length <= SLIP_LENGTHS.max
  if (!words.some(isRight)) return null
  return words.map((word) => (isRight(word) ? `(${meantBy(word).join(' | ')})` : word)).join(' & ')
}

function meantBy(word: string): string[] {
  const letters = Array.from(word)
  const swapped = letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''))
  const shortened = letters.map((_letter, at) => letters.toSpliced(at, 1).join(''))
  return [...new Set([word, ...swapped, ...shortened])]
}
