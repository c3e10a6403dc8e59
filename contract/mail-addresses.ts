import { visibleText } from './visible-text.ts'

/* E-mail addresses: which are the same, which are refused. They are compared, kept and shown in one form. */

/** In browsers and in Node; it reads domains by Unicode's technical standard 46. */
declare const URL: new (address: string) => { hostname: string }

const ADDRESS_MAX_LENGTH = 254
const TYPED_MAX_LENGTH = 1000
/** The marks of direction that come along with pasted contacts, and what `visibleText` leaves for names. */
const PASTED = /[\u202A-\u202E\u2066-\u2069]+/g
const DOTS = /[\u3002\uFF0E\uFF61\uFE52]/g
const WIDE = /[\uFF01-\uFF5E]/g
const LOCAL_PART = /^[^\s\p{Cc}@<>"]+$/u
/** Whatever else a URL may hold beside its host would change which host is read. */
const OF_URLS = /[\s/\\?#:@%[\]<>"|^`{}]/
const ASCII_LABEL = /^[a-z\d_-]+$/
const LABEL_MAX_LENGTH = 63
const DOMAIN_MAX_LENGTH = 253

/**
 * The address somebody means by what they typed or pasted, or null if it is none: local part in small letters, domain in
 * its own script, both composed; what isn't seen is left out, and what an input method makes wide is made narrow.
 */
export function readAddress(typed: string): string | null {
  if (typed.length > TYPED_MAX_LENGTH) return null
  const text = visibleText(typed.replace(PASTED, ''))
    .replace('\uFE6B', '@')
    .replace(DOTS, '.')
    .replace(WIDE, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xfee0))
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(0, at)).toLowerCase().normalize('NFC')
  const domain = asciiDomain(text.slice(at + 1))
  if (!LOCAL_PART.test(local) || domain === null) return null
  if (local.length + 1 + domain.length > ADDRESS_MAX_LENGTH) return null
  const shown = domain.split('.').map(labelInItsScript).join('.')
  // Some programs let more pass for a domain than they write themselves.
  return asciiDomain(shown) === domain ? `${local}@${shown}` : null
}

/** The same address as mail servers know it: no other letters than Latin ones in its domain. */
export function addressInAscii(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = asciiDomain(address.slice(at + 1))
  return domain === null ? address : `${address.slice(0, at)}@${domain}`
}

/**
 * The forms in which the address may have been kept before there was one form, that one first. Letters of the Latin
 * alphabet have one.
 */
export function formsOfAddress(typed: string): string[] {
  const address = readAddress(typed) ?? typed.toLowerCase()
  const at = address.lastIndexOf('@')
  if (at < 0) return [address]
  const [local, domain] = [address.slice(0, at), address.slice(at)]
  const domains = [domain, domain.normalize('NFD'), addressInAscii(domain)]
  return [...new Set(domains.flatMap((each) => [local + each, local.normalize('NFD') + each]))]
}

function asciiDomain(domain: string): string | null {
  const name = domain.endsWith('.') ? domain.slice(0, -1) : domain
  if (name === '' || OF_URLS.test(name)) return null
  try {
    const { hostname } = new URL(`http://${name}`)
    return hostname.length <= DOMAIN_MAX_LENGTH && isDomain(hostname.split('.')) ? hostname : null
  } catch {
    return null
  }
}

function isDomain(labels: readonly string[]): boolean {
  if (
    labels.length < 2 ||
    labels.some((label) => !ASCII_LABEL.test(label) || label.length > LABEL_MAX_LENGTH)
  )
    return false
  // A host of digits alone is an address of a machine.
  return labels.some((label) => /\D/.test(label))
}

const [BASE, FIRST, LAST, SKEW, DAMP] = [36, 1, 26, 38, 700]

/** A label of a domain that URLs have accepted: after "xn--" stands its text in Punycode (RFC 3492). */
function labelInItsScript(label: string): string {
  if (!label.startsWith('xn--')) return label
  const code = label.slice(4)
  const end = code.lastIndexOf('-')
  const signs = Array.from(code.slice(0, Math.max(0, end)), (sign) => sign.codePointAt(0) ?? 0)
  let [sign, at, bias] = [128, 0, 72]
  for (let read = end + 1; read < code.length;) {
    const before = at
    for (let weight = 1, step = BASE; ; step += BASE) {
      const digit = parseInt(code.charAt(read++), BASE)
      if (Number.isNaN(digit)) return label
      // Letters come before digits: a is 0, and 0 is 26.
      const worth = digit < 10 ? digit + 26 : digit - 10
      at += worth * weight
      const limit = Math.min(LAST, Math.max(FIRST, step - bias))
      if (worth < limit) break
      weight *= BASE - limit
    }
    const count = signs.length + 1
    bias = adapt(at - before, count, before === 0)
    sign += Math.floor(at / count)
    at %= count
    signs.splice(at++, 0, sign)
  }
  return String.fromCodePoint(...signs)
}

function adapt(distance: number, count: number, isFirst: boolean): number {
  let delta = isFirst ? Math.floor(distance / DAMP) : distance >> 1
  delta += Math.floor(delta / count)
  let step = 0
  for (; delta > ((BASE - FIRST) * LAST) >> 1; step += BASE) delta = Math.floor(delta / (BASE - FIRST))
  return step + Math.floor(((BASE - FIRST + 1) * delta) / (delta + SKEW))
}
