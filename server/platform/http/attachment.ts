import { cleanName } from './file-name.ts'

/** File systems take 255 bytes, and a character has up to four. */
const NAME_MAX_CHARACTERS = 60

/**
 * The header that saves an answer under a name, in any script (RFC 6266). The user's part is shortened and cleaned of
 * characters that mean something to a file system or reverse the writing direction; `ending` is ours.
 */
export function attachmentNamed(chosen: string, ending: string): string {
  return attachmentOf(`${Array.from(cleanName(chosen)).slice(0, NAME_MAX_CHARACTERS).join('')}${ending}`)
}

/** The same for a whole name that is clean already. */
export function attachmentOf(name: string): string {
  const plain = name.replace(/[^\w.-]/g, '_')
  if (plain === name) return `attachment; filename="${name}"`
  // RFC 8187 leaves fewer characters as they are than encodeURIComponent does.
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
