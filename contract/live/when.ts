import { formatDateTime, type Whereabouts } from '../dates.ts'
import type { Language } from '../languages.ts'

/** When a session begins, or when it really began. */
export function beginningOf({ startsAt, liveAt }: { startsAt: string; liveAt: string | null }): string {
  return liveAt ?? startsAt
}

interface Where {
  now?: Date
  timeZone?: string | undefined
  language?: Language | undefined
}

/** "3 December, 18:30 GMT+5:30": when something begins, with the zone that is meant. */
export function formatStart(moment: Date | string, where: Where = {}): string {
  return formatDateTime(moment, { ...here(where), zone: true })
}

/** "3 December, 18:30", in the zone of this device. */
export function formatShortStart(moment: Date | string): string {
  return formatDateTime(moment, here({}))
}

function here({ now = new Date(), timeZone, language }: Where): Whereabouts {
  return { now, timeZone: timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, language }
}

export interface TimeLeft {
  days: number
  hours: number
  minutes: number
  seconds: number
}

/** What is left until a moment, never less than nothing. */
export function timeLeft(ms: number): TimeLeft {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor((seconds % 86_400) / 3600),
    minutes: Math.floor((seconds % 3600) / 60),
    seconds: seconds % 60,
  }
}
