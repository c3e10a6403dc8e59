import type { BillingInterval } from '../plans/pricing.ts'

/*
 * How the figures of a creator's insights are computed. Days and months are in UTC; whole amounts are twelfths of a
 * cent, in which both a month's and a year's price are exact.
 */

/** Rates of fewer people than this are hidden: they would tell about single members. */
export const SMALLEST_GROUP = 5

/** A lifetime value from fewer losses than this would be a guess. */
const LOSSES_FOR_LIFETIME = 20

/** What is learned later than this many days counts for the day it is learned. */
export const RESTATED_DAYS = 35

/** What a membership brings by the month, in twelfths of a cent. */
export function monthlyTwelfths(interval: BillingInterval, priceCents: number): number {
  return interval === 'yearly' ? priceCents : priceCents * 12
}

/** Whole cents, halves up. */
export function centsFromTwelfths(twelfths: number): number {
  return Math.round(twelfths / 12)
}

/** A share in percent with one decimal; null: too few people, or none. */
export function ratePercent(part: number, of: number, people: number): number | null {
  if (people < SMALLEST_GROUP || of <= 0) return null
  return Math.round((part * 1000) / of) / 10
}

/** Everything that changes a month's income. */
export interface Movements {
  new: number
  returned: number
  up: number
  down: number
  lost: number
}

/** Income at the end = income at the start + new + returned + up − down − lost. */
export function after(start: number, { new: added, returned, up, down, lost }: Movements): number {
  return start + added + returned + up - down - lost
}

/** Gross revenue churn: (lost + down) ÷ income at the start. */
export function grossChurn(start: number, { lost, down }: Movements, people: number): number | null {
  return ratePercent(lost + down, start, people)
}

/** Net revenue churn: (lost + down − up − returned) ÷ income at the start; below zero when the page grows. */
export function netChurn(
  start: number,
  { lost, down, up, returned }: Movements,
  people: number,
): number | null {
  return ratePercent(lost + down - up - returned, start, people)
}

/**
 * Average income per member × the share that is the creator's ÷ the mean member churn of three months, in cents; null:
 * too early to say.
 */
export function lifetimeCents(facts: {
  mrrCents: number
  members: number
  grossCents: number
  netCents: number
  /** Of the last three months, as shares. */
  churns: readonly number[]
  losses: number
}): number | null {
  const { mrrCents, members, grossCents, netCents, churns, losses } = facts
  const mean = churns.reduce((sum, churn) => sum + churn, 0) / Math.max(1, churns.length)
  if (losses < LOSSES_FOR_LIFETIME || mean <= 0 || members === 0 || grossCents <= 0) return null
  return Math.round(((mrrCents / members) * (netCents / grossCents)) / mean)
}
