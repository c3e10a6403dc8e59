/*
 * What is seen of a text, for every field in which people type a name or an address. What isn't seen comes along when
 * text is pasted, or is put there on purpose, to look like somebody else or like nobody.
 */

/** Line breaks, marks that reverse the direction of text, and the one that messages put around their slots. */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uE000\uFEFF]/u

/** Nothing is drawn for these by themselves, but a few matter between certain letters: see {@link isNeeded}. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFC]/u
const ALL_UNSEEN = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFC]+/gu
/** What may stand at the ends of a text and is taken away there; `trim` knows most, not U+0085 and the blank of Braille. */
const BLANKS_AT_START = /^[\s\u0085\u2800]+/u
const SOMETHING_SEEN = /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\uFFFC]/u

const LETTER = /[\p{L}\p{M}]/u
/** Marks that stop an Indian vowel; a joiner beside one chooses between two ways to draw the letters. */
const VIRAMA =
  /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u0F84\u1039\u103A\u17D2\u1B44\u1BAA\uA8C4\uA953\uA9C0\uAAF6\uABED\u{11046}\u{110B9}\u{11133}\u{111C0}\u{1134D}\u{11442}\u{114C2}]/u
/** Letters that are written joined, so that a joiner between two of them is seen: Persian needs it. */
const JOINED =
  /(?=[\p{L}\p{M}])(?!\p{Default_Ignorable_Code_Point})[\p{scx=Arabic}\p{scx=Syriac}\p{scx=Nko}\p{scx=Mongolian}\p{scx=Adlam}\p{scx=Hanifi_Rohingya}]/u
const PICTURE = /\p{Extended_Pictographic}/u
const PICTURE_ENDS = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]/u
const JOINER = /[\u200C\u200D]/
const EMOJI_VARIANT = /[\uFE0E\uFE0F]/
const VARIANT = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u
const MONGOLIAN_VARIANT = /[\u180B-\u180D\u180F]/
/** The letters in the flags of regions, such as Scotland's. */
const FLAG_LETTER = /[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]/u
const BLACK_FLAG = '\u{1F3F4}'
const FLAG_END = '\u{E007F}'
const KEYCAP = '\u20E3'

export function hasHiddenCharacters(text: string): boolean {
  return MISLEADING.test(text) || !text.isWellFormed()
}

/** The same text on one line, without invisible characters. */
export function withoutHiddenCharacters(text: string): string {
  const line = text.toWellFormed().replace(/[\r\n\t\v\f\u0085\u2028\u2029]+/g, ' ')
  return Array.from(line)
    .filter((character) => !MISLEADING.test(character))
    .join('')
}

/** Whether nothing of a text is seen: to us, whoever typed it left the field blank. */
export function isBlank(text: string): boolean {
  return !SOMETHING_SEEN.test(text)
}

/**
 * A text as it is kept and shown: composed, without blanks around it, and without what isn't seen, unless a script or an
 * emoji needs it. What misleads stays, to be refused. Blank texts come to nothing.
 */
export function visibleText(text: string): string {
  if (isBlank(text)) return ''
  const signs = Array.from(withoutBlanksAround(text.normalize('NFC')))
  let kept = ''
  let before = ''
  for (const [at, sign] of signs.entries()) {
    if (UNSEEN.test(sign) && !MISLEADS.test(sign) && !isNeeded(sign, before, signs[at + 1] ?? '')) continue
    kept += sign
    before = sign
  }
  const shown = kept.normalize('NFC')
  if (shown === kept) return withoutBlanksAround(shown)
  // Marks came together and changed their order, so joiners stand beside other signs than before.
  const plain = Array.from(shown).filter((sign) => !UNSEEN.test(sign) || MISLEADS.test(sign))
  return withoutBlanksAround(plain.join('')).normalize('NFC')
}

/** Of what misleads, what turns the direction of text: it was seen to change a name, so it is refused, not mended. */
const MISLEADS = /[\u202A-\u202E\u2066-\u2069]/

function isNeeded(sign: string, before: string, after: string): boolean {
  if (JOINER.test(sign)) {
    if (VIRAMA.test(before) || (LETTER.test(before) && VIRAMA.test(after))) return true
    if (JOINED.test(before) && JOINED.test(after)) return true
    return sign === '\u200D' && PICTURE_ENDS.test(before) && PICTURE.test(after)
  }
  if (MONGOLIAN_VARIANT.test(sign)) return /\p{Script=Mongolian}/u.test(before)
  if (EMOJI_VARIANT.test(sign) && (PICTURE.test(before) || after === KEYCAP)) return true
  if (VARIANT.test(sign)) return /[\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}]/u.test(before)
  // A letter before it was kept, so it is one of a flag.
  if (FLAG_LETTER.test(before)) return FLAG_LETTER.test(sign) || sign === FLAG_END
  return before === BLACK_FLAG && FLAG_LETTER.test(sign)
}

function withoutBlanksAround(text: string): string {
  const signs = text.replace(BLANKS_AT_START, '')
  let end = signs.length
  while (end > 0 && /[\s\u0085\u2800]/.test(signs.charAt(end - 1))) end--
  return signs.slice(0, end)
}

/** Whether it has a letter or a digit to be called by; the digit of a keycap emoji is none. */
export function hasLetter(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replace(/[0-9]\uFE0F?\u20E3/gu, '').replace(ALL_UNSEEN, ''))
}

/** Equal for names that are the same to whoever reads them: width, case, blanks and what isn't seen don't count. */
export function nameKey(name: string): string {
  const wide = name.normalize('NFKC').replace(ALL_UNSEEN, '').toLowerCase()
  return wide
    .split(/[\s\u2800]+/u)
    .filter((word) => word !== '')
    .join(' ')
    .normalize('NFKC')
}
