import { DATE_LOCALE } from './locale.ts'

// In UTC, so that server, browser, mails and documents name the same day.
const day = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'long', timeZone: 'UTC' })
const shortDay = new Intl.DateTimeFormat(DATE_LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat(DATE_LOCALE, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat(DATE_LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "14 March 2026", in UTC. */
export function formatDay(moment: Date | string): string {
  return day.format(new Date(moment))
}

/** "14 Mar", in UTC, when the year is shown beside it. */
export function formatShortDay(moment: Date | string): string {
  return shortDay.format(new Date(moment))
}

/** "March 2026", of a moment in it, in UTC, or of "2026-03". */
export function formatMonth(moment: Date | string): string {
  return month.format(new Date(moment))
}

/** "Mar 2026", when there is little room. */
export function formatShortMonth(moment: Date | string): string {
  return shortMonth.format(new Date(moment))
}
