import { LANGUAGE } from './language.ts'
import type { Language } from './languages.ts'

interface Conventions {
  /** For `<html lang>`, documents, and everything that isn't written by one of the locales below. */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  /** How numbers, lists and relative times are written: "1,234.50". */
  readonly numbers: string
  /** How amounts are grouped: "$1,234,567" and "₹12,34,567". */
  readonly amounts: (currency: string) => string
  /** How days and months are written: "14 March 2026", which can't be mistaken for another day. */
  readonly dates: string
}

const ENGLISH: Conventions = {
  tag: 'en',
  direction: 'ltr',
  numbers: 'en-US',
  amounts: (currency) => (currency === 'INR' ? 'en-IN' : 'en-US'),
  dates: 'en-GB',
}

const CONVENTIONS: Record<Language, Conventions> = {
  en: ENGLISH,
  pseudo: { ...ENGLISH, tag: 'en-x-pseudo', direction: 'rtl' },
}

/** How a language writes numbers, amounts and dates; by default the language of this build. */
export function conventionsOf(language: Language = LANGUAGE): Conventions {
  return CONVENTIONS[language]
}

/** A masked number or an address within a sentence: it reads from left to right, whichever way the sentence runs. */
export function leftToRight(text: string): string {
  return conventionsOf().direction === 'rtl' ? `\u2066${text}\u2069` : text
}
