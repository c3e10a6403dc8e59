/* What PostgreSQL puts around the words of an excerpt that match: characters that no text has. */
export const MATCH_BEGIN = '\u0002'
export const MATCH_END = '\u0003'

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** As many characters as tell the beginning of a text from any other place in it. */
const TELLING = 24

/**
 * An excerpt of a post's HTML, its tags already taken out, as pieces of text; those that match are marked. Where it
 * doesn't begin with the post, `beginning`, it says so.
 */
export function piecesOf(
  headline: string | null,
  beginning: string | null,
): { text: string; isMatch: boolean }[] {
  const isWithin =
    headline !== null && !lettersOf(beginning ?? '').startsWith(lettersOf(headline).slice(0, TELLING))
  const pieces = `${isWithin ? '…' : ''}${headline ?? ''}`.split(MATCH_BEGIN).flatMap((part, index) => {
    const [first = '', ...rest] = part.split(MATCH_END)
    return index === 0
      ? [{ text: asText(part), isMatch: false }]
      : [
          { text: asText(first), isMatch: true },
          { text: asText(rest.join('')), isMatch: false },
        ]
  })
  return pieces.filter(({ text }) => text !== '')
}

/** Its letters and figures alone: white space and marks differ. */
function lettersOf(html: string): string {
  return asText(html.replace(/<[^<>]*>/g, '')).replace(/[^\p{L}\p{N}]/gu, '')
}

function asText(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
}
