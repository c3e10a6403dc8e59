import type { BillingInterval } from '../../plans/pricing.ts'

/**
 * The same moment some intervals later (or earlier), by the UTC calendar; the 31st becomes the last day of a shorter
 * month.
 */
export function addIntervals(start: Date, interval: BillingInterval, count: number): Date {
  const months = start.getUTCMonth() + count * (interval === 'yearly' ? 12 : 1)
  const moved = new Date(start)
  moved.setUTCDate(1)
  moved.setUTCMonth(months)
  const daysInMonth = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(start.getUTCDate(), daysInMonth))
  return moved
}

/** Whole seconds from one moment to another, never negative: the provider counts in seconds. */
export function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor(to.getTime() / 1000) - Math.floor(from.getTime() / 1000))
}

/** `amount * part / whole`, rounded half up, in integers that may be larger than a number holds exactly. */
export function shareOf(amount: number, part: number, whole: number): number {
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))
}

/** `amount * part / whole`, rounded down. */
export function flooredShareOf(amount: number, part: number, whole: number): number {
  return Number((BigInt(amount) * BigInt(part)) / BigInt(whole))
}

/** `amount * part / whole`, rounded up. */
export function ceiledShareOf(amount: number, part: number, whole: number): number {
  return Number((BigInt(amount) * BigInt(part) + BigInt(whole) - 1n) / BigInt(whole))
}

/** The second that a moment falls in: the provider knows no finer time. */
export function wholeSecond(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000)
}
