import type { Terms } from './membership.ts'

/* The arithmetic of the reference: big integers, and months by counting. */

export interface ReferencePlan {
  version: string
  monthly: number
  yearly: number
}

export type Interval = Terms['interval']

export interface Deal {
  version: string
  interval: Interval
  price: bigint
}

/** Time that was paid for: from and to in seconds, and its worth in cents. */
export interface Stretch {
  from: bigint
  to: bigint
  cents: bigint
  /** Charged by the provider as one period of this deal, and not exchanged for other time. */
  isCharged: boolean
}

/** A number of parts of a whole. */
export type Fraction = readonly [part: bigint, whole: bigint]

/** How many months a period has. */
export function monthsOf(interval: Interval): number {
  return interval === 'yearly' ? 12 : 1
}

export function seconds(moment: number): bigint {
  return BigInt(Math.floor(moment / 1000))
}

/** The second at which the period with this number after a given second ends. */
function boundary(from: bigint, deal: Deal, count: number): bigint {
  return seconds(walk(Number(from) * 1000, count * monthsOf(deal.interval)))
}

/** Subtracts one price for each period, and then adds the remainder's share of the next. */
export function boughtUntil(cents: bigint, deal: Deal, from: bigint): bigint {
  let rest = cents
  let count = 0
  for (; rest >= deal.price; count += 1) rest -= deal.price
  const start = boundary(from, deal, count)
  return start + up(boundary(from, deal, count + 1) - start, [rest, deal.price])
}

/** Adds one price for each whole period of a stretch, and the share of the period that is begun. */
export function costOf({ from, to }: Stretch, deal: Deal): bigint {
  let cents = 0n
  let count = 0
  for (; boundary(from, deal, count + 1) <= to; count += 1) cents += deal.price
  const start = boundary(from, deal, count)
  return cents + down(deal.price, [to - start, boundary(from, deal, count + 1) - start])
}

/** The latest second that the provider accepts as a start. */
export function tenYearsAfter(now: number): bigint {
  return seconds(walk(now, 120))
}

/** The provider's day this many months later begins at half past six the evening before, in UTC. */
export function midnightInIndia(from: number, count: number): number {
  const there = walk(from + 19_800_000, count)
  return there - (there % 86_400_000) - 19_800_000
}

/** Month arithmetic by counting: the intended day, or the month's last. */
export function walk(from: number, count: number): number {
  const date = new Date(from)
  const index = date.getUTCFullYear() * 12 + date.getUTCMonth() + count
  const year = Math.floor(index / 12)
  const month = index - year * 12
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  const day = Math.min(date.getUTCDate(), lengths[month] ?? 31)
  return Date.UTC(year, month, day) + (from - Math.floor(from / 86_400_000) * 86_400_000)
}

export function down(amount: bigint, [part, whole]: Fraction): bigint {
  return (amount * part - ((amount * part) % whole)) / whole
}

export function up(amount: bigint, [part, whole]: Fraction): bigint {
  const rest = (amount * part) % whole
  return (amount * part - rest) / whole + (rest > 0n ? 1n : 0n)
}

export function greater(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
