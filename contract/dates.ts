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

/** "14 March 2026", in UTC. */
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

/** A moment that a person chose, where they are. */
export interface Whereabouts {
  now: Date
  /** UTC where nothing else is known, as in mails and rendered pages. */
  timeZone?: string | undefined
  language?: Language | undefined
}

/** Within this, the time of day matters too. */
const SOON_MS = 2 * 86_400_000

/** "3 May", "3 May 2027" in another year, "3 May at 18:00" when it is near. */
export function formatRelease(moment: Date | string, { now, timeZone, language }: Whereabouts): string {
  const zone = timeZone ?? 'UTC'
  const at = new Date(moment)
  const isSoon = Math.abs(at.getTime() - now.getTime()) < SOON_MS
  const { dates } = conventionsOf(language ?? LANGUAGE)
  const yearOf = (of: Date) => formatOnce(dates, { year: 'numeric', timeZone: zone }).format(of)
  return formatOnce(dates, {
    day: 'numeric',
    month: 'long',
    timeZone: zone,
    ...(yearOf(at) !== yearOf(now) && { year: 'numeric' }),
    ...(isSoon && { hour: '2-digit', minute: '2-digit' }),
  }).format(at)
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
