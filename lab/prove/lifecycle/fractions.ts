import type { Interval } from './people.ts'

/** floor(amount × part / whole), in big integers. */
export function floorShare(amount: number, part: number, whole: number): number {
  return Number((BigInt(amount) * BigInt(part)) / BigInt(whole))
}

/** amount × part / whole, rounded to the nearest cent, halves up. */
export function nearestShare(amount: number, part: number, whole: number): number {
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))
}

/** What an interval costs in cents: twelve months less a tenth, in whole dollars, for a year. */
export function costOf(monthlyCents: number, interval: Interval): number {
  if (interval === 'monthly') return monthlyCents
  const dollars = (BigInt(monthlyCents) * 12n * 9n) / 10n / 100n
  return Number(dollars) * 100
}

/** The same day and time this many months later in UTC, or the month's last day if it has no such day. */
function monthsLater(seconds: number, months: number): number {
  const date = new Date(seconds * 1000)
  const month = date.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), lastDay)
  const time = seconds - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) / 1000
  return Date.UTC(date.getUTCFullYear(), month, day) / 1000 + time
}

/** How long an amount lasts from a moment on: whole periods, and its share of the next one, rounded up. */
export function lastsUntil(from: number, credit: number, cost: number, interval: Interval): number {
  const months = interval === 'monthly' ? 1 : 12
  const whole = Math.floor(credit / cost)
  const begins = monthsLater(from, whole * months)
  const length = monthsLater(from, (whole + 1) * months) - begins
  const rest = BigInt(credit - whole * cost) * BigInt(length)
  return begins + Number((rest + BigInt(cost) - 1n) / BigInt(cost))
}
