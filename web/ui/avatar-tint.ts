const tintCount = 12

/** One of the twelve `tint-…` classes, the same for a handle however it is written. */
export function avatarTintClassName(key: string): string {
  // FNV-1a: short handles that differ in one letter land on different tints.
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(key.toLowerCase())) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  }
  return `tint-${hash % tintCount}`
}

/** The upper-case first letter or digit of a name, with its marks; the first character if it has neither. */
export function avatarInitial(name: string): string {
  const letter = /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0] ?? /\S/u.exec(name)?.[0] ?? ''
  // toUpperCase, not the locale's: server and browser must agree. "ß" would become two letters, so it stays.
  const upper = letter.toUpperCase()
  return Array.from(upper).length > Array.from(letter).length ? letter : upper
}
