/**
 * The languages of the product. `pseudo` is English made unmistakable, for tests: see docs/decisions/0069-texts.md.
 * A language is one entry here, its conventions in `locale.ts`, and a `messages.<language>.ts` beside each module of
 * texts.
 */
export const LANGUAGES = ['en', 'pseudo'] as const
export type Language = (typeof LANGUAGES)[number]

/** Whether a stored or configured value names a language. */
export function isLanguage(name: string): name is Language {
  return LANGUAGES.some((language) => language === name)
}
