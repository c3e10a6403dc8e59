import { wordsOf } from './sanitize.ts'

const EXCERPT_LENGTH = 140

/** How a post begins, from the beginning of its HTML. */
export function excerptOfBeginning(html: string): string {
  return cutAtWord(wordsOf(html))
}

/** At most 140 characters, cut between two words. */
export function cutAtWord(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text
  const cut = text.slice(0, EXCERPT_LENGTH)
  const space = cut.lastIndexOf(' ')
  return `${space > 0 ? cut.slice(0, space) : cut.slice(0, -1)}…`
}
