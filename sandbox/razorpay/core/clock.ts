import type { Period } from './entities.ts'

/** India has no daylight saving time: IST is UTC+5:30 all year. */
const IST_SECONDS = 19_800
const DAY_SECONDS = 86_400

/** The sandbox's own clock, in unix seconds: real time plus an offset. */
export interface SandboxClock {
  now(): number
  offsetSeconds(): number
  /** Holds the time at the moment that due work was due while it is processed; never moves it back. */
  holdAt(unixSeconds: number): void
  /** Lets time run again, advanced by that many seconds. */
  release(advancedBySeconds: number): void
}

function realNow(): number {
  return Math.floor(Date.now() / 1000)
}

/** A clock that starts `offset` seconds away from real time. */
export function createClock(offset: number): SandboxClock {
  let offsetSeconds = offset
  let heldAt: number | null = null
  const now = () => heldAt ?? realNow() + offsetSeconds
  return {
    now,
    offsetSeconds: () => offsetSeconds,
    holdAt(unixSeconds) {
      heldAt = Math.max(unixSeconds, now())
    },
    release(advancedBySeconds) {
      heldAt = null
      offsetSeconds += advancedBySeconds
    },
  }
}

function addMonthsInIst(unixSeconds: number, months: number): number {
  const start = new Date((unixSeconds + IST_SECONDS) * 1000)
  const target = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1))
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  target.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return target.getTime() / 1000 - IST_SECONDS
}

function addDaysInIst(unixSeconds: number, days: number): number {
  const midnight = Math.floor((unixSeconds + IST_SECONDS) / DAY_SECONDS) * DAY_SECONDS - IST_SECONDS
  return midnight + days * DAY_SECONDS
}

const MONTHS: Partial<Record<Period, number>> = { monthly: 1, quarterly: 3, yearly: 12 }

/**
 * The end of cycle `count` of a subscription started at `startAt`: always midnight in India, as in Razorpay's samples.
 */
export function cycleBoundary(
  startAt: number,
  plan: { period: Period; interval: number },
  count: number,
): number {
  if (count === 0) return startAt
  const units = plan.interval * count
  const months = MONTHS[plan.period]
  if (months !== undefined) return addMonthsInIst(startAt, months * units)
  return addDaysInIst(startAt, (plan.period === 'weekly' ? 7 : 1) * units)
}
