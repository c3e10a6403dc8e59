const ENDS = '.!?…:'
const CLOSING = '”’)'

/** Texts one after another, each with an end: several of the product's sentences have none of their own. */
export function inSentences(...texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => (hasEnd(text) ? text : `${text}.`))
    .join(' ')
}

function hasEnd(text: string): boolean {
  const last = text.slice(-1)
  return ENDS.includes(CLOSING.includes(last) ? text.slice(-2, -1) : last)
}
