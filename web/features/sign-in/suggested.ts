import { HANDLE_PATTERN } from '#contract/handles.ts'

/** Of usernames and handles. */
const MAX_LENGTH = 30

/** The username that a name suggests: "Zoë Rao" → "zoerao". Names in other scripts keep theirs. */
export function suggestedUsername(name: string): string {
  return Array.from(withoutAccents(name))
    .filter((character) => /[\p{L}\p{M}\p{N}]/u.test(character))
    .slice(0, MAX_LENGTH)
    .join('')
}

/** The address that a page's name suggests: "Paper Birds" → "paperbirds"; empty if no handle can be made of it. */
export function suggestedHandle(pageName: string): string {
  return Array.from(withoutAccents(pageName))
    .filter((character) => HANDLE_PATTERN.test(character))
    .slice(0, MAX_LENGTH)
    .join('')
}

function withoutAccents(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .toLowerCase()
}
