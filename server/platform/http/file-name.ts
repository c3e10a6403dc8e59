/** Characters that mean something to a file system, and marks that are invisible or reverse the writing direction. */
const UNWANTED = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}/\\:*?"<>|%]/gu

/** An ending is letters and digits, and not long; anything else after a dot is part of the name. */
const ENDING = /\.[a-z0-9]{1,16}$/i

/** A name without characters that mean something to a file system or reverse the writing direction. May be empty. */
export function cleanName(sent: string): string {
  return withoutDotsAround(sent.toWellFormed().replace(UNWANTED, ''))
}

/**
 * The name of somebody's file, to be shown and saved under: cleaned, and of at most so many bytes. A longer one keeps
 * its beginning and its ending; one of which nothing is left is called "file".
 */
export function cleanFileName(sent: string, maxBytes: number): string {
  // Folders that a browser names with the file are dropped.
  const last = sent.split(/[/\\]/).at(-1) ?? ''
  const { stem, ending } = splitEnding(cleanName(last.normalize('NFC')).replace(/\s/g, ' '))
  let room = maxBytes - ending.length
  let kept = ''
  for (const character of withoutDotsAround(stem)) {
    room -= Buffer.byteLength(character)
    if (room < 0) break
    kept += character
  }
  return `${kept.trimEnd() || 'file'}${ending}`
}

/** A name in two: everything before its ending, and the ending with its dot; empty when it has none. */
function splitEnding(name: string): { stem: string; ending: string } {
  const ending = ENDING.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - ending.length), ending }
}

/** Dots and spaces at either end hide a file, or are dropped by file systems. */
function withoutDotsAround(name: string): string {
  let end = name.length
  while (end > 0 && /[\s.]/.test(name.charAt(end - 1))) end -= 1
  return name.slice(0, end).replace(/^[\s.]+/, '')
}
