/*
 * How Google Docs and Word write things: as styles. Declarations are split by hand, because a pasted style can be any
 * length.
 */

/** A style attribute's declarations. */
function declarationsOf(style: string): ReadonlyMap<string, string> {
  return new Map(
    style.split(';').flatMap((part): [string, string][] => {
      const colon = part.indexOf(':')
      if (colon === -1) return []
      return [
        [
          part.slice(0, colon).trim().toLowerCase(),
          part
            .slice(colon + 1)
            .trim()
            .toLowerCase(),
        ],
      ]
    }),
  )
}

/** The level of a list that Word writes as a paragraph, 1 to 6; 0: it is none. */
export function wordListOf(style: string): number {
  const level = /\blevel(\d)\b/.exec(declarationsOf(style).get('mso-list') ?? '')?.[1]
  return level === undefined ? 0 : Math.min(6, Number(level))
}

/** Word's own bullet or number, which stands in the text. */
export function isMarker(style: string): boolean {
  return declarationsOf(style).get('mso-list') === 'ignore'
}

/** Whether a text's own line breaks and spaces are shown: none, line breaks alone, or all. */
export type WhiteSpace = 'collapse' | 'lines' | 'preserve'

const WHITE_SPACE: Readonly<Record<string, WhiteSpace>> = {
  normal: 'collapse',
  nowrap: 'collapse',
  collapse: 'collapse',
  'pre-line': 'lines',
  'preserve-breaks': 'lines',
  pre: 'preserve',
  'pre-wrap': 'preserve',
  preserve: 'preserve',
  'break-spaces': 'preserve',
}

/** What an element says about it; null: as around it. Browsers write the newer property into what they copy. */
export function whiteSpaceOf(name: string, style: string): WhiteSpace | null {
  const styles = declarationsOf(style)
  const said = styles.get('white-space-collapse') ?? styles.get('white-space') ?? ''
  const [keyword = ''] = said.replace('!important', '').split(' ')
  return WHITE_SPACE[keyword] ?? (name === 'textarea' ? 'preserve' : null)
}

/** An emoji with its modifiers, or a flag, or a keycap. */
const EMOJI = /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u
const NOT_DIGITS_ALONE = /[^\d#*]/

/** What a picture of an emoji stands for: many sites write emoji as pictures with the sign as their `alt`. '': it is another. */
export function emojiOf(alt: string): string {
  const text = alt.trim()
  return EMOJI.test(text) && NOT_DIGITS_ALONE.test(text) ? text : ''
}

const NAMED: Readonly<Record<string, string>> = {
  b: '<b>',
  strong: '<b>',
  i: '<i>',
  em: '<i>',
  cite: '<i>',
  u: '<u>',
  s: '<s>',
  strike: '<s>',
  del: '<s>',
  code: '<code>',
  kbd: '<code>',
}

/** The tags that an inline element stands for in a post. */
export function inlineTagsOf(name: string, attributes: Readonly<Record<string, string>>): string[] {
  const style = declarationsOf(attributes['style'] ?? '')
  if (name === 'a') return linkTagOf(attributes['href'] ?? '')
  const tags = new Set<string>()
  const named = NAMED[name]
  // Google Docs wraps all that it copies in <b style="font-weight:normal">.
  const isUndone = named === '<b>' && /^(?:normal|[1-4]00)$/.test(style.get('font-weight') ?? '')
  if (named !== undefined && !isUndone) tags.add(named)
  if (/^(?:bold|bolder|[6-9]00)$/.test(style.get('font-weight') ?? '')) tags.add('<b>')
  if (style.get('font-style') === 'italic') tags.add('<i>')
  if ((style.get('text-decoration') ?? '').includes('line-through')) tags.add('<s>')
  return [...tags]
}

function linkTagOf(href: string): string[] {
  const address = href.trim()
  if (!/^(?:https?:|mailto:)/i.test(address)) return []
  return [`<a href="${address.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)}">`]
}
