const SPACE = /\s/

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The beginning of a run of HTML text that takes at most `maxBytes` of UTF-8. It ends before a space if there is one,
 * else between two characters as people count them, and never within an entity.
 */
export function cutText(text: string, maxBytes: number): string {
  // Every code unit takes at least a byte: anything further can't fit.
  const within = text.slice(0, Math.max(0, maxBytes + 1))
  let bytes = 0
  let end = 0
  let lastSpace = 0
  for (const { segment, index } of graphemes.segment(within)) {
    // Part of the previous entity.
    if (index < end) continue
    const atom = segment.startsWith('&') ? entityAt(within, index) : segment
    if (atom === null || bytes + Buffer.byteLength(atom) > maxBytes) break
    if (SPACE.test(atom)) lastSpace = end
    bytes += Buffer.byteLength(atom)
    end = index + atom.length
  }
  if (end === text.length || SPACE.test(text.charAt(end))) return text.slice(0, end).trimEnd()
  const words = text.slice(0, lastSpace).trimEnd()
  return words === '' ? text.slice(0, end) : words
}

/** Null when the entity's end isn't in the text. */
function entityAt(text: string, at: number): string | null {
  const semicolon = text.indexOf(';', at)
  return semicolon === -1 ? null : text.slice(at, semicolon + 1)
}
