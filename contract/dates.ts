import { LANGUAGE } from './language.ts'
import type { Language } from './languages.ts'
import { conventionsOf } from './locale.ts'

const FORMS = {
  day: { dateStyle: 'long' },
  shortDay: { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
  shortMonth: { month: 'short', year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()

/** "14 March 2026", in UTC. */
export function formatDay(moment: Date | string, language?: Language): string {
  return format(moment, 'day', language)
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
