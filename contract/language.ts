import type { Language } from './languages.ts'

/**
 * The language of this copy of the code. The web app is built once per language, and each build replaces this one
 * value; the server writes mails and documents in several, and names the language to the formatters.
 */
export const LANGUAGE: Language = 'en'
