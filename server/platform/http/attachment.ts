/** File systems take 255 bytes, and a character has up to four. */
const NAME_MAX_CHARACTERS = 60

/**
 * The header that saves an answer under a name, in any script (RFC 6266). The user's part is shortened and cleaned of
 * characters that mean something to a file system or reverse the writing direction; `ending` is ours.
 */
export function attachmentNamed(chosen: string, ending: string): string {
  const cleaned = chosen.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}/\\:*?"<>|%]/gu, '')
  const name = `${Array.from(withoutDotsAround(cleaned)).slice(0, NAME_MAX_CHARACTERS).join('')}${ending}`
  const plain = name.replace(/[^\w.-]/g, '_')
  if (plain === name) return `attachment; filename="${name}"`
  // RFC 8187 leaves fewer characters as they are than encodeURIComponent does.
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Dots and spaces at either end hide a file, or are dropped by file systems. */
function withoutDotsAround(name: string): string {
  let end = name.length
  while (end > 0 && /[\s.]/.test(name.charAt(end - 1))) end -= 1
  return name.slice(0, end).replace(/^[\s.]+/, '')
}
