/** Longer ones are left as text: nobody types them. */
const ADDRESS_MAX_LENGTH = 2048

const TAG = /(<[^<>]*>)/
const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"`]+/gi
/** Where an address in escaped text ends for sure. */
const ESCAPED_BRACKET = /&(?:lt|gt|quot);/
const LINKLESS = /^<(\/?)(?:a|code|pre)[\s>]/i
const ENDINGS = new Set('.,;:!?\'"’”…*_~')
const PAIRS: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])
const CLOSING = new Map([...PAIRS].map(([closing, opening]) => [opening, closing]))

/**
 * Makes links of the web addresses that were typed as text in clean HTML, except in links and code. In one pass: time
 * grows with the text's length only.
 */
export function linkAddresses(html: string, attributes: string): string {
  let depth = 0
  return html
    .split(TAG)
    .map((piece, index) => {
      if (index % 2 === 0) return depth > 0 ? piece : linkText(piece, attributes)
      const linkless = LINKLESS.exec(piece)
      if (linkless) depth += linkless[1] === '/' ? -1 : 1
      return piece
    })
    .join('')
}

function linkText(text: string, attributes: string): string {
  return text.replace(ADDRESS, (found) => {
    const cut = ESCAPED_BRACKET.exec(found)?.index ?? found.length
    const address = withoutEnding(found.slice(0, cut).replaceAll('&amp;', '&'))
    const href = hrefOf(address)
    if (href === null) return found
    const shown = escaped(address)
    return `<a href="${escaped(href)}" ${attributes}>${shown}</a>${found.slice(shown.length)}`
  })
}

/** The full stop of a sentence isn't part of the address, nor is a bracket that was opened before it. */
function withoutEnding(address: string): string {
  if (address.length > ADDRESS_MAX_LENGTH) return address
  /** How many more were closed than opened, by the closing one, in what is left of the address. */
  const surplus = new Map<string, number>()
  for (const character of address) {
    const closing = CLOSING.get(character)
    if (closing) surplus.set(closing, (surplus.get(closing) ?? 0) - 1)
    else if (PAIRS.has(character)) surplus.set(character, (surplus.get(character) ?? 0) + 1)
  }
  let end = address.length
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? ''
    const isOver = PAIRS.has(last) ? (surplus.get(last) ?? 0) > 0 : ENDINGS.has(last)
    if (!isOver) break
    if (PAIRS.has(last)) surplus.set(last, (surplus.get(last) ?? 0) - 1)
  }
  return address.slice(0, end)
}

/** null: it is no address that a link may lead to. */
function hrefOf(address: string): string | null {
  if (address.length > ADDRESS_MAX_LENGTH) return null
  const href = /^www\./i.test(address) ? `https://${address}` : address
  if (!URL.canParse(href)) return null
  const { hostname, username, password } = new URL(href)
  // A name before an @ makes an address look like another site's.
  return hostname.includes('.') && username === '' && password === '' ? href : null
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;')
}
