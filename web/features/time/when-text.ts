import { formatDate, formatDateTime } from '#contract/dates.ts'
import { conventionsOf } from '#contract/locale.ts'

import { timeTexts as texts } from './messages.ts'

/* The three forms of a time on screen: "2 hours ago", "14 March" and "14 March, 15:30". Papers have `formatDay`. */

/** The spec's buckets: each unit applies below the given age, in seconds. A month is a twelfth of 365.25 days. */
const BUCKETS = [
  { unit: 'second', belowSeconds: 60, secondsEach: 1 },
  { unit: 'minute', belowSeconds: 3600, secondsEach: 60 },
  { unit: 'hour', belowSeconds: 86_400, secondsEach: 3600 },
  { unit: 'day', belowSeconds: 604_800, secondsEach: 86_400 },
  { unit: 'week', belowSeconds: 2_629_800, secondsEach: 604_800 },
  { unit: 'month', belowSeconds: 31_557_600, secondsEach: 2_629_800 },
  { unit: 'year', belowSeconds: Infinity, secondsEach: 31_557_600 },
] as const

const relative = new Intl.RelativeTimeFormat(conventionsOf().numbers, { numeric: 'always' })

/** "2 days ago", rounded down. A moment in the future (clocks differ) reads "just now". */
export function whenText(moment: string, now: Date): string {
  const ageSeconds = Math.floor((now.getTime() - Date.parse(moment)) / 1000)
  if (Number.isNaN(ageSeconds) || ageSeconds < 1) return texts.justNow
  for (const { unit, belowSeconds, secondsEach } of BUCKETS)
    if (ageSeconds < belowSeconds) return relative.format(-Math.floor(ageSeconds / secondsEach), unit)
  return dayText(moment, now)
}

/** "14 March", and "14 March 2027" in another year. In UTC, so that screens, mails and papers name the same day. */
export function dayText(moment: string | Date, now = new Date()): string {
  return formatDate(moment, { now })
}

/** "14 March, 15:30", where the reader is: what they plan is in their own time. */
export function momentText(moment: string | Date, now = new Date()): string {
  return formatDateTime(moment, { now, timeZone: timeZoneName() })
}

/** "Europe/Berlin". */
export function timeZoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
