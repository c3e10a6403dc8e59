import type { WordAct } from '#contract/moderation/rules.ts'

import type { WordRule } from './queries.ts'

/*
 * Accents that are put on letters from outside. Vowel signs of Indian and other scripts are marks too, and stay: without
 * them different words would be the same.
 */
const ACCENTS = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/gu
/** Signs that aren't seen, and part a word for machines alone. */
const UNSEEN = /\p{Cf}/gu
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}*]/u

/** The words of a text as they are compared: however wide, accented, capital or interrupted by unseen signs. */
function comparedWords(text: string): string[] {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(ACCENTS, '')
    .replaceAll(UNSEEN, '')
    .normalize('NFC')
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
}

/** What a page's words do to a text: the strictest of them; null: none is in it. */
export function judgeWords(text: string, rules: readonly WordRule[]): WordAct | null {
  if (rules.length === 0) return null
  const words = comparedWords(text).flatMap((word) => word.split('*').filter((part) => part !== ''))
  const broken = rules.filter(({ phrase }) => holds(words, phrase))
  if (broken.some(({ act }) => act === 'refuse')) return 'refuse'
  return broken.length > 0 ? 'hold' : null
}

/** Whether the words of a phrase stand after one another; with a star at its end, its last word only has to begin so. */
function holds(words: readonly string[], phrase: string): boolean {
  const isOpen = phrase.trimEnd().endsWith('*')
  const sought = comparedWords(phrase).flatMap((word) => word.split('*').filter((part) => part !== ''))
  const last = sought.length - 1
  if (last < 0) return false
  return words.some((_, at) =>
    sought.every((word, offset) => {
      const found = words[at + offset]
      return isOpen && offset === last ? found?.startsWith(word) : found === word
    }),
  )
}
