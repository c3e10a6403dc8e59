import { LANGUAGE } from './language.ts'
import { conventionsOf, type Language } from './locale.ts'

/** "1,234" or "1.5". */
export function formatNumber(value: number, language: Language = LANGUAGE): string {
  return value.toLocaleString(conventionsOf(language).numbers)
}

/** "Anna, Ben and Carla", in the words and punctuation of the language. */
export function formatList(
  items: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
  language: Language = LANGUAGE,
): string {
  return new Intl.ListFormat(conventionsOf(language).dates, { type }).format(items)
}
