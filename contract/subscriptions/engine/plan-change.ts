import { type ByCurrency, CURRENCY, type Currency } from '../../money.ts'
import type { Equivalent, Membership, Period, Terms } from './membership.ts'
import { addIntervals, flooredShareOf, secondsBetween } from './periods.ts'
import { equivalentsAfter, exchange, type PaidMembership, periodOn, unusedWorth } from './proration.ts'
import { isSameTerms } from './terms.ts'

export type ChangeTiming = 'now' | 'period_end'

export type ChangeKind = 'upgrade' | 'downgrade' | 'interval'

/** Less than this can't be charged, in cents and in paise; it waits for the next charge and is added to it. */
const SMALLEST_CHARGE: ByCurrency = { USD: 50, INR: 100 }

/** In the last hour of a period the renewal is on its way; a change then could be charged twice. */
export const CLOSED_BEFORE_RENEWAL_SECONDS = 3600

/** Razorpay accepts no start further ahead than its subscriptions may last. */
const CREDIT_MAX_YEARS = 10

/** What a change costs and what follows. The screen shows it, and the provider gets exactly this. */
export interface ChangePreview {
  kind: ChangeKind
  timing: ChangeTiming
  chargedNowCents: number
  /** What is owed for the remaining time and waits for the next charge, as it is too little for one of its own. */
  carriedCents: number
  /** The worth of the paid time that is left; it is counted in, never paid out. */
  creditCents: number
  /** How it is settled: by money for the remaining time, by that time, or not at all before the period's end. */
  settledBy: 'proration' | 'time' | 'nothing'
  /** The paid period once the change takes effect, and its equivalents on the terms left behind. */
  period: Period
  equivalents: readonly Equivalent[]
  /** Until when the time then paid lasts: also the moment of the next charge. */
  accessUntil: Date
  nextChargeAt: Date
  nextChargeCents: number
}

export type ChangeRefusal = 'not_changeable' | 'same_plan' | 'renewal_near' | 'credit_too_long'

/** Dearer at the same interval is an upgrade, cheaper or equal a downgrade; another interval is neither. */
export function kindOfChange(from: Terms, to: Terms): ChangeKind {
  if (from.interval !== to.interval) return 'interval'
  return to.priceCents > from.priceCents ? 'upgrade' : 'downgrade'
}

/** An upgrade is wanted now; anything else waits for the paid time to be used up, unless the member says otherwise. */
export function usualTiming(kind: ChangeKind): ChangeTiming {
  return kind === 'upgrade' ? 'now' : 'period_end'
}

/**
 * What changing to other terms means when it is agreed at that moment. Now and dearer: the upgrade cost for the remaining
 * time, so that the renewal day stays. Now and otherwise, or back to terms that were exchanged for the present ones:
 * the unused time is exchanged for time on the new plan. At the period's end: nothing now. Choosing the present terms
 * at the period's end takes a planned change back.
 */
export function previewChange(
  membership: Membership,
  to: Terms,
  timing: ChangeTiming,
  at: Date,
  currency: Currency = CURRENCY,
): ChangePreview | ChangeRefusal {
  const { accessUntil } = membership
  if (membership.status !== 'active' || accessUntil === null || !isPaid(membership)) return 'not_changeable'
  const isSame = isSameTerms(membership, to)
  // Choosing the present terms takes a planned change back; there is no choice of timing.
  if (isSame && (membership.next === null || timing === 'now')) return 'same_plan'
  if (secondsBetween(at, accessUntil) < CLOSED_BEFORE_RENEWAL_SECONDS) return 'renewal_near'
  // Already charged for a period that has yet to begin, as banks may do a day or more ahead.
  if (timing === 'now' && secondsBetween(at, membership.period.from) > 0) return 'renewal_near'

  const settled = settle(membership, to, timing, { at, currency })
  const { until } = settled.period
  if (secondsBetween(addIntervals(at, 'yearly', CREDIT_MAX_YEARS), until) > 0) return 'credit_too_long'
  return {
    ...settled,
    kind: kindOfChange(membership, to),
    timing,
    creditCents: timing === 'now' ? unusedWorth(membership.period, at) : 0,
    accessUntil: timing === 'now' ? until : accessUntil,
    nextChargeAt: timing === 'now' ? until : accessUntil,
    nextChargeCents: to.priceCents,
  }
}

type Settled = Pick<
  ChangePreview,
  'settledBy' | 'period' | 'equivalents' | 'chargedNowCents' | 'carriedCents'
>

function settle(
  membership: PaidMembership,
  to: Terms,
  timing: ChangeTiming,
  { at, currency }: { at: Date; currency: Currency },
): Settled {
  const { period, equivalents, carriedCents } = membership
  if (timing === 'period_end')
    return { settledBy: 'nothing', chargedNowCents: 0, carriedCents, period, equivalents }
  const isReturn = equivalents.some((equivalent) => isSameTerms(equivalent, to))
  if (kindOfChange(membership, to) !== 'upgrade' || isReturn)
    return {
      settledBy: 'time',
      chargedNowCents: 0,
      carriedCents,
      period: exchange(membership, to, at),
      equivalents: equivalentsAfter(membership, to, at),
    }
  const dearer = periodOn(period, membership, to)
  const upgradeCostCents = flooredShareOf(
    dearer.worthCents - period.worthCents,
    secondsBetween(at, period.until),
    secondsBetween(period.from, period.until),
  )
  const owedCents = carriedCents + upgradeCostCents
  const isChargeable = owedCents >= SMALLEST_CHARGE[currency]
  return {
    settledBy: 'proration',
    chargedNowCents: isChargeable ? owedCents : 0,
    carriedCents: isChargeable ? 0 : owedCents,
    period: dearer,
    equivalents: [],
  }
}

function isPaid(membership: Membership): membership is PaidMembership {
  return membership.period !== null
}
