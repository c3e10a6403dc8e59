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

/** An excerpt of a post's HTML, its tags already taken out, as pieces of text; those that match are marked. */
export function piecesOf(headline: string | null): { text: string; isMatch: boolean }[] {
  const pieces = (headline ?? '').split(MATCH_BEGIN).flatMap((part, index) => {
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

function asText(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
}
