import type { Language } from '#contract/languages.ts'
import { pseudo } from '#contract/pseudo.ts'

/** Turns what a module of texts exports into the same in one language. */
type TextsFor = <Texts>(texts: Texts) => Texts

/** A language without an entry doesn't compile. */
const IN: Record<Language, TextsFor> = {
  en: (texts) => texts,
  pseudo,
}

/** The server's texts in a language: `textsFor(language)(payoutTexts).details.subject`. */
export function textsFor(language: Language): TextsFor {
  return IN[language]
}
