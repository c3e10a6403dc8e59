import { LANGUAGE } from './language.ts'
import { conventionsOf, type Language } from './locale.ts'

/** "1,234" or "1.5". */
export function formatNumber(value: number, language: Language = LANGUAGE): string {
  return value.toLocaleString(conventionsOf(language).numbers)
}
