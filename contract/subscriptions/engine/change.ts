import type { Membership, Terms } from './membership.ts'
import { addIntervals, secondsBetween, secondsOfPeriodEnding, shareOf } from './periods.ts'

export type ChangeTiming = 'now' | 'period_end'

export type ChangeKind = 'upgrade' | 'downgrade' | 'interval'

/** Less than this cannot be charged by card; it is let go, in the member's favour. */
const SMALLEST_CHARGE_CENTS = 50

/** In the last hour of a period the renewal is on its way; a change then could be charged twice. */
export const CLOSED_BEFORE_RENEWAL_SECONDS = 3600

/** Razorpay takes no start further ahead than its subscriptions may last. */
const CREDIT_MAX_YEARS = 10

/** What a change costs and what follows. The screen shows it, and the provider is given exactly this. */
export interface ChangePreview {
  kind: ChangeKind
  timing: ChangeTiming
  chargedNowCents: number
  /** What is left of the time already paid is worth this much; it is counted in, never paid out. */
  creditCents: number
  /** Until when what is then paid lasts: also the moment of the next charge. */
  accessUntil: Date
  nextChargeAt: Date
  nextChargeCents: number
}

export type ChangeRefusal = 'not_changeable' | 'same_plan' | 'renewal_near' | 'credit_too_long'

/** Dearer in the same rhythm is an upgrade, cheaper or alike a downgrade; another rhythm is neither. */
export function kindOfChange(from: Terms, to: Terms): ChangeKind {
  if (from.interval !== to.interval) return 'interval'
  return to.priceCents > from.priceCents ? 'upgrade' : 'downgrade'
}

/** An upgrade is wanted now; anything else waits for what was paid to be used up, unless the member says otherwise. */
export function usualTiming(kind: ChangeKind): ChangeTiming {
  return kind === 'upgrade' ? 'now' : 'period_end'
}

/**
 * What changing to other terms means when it is agreed at that moment. Now and dearer: the difference for the time
 * that is left, so that the day of renewal stays. Now and otherwise: the unused time is worth time on the new plan.
 * At the period's end: nothing now. The present terms at the period's end take back what was planned.
 */
export function previewChange(
  membership: Membership,
  to: Terms,
  timing: ChangeTiming,
  at: Date,
): ChangePreview | ChangeRefusal {
  const { accessUntil } = membership
  if (membership.status !== 'active' || accessUntil === null) return 'not_changeable'
  const isSame = isSameTerms(membership, to)
  // Asking for what one has takes a planned change back; there is nothing to choose about when.
  if (isSame && (membership.next === null || timing === 'now')) return 'same_plan'
  const leftSeconds = secondsBetween(at, accessUntil)
  if (leftSeconds < CLOSED_BEFORE_RENEWAL_SECONDS) return 'renewal_near'

  const kind = kindOfChange(membership, to)
  const periodSeconds = secondsOfPeriodEnding(accessUntil, membership.interval)
  const creditCents = timing === 'period_end' ? 0 : shareOf(membership.priceCents, leftSeconds, periodSeconds)
  const isTopUp = timing === 'now' && kind === 'upgrade'
  const difference = isTopUp ? shareOf(to.priceCents - membership.priceCents, leftSeconds, periodSeconds) : 0
  const until =
    timing === 'now' && !isTopUp
      ? new Date(Math.floor(at.getTime() / 1000) * 1000 + 1000 * secondsFor(creditCents, to, at))
      : accessUntil
  if (secondsBetween(addIntervals(at, 'yearly', CREDIT_MAX_YEARS), until) > 0) return 'credit_too_long'
  return {
    kind,
    timing,
    chargedNowCents: difference < SMALLEST_CHARGE_CENTS ? 0 : difference,
    creditCents,
    accessUntil: until,
    nextChargeAt: until,
    nextChargeCents: to.priceCents,
  }
}

/** One plan version in one rhythm; its price follows from them. */
export function isSameTerms(
  one: Pick<Terms, 'planVersionId' | 'interval'>,
  other: Pick<Terms, 'planVersionId' | 'interval'>,
): boolean {
  return one.planVersionId === other.planVersionId && one.interval === other.interval
}

/** How long an amount lasts on these terms; at least until the provider can start charging them. */
function secondsFor(amountCents: number, terms: Terms, at: Date): number {
  const periodSeconds = secondsBetween(at, addIntervals(at, terms.interval, 1))
  return Math.max(CLOSED_BEFORE_RENEWAL_SECONDS, shareOf(periodSeconds, amountCents, terms.priceCents))
}
