import { formatDay } from '#contract/dates.ts'
import { conventionsOf } from '#contract/locale.ts'

import { relativeTimeTexts as texts } from './messages.ts'

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
export function relativeTime(moment: string, nowMs: number): string {
  const ageSeconds = Math.floor((nowMs - Date.parse(moment)) / 1000)
  if (Number.isNaN(ageSeconds) || ageSeconds < 1) return texts.justNow
  for (const { unit, belowSeconds, secondsEach } of BUCKETS)
    if (ageSeconds < belowSeconds) return relative.format(-Math.floor(ageSeconds / secondsEach), unit)
  return formatDay(moment)
}
