/** Texts one after another, each with an end: several of the product's sentences have none of their own. */
export function inSentences(...texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => (/[.!?…:][”’)]?$/u.test(text) ? text : `${text}.`))
    .join(' ')
}
