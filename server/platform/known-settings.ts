import { SETTINGS } from './settings.ts'

/** The names we read. */
const KNOWN = new Set(SETTINGS.flatMap(({ names }) => names))
/** What begins like this is meant for us. */
export const OUR_PREFIXES = [
  'CLAMD_',
  'RAZORPAY_',
  'RTMP_',
  'GOOGLE_',
  'LIVE_SMALL_',
  'SMTP_',
  'STORAGE_',
  'MAIL_',
  'OPERATOR_',
  'TERMS_',
]
/** Of names that Google's own programs read; they say nothing about ours. */
export const GOOGLES_PREFIXES = ['GOOGLE_API_', 'GOOGLE_APPLICATION_', 'GOOGLE_CLOUD_']

export function isKnownSetting(name: string): boolean {
  return KNOWN.has(name)
}

/** Names with one of our prefixes that we don't read: nearly always a typing mistake, so they stop the start. */
export function listUnknownSettings(names: readonly string[]): string[] {
  const beginsWith = (name: string, prefixes: readonly string[]) =>
    prefixes.some((prefix) => name.startsWith(prefix))
  return names.filter(
    (name) => beginsWith(name, OUR_PREFIXES) && !beginsWith(name, GOOGLES_PREFIXES) && !KNOWN.has(name),
  )
}
