import { LANGUAGE } from './language.ts'
import type { Language } from './languages.ts'
import { conventionsOf } from './locale.ts'

const FORMS = {
  day: { dateStyle: 'long' },
  moment: { dateStyle: 'long', timeStyle: 'short' },
  shortDay: { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
  shortMonth: { month: 'short', year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()

/** "14 March 2026", in UTC: for papers and mails, which are read in any year. */
export function formatDay(moment: Date | string, language?: Language): string {
  return format(moment, 'day', language)
}

/** "14 March 2026 at 09:05", in UTC; say so beside it. */
export function formatMoment(moment: Date | string, language?: Language): string {
  return format(moment, 'moment', language)
}

/** "14 Mar", in UTC, when the year is shown beside it. */
export function formatShortDay(moment: Date | string, language?: Language): string {
  return format(moment, 'shortDay', language)
}

/** "March 2026", of a moment in it, in UTC, or of "2026-03". */
export function formatMonth(moment: Date | string, language?: Language): string {
  return format(moment, 'month', language)
}

/** "Mar 2026", when there is little room. */
export function formatShortMonth(moment: Date | string, language?: Language): string {
  return format(moment, 'shortMonth', language)
}

/** From where a date is read: without the year that it is now. */
export interface Whereabouts {
  now: Date
  /** UTC where nothing else is known, as in mails and rendered pages. */
  timeZone?: string | undefined
  language?: Language | undefined
}

/** "14 March", and "14 March 2027" in another year. */
export function formatDate(
  moment: Date | string,
  { now, timeZone = 'UTC', language = LANGUAGE }: Whereabouts,
): string {
  const { dates } = conventionsOf(language)
  const at = new Date(moment)
  const year = formatOnce(dates, { year: 'numeric', timeZone })
  return formatOnce(dates, {
    day: 'numeric',
    month: 'long',
    timeZone,
    ...(year.format(at) !== year.format(now) && { year: 'numeric' }),
  }).format(at)
}

/** "14 March, 15:30", and "14 March 2027, 15:30" in another year; with `zone`: "14 March, 15:30 GMT+1". */
export function formatDateTime(
  moment: Date | string,
  { zone = false, ...where }: Whereabouts & { zone?: boolean },
): string {
  const { timeZone = 'UTC', language = LANGUAGE } = where
  const time = formatOnce(conventionsOf(language).dates, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    ...(zone && { timeZoneName: 'short' }),
  })
  return `${formatDate(moment, where)}, ${time.format(new Date(moment))}`
}

/** Within this, the time of day matters too. */
const SOON_MS = 2 * 86_400_000

/** When something that a person chose happens: "3 May", and "3 May, 18:00" when it is near. */
export function formatRelease(moment: Date | string, where: Whereabouts): string {
  const isSoon = Math.abs(new Date(moment).getTime() - where.now.getTime()) < SOON_MS
  return isSoon ? formatDateTime(moment, where) : formatDate(moment, where)
}

function formatOnce(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, known)
  return known
}

function format(moment: Date | string, form: keyof typeof FORMS, language: Language = LANGUAGE): string {
  const key = `${language} ${form}`
  let known = formats.get(key)
  if (!known) {
    // In UTC, so that server, browser, mails and documents name the same day.
    known = new Intl.DateTimeFormat(conventionsOf(language).dates, { ...FORMS[form], timeZone: 'UTC' })
    formats.set(key, known)
  }
  return known.format(new Date(moment))
}

/** A month such as "2026-11" in UTC; `until` is excluded. */
export function monthSpan(month: string): { from: Date; until: Date } {
  const from = new Date(`${month}-01T00:00:00.000Z`)
  return { from, until: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)) }
}
