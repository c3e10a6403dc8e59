import type { Language } from '#contract/languages.ts'
import { pseudo } from '#contract/pseudo.ts'

/** Turns what a module of texts exports, an object of texts or a letter's writer, into the same in one language. */
export type TextsFor = <Texts>(texts: Texts) => Texts

/** A language without an entry doesn't compile. */
const IN: Record<Language, TextsFor> = {
  en: (texts) => texts,
  pseudo,
}

/** The server's texts in a language: `textsFor(language)(welcomeLetter)(facts, config)`. */
export function textsFor(language: Language): TextsFor {
  return IN[language]
}
