import { POST_SLUG_MAX_LENGTH } from '#contract/posts/limits.ts'
import { isId } from '#server/platform/ids.ts'

const LATIN_WITH_MARKS = /(\p{Script=Latin})[\u0300-\u036f]+/gu
/** Characters that nobody sees, and those that stand inside a word. */
const INSIDE_WORDS = /[\p{Default_Ignorable_Code_Point}'’ʼ]/gu
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u

/**
 * The words of a title for an address: in lower case, joined by hyphens, Latin letters without accents, other scripts as
 * they are. null when there is no word in it, or it would pass for an id.
 */
export function slugOf(title: string): string | null {
  const words = title
    .normalize('NFKD')
    .replace(LATIN_WITH_MARKS, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(INSIDE_WORDS, '')
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
  const slug = joined(words, POST_SLUG_MAX_LENGTH)
  return slug === '' || isId(slug) ? null : slug
}

/** A slug with a number that tells it from the same words before. */
export function numbered(slug: string, number: number): string {
  const ending = `-${number}`
  return joined(slug.split('-'), POST_SLUG_MAX_LENGTH - ending.length) + ending
}

/** As many of the words as fit; of a first one that doesn't, as many characters. */
function joined(words: readonly string[], maxLength: number): string {
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`
    if (Array.from(longer).length > maxLength) break
    slug = longer
  }
  return slug === ''
    ? Array.from(words[0] ?? '')
        .slice(0, maxLength)
        .join('')
    : slug
}
