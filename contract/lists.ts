import { LANGUAGE } from './language.ts'
import type { Language } from './languages.ts'
import { conventionsOf } from './locale.ts'

/** "Anna, Ben and Carla", in the words and punctuation of the language. */
export function formatList(
  items: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
  language: Language = LANGUAGE,
): string {
  return new Intl.ListFormat(conventionsOf(language).dates, { type }).format(items)
}
