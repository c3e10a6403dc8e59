export type Strength = 'short' | 'weak' | 'good' | 'strong'

const MIN_LENGTH = 8
const STRONG_LENGTH = 14
/** With letters, digits and signs among them. */
const STRONG_MIXED_LENGTH = 11
const DISTINCT_MIN = 5

/** What everybody tries first, before any digits that are added to it. */
const COMMON =
  /^(?:abc|admin|asdf|dragon|football|hello|iloveyou|letmein|monkey|pass|princess|qaz|qwert|sunshine|test|welcome|zxcv|\d+$)/
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u]

/**
 * How hard a password is to guess, roughly: a hint while typing. The server decides what is accepted, and knows the
 * common ones. `own`: the person's name, username and address, which are the first guesses about them.
 */
export function strengthOf(password: string, own: readonly string[]): Strength {
  const lower = password.toLowerCase()
  const { length } = Array.from(password)
  if (length < MIN_LENGTH) return 'short'
  const isOwn = own.some((word) => word.length > 2 && lower.includes(word.toLowerCase()))
  const isCommon = length < STRONG_LENGTH && COMMON.test(lower)
  if (isOwn || isCommon || new Set(lower).size < DISTINCT_MIN) return 'weak'
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  return length >= STRONG_LENGTH || (length >= STRONG_MIXED_LENGTH && kinds > 2) ? 'strong' : 'good'
}
