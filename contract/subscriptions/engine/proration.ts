import type { Equivalent, Membership, Period, Terms } from './membership.ts'
import { addIntervals, ceiledShareOf, flooredShareOf, secondsBetween, wholeSecond } from './periods.ts'
import { isSameTerms, termsOf } from './terms.ts'

/*
 * What paid time is worth and what it turns into. Worth is in whole cents and always rounded down, time in whole
 * seconds and always rounded up, so that a change costs its member less than one cent.
 */

/** The provider accepts no start that is nearer than this. */
const SHORTEST_SECONDS = 3600

/** A membership with paid time. */
export type PaidMembership = Membership & { period: Period }

/** The worth of a period's time from then on, in cents. */
export function unusedWorth(period: Period, at: Date): number {
  const whole = secondsBetween(period.from, period.until)
  const left = secondsBetween(at > period.from ? at : period.from, period.until)
  return whole === 0 ? 0 : flooredShareOf(period.worthCents, left, whole)
}

/**
 * The same bounds on other terms with the same interval, at their cost there. A period that was charged is worth the
 * price; one that came from an exchange is worth what that many calendar periods cost.
 */
export function periodOn(period: Period, from: Terms, to: Terms): Period {
  const { worthCents } = period
  if (worthCents === from.priceCents) return { ...period, worthCents: to.priceCents }
  return { ...period, worthCents: Math.max(worthCents, costOf(period, to)) }
}

/**
 * The unused time on other terms. Terms left since the last payment get their own time back: all of it at the moment
 * they were left, later the unused share of it. Other terms get the time that the worth pays for, by the calendar.
 */
export function exchange(membership: PaidMembership, to: Terms, at: Date): Period {
  const worthCents = unusedWorth(membership.period, at)
  const from = wholeSecond(at)
  const known = membership.equivalents.find((equivalent) => isSameTerms(equivalent, to))
  if (!known) return { from, until: endOfWorth(worthCents, to, from), worthCents }
  const { until } = membership.period
  const [left, leftThen] = [secondsBetween(at, until), secondsBetween(known.at, until)]
  if (left === leftThen) return known.period
  const seconds = ceiledShareOf(secondsBetween(known.at, known.period.until), left, leftThen)
  return { from, until: later(from, Math.max(SHORTEST_SECONDS, seconds)), worthCents }
}

/** What the present time, and that on all terms left before, would be once it is exchanged for other terms. */
export function equivalentsAfter(membership: PaidMembership, to: Terms, at: Date): Equivalent[] {
  const others = membership.equivalents.filter((equivalent) => !isSameTerms(equivalent, to))
  return [
    ...others.map((equivalent) => ({
      ...termsOf(equivalent),
      period: exchange(membership, equivalent, at),
      at: wholeSecond(at),
    })),
    { ...termsOf(membership), period: membership.period, at: wholeSecond(at) },
  ]
}

/** Until when an amount lasts: whole calendar periods, and its share of the next one. */
function endOfWorth(amountCents: number, { interval, priceCents }: Terms, from: Date): Date {
  const whole = Math.floor(amountCents / priceCents)
  const start = addIntervals(from, interval, whole)
  const seconds = secondsBetween(start, addIntervals(from, interval, whole + 1))
  const end = later(start, ceiledShareOf(seconds, amountCents - whole * priceCents, priceCents))
  const earliest = later(from, SHORTEST_SECONDS)
  return end > earliest ? end : earliest
}

/** What a stretch of time costs on these terms, in cents: the reverse of how long an amount lasts. */
function costOf({ from, until }: Period, { interval, priceCents }: Terms): number {
  let whole = 0
  while (addIntervals(from, interval, whole + 1) <= until) whole += 1
  const start = addIntervals(from, interval, whole)
  const seconds = secondsBetween(start, addIntervals(from, interval, whole + 1))
  return whole * priceCents + flooredShareOf(priceCents, secondsBetween(start, until), seconds)
}

function later(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000)
}
