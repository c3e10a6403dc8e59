import { LANGUAGE } from './language.ts'
import type { Language } from './languages.ts'
import { conventionsOf } from './locale.ts'

/** "1,234" or "1.5". */
export function formatNumber(value: number, language: Language = LANGUAGE): string {
  return value.toLocaleString(conventionsOf(language).numbers)
}
