import { LANGUAGE } from '../language.ts'
import type { Language } from '../languages.ts'
import { conventionsOf } from '../locale.ts'

/** When a session begins, or when it really began. */
export function beginningOf({ startsAt, liveAt }: { startsAt: string; liveAt: string | null }): string {
  return liveAt ?? startsAt
}

interface Where {
  timeZone?: string | undefined
  language?: Language | undefined
}

/** "Thursday, 3 December at 18:30 GMT+5:30": when something begins, with the zone that is meant. */
export function formatStart(moment: Date | string, { timeZone, language = LANGUAGE }: Where = {}): string {
  return new Intl.DateTimeFormat(conventionsOf(language).dates, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone !== undefined && { timeZone }),
  }).format(new Date(moment))
}

/** "Thu 3 Dec, 18:30", in the zone of this device. */
export function formatShortStart(
  moment: Date | string,
  { timeZone, language = LANGUAGE }: Where = {},
): string {
  return new Intl.DateTimeFormat(conventionsOf(language).dates, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone !== undefined && { timeZone }),
  }).format(new Date(moment))
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
