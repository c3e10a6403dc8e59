import { LANGUAGE } from '../language.ts'
import type { Language } from '../languages.ts'
import { conventionsOf } from '../locale.ts'

/** "1.2 GB", and below one gigabyte "340 MB": decimal units, as phones and desktops show them. */
export function storageText(bytes: number, language: Language = LANGUAGE): string {
  const [figure, unit] = bytes < 1_000_000_000 ? [bytes / 1_000_000, 'MB'] : [bytes / 1_000_000_000, 'GB']
  const maximumFractionDigits = unit === 'GB' && figure < 100 ? 1 : 0
  const format = new Intl.NumberFormat(conventionsOf(language).numbers, { maximumFractionDigits })
  return `${format.format(figure)} ${unit}`
}
