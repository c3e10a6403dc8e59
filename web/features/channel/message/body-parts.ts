import { mentionOf, splitBody } from '#contract/channels/body.ts'

/** A person who is named in a text. */
export interface Named {
  _id: string
  name: string | null
}

export type ShownPart = { kind: 'text' | 'link' | 'mention'; text: string }

const LINK_STARTS = ['https://', 'http://']
/** What stands behind an address and is not part of it. */
const AFTER_LINK = '.,;:!?\'")]}…'

/** The text of a message as it is shown: words, addresses and names. */
export function shownParts(body: string, people: readonly Named[], formerMember: string): ShownPart[] {
  return splitBody(body).flatMap((part): ShownPart[] => {
    if ('text' in part) return withLinks(part.text)
    const name = people.find(({ _id }) => _id === part.userId)?.name ?? formerMember
    return [{ kind: 'mention', text: `@${name}` }]
  })
}

function withLinks(text: string): ShownPart[] {
  const parts: ShownPart[] = []
  const add = (kind: ShownPart['kind'], piece: string) => {
    const last = parts.at(-1)
    if (piece === '') return
    if (kind === 'text' && last?.kind === 'text') last.text += piece
    else parts.push({ kind, text: piece })
  }
  for (const word of text.split(/(\s+)/)) {
    const address = addressIn(word)
    if (address === null) add('text', word)
    else {
      add('link', address)
      add('text', word.slice(address.length))
    }
  }
  return parts
}

/** The web address that a word begins with; null: it is none. */
function addressIn(word: string): string | null {
  if (!LINK_STARTS.some((start) => word.toLowerCase().startsWith(start))) return null
  let end = word.length
  while (AFTER_LINK.includes(word.charAt(end - 1))) end -= 1
  const address = word.slice(0, end)
  return URL.canParse(address) ? address : null
}

/** What is typed, with people by their names, as a message's text, with people by their ids. */
export function toBody(typed: string, people: readonly { _id: string; name: string }[]): string {
  // Longer names first: "@Ana Maria" is not "@Ana" and a word.
  return people
    .toSorted((one, other) => other.name.length - one.name.length)
    .reduce((text, { _id, name }) => text.replaceAll(`@${name}`, mentionOf(_id)), typed)
}

/** A message's text as it is typed. */
export function toTyped(body: string, people: readonly Named[], formerMember: string): string {
  return shownParts(body, people, formerMember)
    .map(({ text }) => text)
    .join('')
}

/** The name that is being typed after an @ in front of the caret; null: none is. */
export function mentionBefore(typed: string, caret: number): { start: number; q: string } | null {
  const before = typed.slice(0, caret)
  const start = before.lastIndexOf('@')
  if (start < 0 || /\S/.test(before.charAt(start - 1))) return null
  const q = before.slice(start + 1)
  return q.length > 50 || q.includes('\n') || q.startsWith(' ') ? null : { start, q }
}
