import type { IncomingHttpHeaders } from 'node:http'

/** The marks that tell one version of something from another. */
export interface Version {
  /** A strong one, with its quotes. */
  etag: string
  /** In whole seconds, as HTTP has it; null: unknown. */
  modifiedAt: Date | null
}

/**
 * Evaluates the conditions of a GET or HEAD, in the order of RFC 9110, 13.2.2: `go-on`, `not-modified` (304) or
 * `failed` (412). Dates that can't be read, or compared with one of ours, count as not sent.
 */
export function checkConditions(
  headers: IncomingHttpHeaders,
  { etag, modifiedAt }: Version,
): 'go-on' | 'not-modified' | 'failed' {
  const ifMatch = headers['if-match']
  const unmodifiedSince = readHttpDate(headers['if-unmodified-since'])
  if (ifMatch !== undefined) {
    if (!isNamed(ifMatch, etag, 'strongly')) return 'failed'
  } else if (unmodifiedSince && modifiedAt && modifiedAt > unmodifiedSince) return 'failed'

  const ifNoneMatch = headers['if-none-match']
  const modifiedSince = readHttpDate(headers['if-modified-since'])
  if (ifNoneMatch !== undefined) return isNamed(ifNoneMatch, etag, 'weakly') ? 'not-modified' : 'go-on'
  return modifiedSince && modifiedAt && modifiedAt <= modifiedSince ? 'not-modified' : 'go-on'
}

/**
 * Whether a range belongs to the version that the client has a part of (If-Range); without that header it always does.
 */
export function isRangeOf(headers: IncomingHttpHeaders, { etag, modifiedAt }: Version): boolean {
  const ifRange = headers['if-range']
  if (typeof ifRange !== 'string') return ifRange === undefined
  if (ifRange.trim() === etag) return true
  const date = readHttpDate(ifRange)
  return date !== null && modifiedAt !== null && date.getTime() === modifiedAt.getTime()
}

/** Whether a list of entity tags names ours. Weak ones count where equivalent content will do. */
function isNamed(header: string, etag: string, comparison: 'strongly' | 'weakly'): boolean {
  if (header.trim() === '*') return true
  const tags = new Set(header.split(',').map((tag) => tag.trim()))
  return tags.has(etag) || (comparison === 'weakly' && tags.has(`W/${etag}`))
}

const TIME = String.raw`(?<time>\d\d:\d\d:\d\d)`
const MONTH = '(?<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'

/** Today's format, and two of the nineties that still have to be understood (RFC 9110, 5.6.7). */
const HTTP_DATES = [
  new RegExp(String.raw`^[A-Z][a-z]{2}, (?<day>\d\d) ${MONTH} (?<year>\d{4}) ${TIME} GMT$`),
  new RegExp(String.raw`^[A-Z][a-z]{5,8}, (?<day>\d\d)-${MONTH}-(?<shortYear>\d\d) ${TIME} GMT$`),
  new RegExp(String.raw`^[A-Z][a-z]{2} ${MONTH} (?<day>[ \d]\d) ${TIME} (?<year>\d{4})$`),
]

/** Parses an HTTP date; null when it isn't one. */
export function readHttpDate(text: string | undefined): Date | null {
  const parts = HTTP_DATES.map((form) => form.exec(text?.trim() ?? '')?.groups).find(Boolean)
  if (!parts) return null
  const { day, month, year = `20${parts['shortYear']}`, time } = parts
  const date = new Date(`${day?.trim()} ${month} ${year} ${time} GMT`)
  if (Number.isNaN(date.getTime())) return null
  // Two-digit years more than fifty years ahead belong to the previous century.
  if (parts['shortYear'] !== undefined && date.getUTCFullYear() > new Date().getUTCFullYear() + 50)
    date.setUTCFullYear(date.getUTCFullYear() - 100)
  return date
}
