import { RESERVED_HANDLES } from './handles.ts'

/*
 * Letters that look like others: after Unicode's technical standard 39, of which the table below has what can stand in a
 * username. `username_key` (migration 0468) is its SQL twin.
 */

/** What looks like a small Latin letter or a digit, as a capital or as a small letter. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  a: 'ɑαаᴀΑАᎪꓮⲁⲀ',
  b: 'ʙвьΒВЬᏏᏴꓐƅЪβⲂ',
  c: 'ᴄсСᏟꓚⲥⲤ',
  d: 'ᴅԁᎠᏧꓓժԀ',
  e: 'ᴇеεєΕЕᎬꓰҽ℮',
  f: 'ꜰϝꓝϜք',
  g: 'ɡɢցᏀꓖԌԍ',
  h: 'ʜһнհΗНᎻꓧҺⲎ',
  i: 'ıɩɪιіΙІᎥꓲⲒ',
  j: 'ᴊјϳЈͿᎫꓙյ',
  k: 'ᴋκкΚКᏦꓗⲔϗ',
  l: 'ʟᏞꓡǀլӏӀ',
  m: 'ᴍмΜМᎷꓟⲘ',
  n: 'ɴոпηΝꓠⲚ',
  o: 'ᴏοоσօΟОՕꓳⲟⲞ',
  p: 'ᴘρрΡРᏢꓑⲣⲢ',
  q: 'ԛզԚ',
  r: 'ʀгᏒꓣᎡ',
  s: 'ꜱѕЅᏚꓢՏ',
  t: 'ᴛтτΤТᎢꓔⲦ',
  u: 'ᴜυսꓴՍʋ',
  v: 'ᴠνѵѴᏙꓦ',
  w: 'ᴡωԝԜᎳᏔꓪա',
  x: 'хχΧХꓫⲬ',
  y: 'ʏγуΥУүҮᎩꓬⲨ',
  z: 'ᴢΖᏃꓜζⲌ',
}

/** From each letter of the table, the plain one. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKS_LIKE).flatMap(([plain, others]) =>
    Array.from(others, (each) => [each, plain] as const),
  ),
)

function plainLetters(text: string): string {
  return Array.from(text, (sign) => PLAIN.get(sign) ?? sign).join('')
}

/** Equal for usernames that look alike, as they are written or in small letters: a capital may look like another letter. */
export function usernameKey(username: string): string {
  const small = plainLetters(username.normalize('NFKD')).toLowerCase()
  return plainLetters(small).normalize('NFC')
}

/** Letters of each script. */
const SCRIPTS = Object.entries({
  Latin: /\p{Script=Latin}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Armenian: /\p{Script=Armenian}/u,
  Cherokee: /\p{Script=Cherokee}/u,
  Coptic: /\p{Script=Coptic}/u,
  Lisu: /\p{Script=Lisu}/u,
  Deseret: /\p{Script=Deseret}/u,
  Arabic: /\p{Script=Arabic}/u,
  Bengali: /\p{Script=Bengali}/u,
  Bopomofo: /\p{Script=Bopomofo}/u,
  Devanagari: /\p{Script=Devanagari}/u,
  Ethiopic: /\p{Script=Ethiopic}/u,
  Georgian: /\p{Script=Georgian}/u,
  Gujarati: /\p{Script=Gujarati}/u,
  Gurmukhi: /\p{Script=Gurmukhi}/u,
  Han: /\p{Script=Han}/u,
  Hangul: /\p{Script=Hangul}/u,
  Hebrew: /\p{Script=Hebrew}/u,
  Hiragana: /\p{Script=Hiragana}/u,
  Kannada: /\p{Script=Kannada}/u,
  Katakana: /\p{Script=Katakana}/u,
  Khmer: /\p{Script=Khmer}/u,
  Lao: /\p{Script=Lao}/u,
  Malayalam: /\p{Script=Malayalam}/u,
  Myanmar: /\p{Script=Myanmar}/u,
  Oriya: /\p{Script=Oriya}/u,
  Sinhala: /\p{Script=Sinhala}/u,
  Tamil: /\p{Script=Tamil}/u,
  Telugu: /\p{Script=Telugu}/u,
  Thaana: /\p{Script=Thaana}/u,
  Thai: /\p{Script=Thai}/u,
  Tibetan: /\p{Script=Tibetan}/u,
}).map(([name, letter]) => ({ name, letter }))
/** Scripts with letters in common: one of them at most in a word, or it may be made to look like another. */
const ALIKE = new Set(['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu', 'Deseret'])
/** Languages that are written in several. */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

/**
 * Whether letters of scripts that nobody writes in one word stand in one: "pаypal" with a Cyrillic а. Latin letters may
 * stand beside those of another script that has none like them.
 */
export function mixesScripts(text: string): boolean {
  if (!isMixed(scriptsOf(text, SCRIPTS))) return false
  const found = SCRIPTS.filter(({ letter }) => letter.test(text))
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => isMixed(scriptsOf(word, found)))
}

function scriptsOf(text: string, among: typeof SCRIPTS): string[] {
  return among.filter(({ letter }) => letter.test(text)).map(({ name }) => name)
}

function isMixed(scripts: readonly string[]): boolean {
  if (scripts.length < 2 || TOGETHER.some((set) => scripts.every((script) => set.includes(script))))
    return false
  const other = scripts.find((script) => script !== 'Latin') ?? ''
  return scripts.length > 2 || !scripts.includes('Latin') || ALIKE.has(other)
}

/** Reserved words that speak for the platform, also as a part of a name: "support-team", "admin2". */
const OFFICIAL: ReadonlySet<string> = new Set(
  `admin administrator billingteam cheers helpdesk moderator official operator securityteam staff superuser support
  sysadmin webmaster`.split(/\s+/),
)
const RESERVED: readonly string[] = Array.from(RESERVED_HANDLES, (word) => word.replaceAll('-', ''))
/** What may stand beside those without making it somebody's own name. */
const BESIDE: readonly string[] = [...RESERVED, ...OFFICIAL, 'desk', 'page', 'real', 'the']
/** The letters that a digit stands for. */
const DIGITS: Readonly<Record<string, string>> = { 0: 'o', 1: 'il', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' }
/** No longer name is accepted. */
const LONGEST = 60

/**
 * Whether a username or handle, when it is chosen, is or looks like a reserved word: in another case, with separators,
 * accents or letters of other scripts, with digits for letters ("adm1n"), or made of nothing but reserved words and
 * numbers, of which one speaks for us ("cheers_support", "admin-2"). "supporter", "live-music" and "news24" are names.
 */
export function isReservedName(name: string): boolean {
  const bare = usernameKey(name)
    .normalize('NFKD')
    .replace(/[\p{M}._-]+/gu, '')
  if (bare.length > LONGEST) return false
  return (
    [...RESERVED, ...OFFICIAL].some((word) => word.length === bare.length && beginsAs(bare, word)) ||
    isMadeOfReserved(bare, false)
  )
}

function isMadeOfReserved(rest: string, isOfficial: boolean): boolean {
  if (rest === '') return isOfficial
  if (/^\d/.test(rest) && isMadeOfReserved(rest.slice(1), isOfficial)) return true
  return BESIDE.some(
    (word) =>
      beginsAs(rest, word) && isMadeOfReserved(rest.slice(word.length), isOfficial || OFFICIAL.has(word)),
  )
}

function beginsAs(text: string, word: string): boolean {
  return Array.from(word).every((letter, at) => {
    const sign = text.charAt(at)
    return sign === letter || (DIGITS[sign] ?? '').includes(letter)
  })
}
