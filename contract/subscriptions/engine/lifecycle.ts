import { accessEnd } from './access.ts'
import type { Membership, Terms } from './membership.ts'
import { addIntervals } from './periods.ts'
import type { ChangePreview } from './plan-change.ts'
import type { SubscriptionStatus } from './status.ts'
import { isSameTerms, termsOf } from './terms.ts'

/*
 * What happens to a membership, as functions from its old state to its new one. The server locks the row, asks here and
 * writes the answer; nothing else decides.
 */

export interface PaidPeriodFacts {
  /** When the paid period begins; null if the provider does not say. */
  from: Date | null
  /** When the paid period ends. */
  until: Date
  /** What was charged for it, in cents: the worth of the period. */
  amountCents: number
  /** How many periods the provider counts as paid. */
  paidCount: number
  /** Charged by the provider's subscription that this membership runs on, not by one that was replaced. */
  isOfCurrent: boolean
  /** Its period had begun and it was charged before a suspension or a dispute paused the membership. */
  wasOwedBeforeHold?: boolean
}

/**
 * What a captured charge means. `overpayment`: nothing was owed, so the money goes back and nothing opens. That is a charge
 * by a provider's subscription that a change had replaced, and one beyond the paid time when the membership has ended,
 * ends with its period or is paused, or when there is nothing left to begin or renew (`isVoid`: the plan is not
 * offered, the attempt was quoted at another price, another membership of the page is live). It does not matter who
 * reported it, or how the membership ended; but a charge made before a dispute or a suspension paused the membership
 * was owed, however late we hear of it.
 */
export function afterCharge(
  membership: Membership,
  period: PaidPeriodFacts,
  isVoid: boolean,
): Membership | 'overpayment' {
  if (!period.isOfCurrent) return 'overpayment'
  const { status, accessUntil, next } = membership
  const isBeyondPaid = accessUntil === null || period.until > accessUntil
  const isStopped = hasStopped(membership) && !(status === 'paused' && period.wasOwedBeforeHold === true)
  if (isBeyondPaid && (isVoid || isStopped)) return 'overpayment'
  const isOfNextTerms = next !== null && period.until > next.from
  const agreed = isOfNextTerms ? { ...membership, ...termsOf(next), next: null } : membership
  // A late report of a charge for time already paid: it was owed, and revives nothing.
  const isOver = status === 'canceled' || status === 'paused'
  return { ...withPeriod(agreed, period), status: isOver ? status : 'active' }
}

/** Nothing is charged for it any more: it is over, paused, or ends with the paid time. */
function hasStopped({ status, cancelAtPeriodEnd, accessUntil }: Membership): boolean {
  if (status === 'canceled' || status === 'paused') return true
  return cancelAtPeriodEnd && accessUntil !== null
}

/** A period that lasts longer than the time already paid is the present one; any other is an old one, reported late. */
function withPeriod(membership: Membership, paid: Omit<PaidPeriodFacts, 'isOfCurrent'>): Membership {
  const { accessUntil, interval, priceCents } = membership
  const paidCount = Math.max(membership.paidCount, paid.paidCount)
  if (accessUntil !== null && paid.until <= accessUntil) return { ...membership, paidCount }
  const from = paid.from ?? addIntervals(paid.until, interval, -1)
  // The amount charged above the price is what was carried to this charge; anything more goes back.
  const carriedCents = Math.max(0, membership.carriedCents - Math.max(0, paid.amountCents - priceCents))
  return {
    ...membership,
    paidCount,
    accessUntil: paid.until,
    carriedCents,
    period: { from, until: paid.until, worthCents: Math.min(paid.amountCents, priceCents) },
    equivalents: [],
  }
}

/** What a provider's status means for a subscription of ours in some status; combinations not listed change nothing. */
const TRANSITIONS: Record<string, Partial<Record<SubscriptionStatus, SubscriptionStatus>>> = {
  pending: { active: 'past_due' },
  halted: { active: 'past_due' },
  paused: { active: 'paused', past_due: 'paused' },
  active: { paused: 'active' },
  cancelled: { pending: 'expired', past_due: 'canceled' },
  completed: { past_due: 'canceled', paused: 'canceled' },
  expired: { pending: 'expired', past_due: 'canceled' },
}

/** The provider makes no more charges in these states. */
const IS_OVER_AT_PROVIDER = new Set(['cancelled', 'completed', 'expired'])

/**
 * Follows the provider's present state. Access does not depend on it: access ends with the paid time. A membership that
 * runs here but is over there ends with its paid period, as if its member had cancelled it, so a reactivation continues
 * from that end.
 */
export function afterProviderStatus(membership: Membership, providerStatus: string, now: Date): Membership {
  if (membership.status === 'active' && IS_OVER_AT_PROVIDER.has(providerStatus))
    return afterTime({ ...membership, cancelAtPeriodEnd: true }, now)
  const status = TRANSITIONS[providerStatus]?.[membership.status]
  // A cancelled membership ends on its day, even if a pause before that is reported late.
  if (status === 'paused' && membership.cancelAtPeriodEnd) return membership
  if (status === 'canceled') return ended(membership)
  return status ? { ...membership, status } : membership
}

/** It is over, so nothing is left to end with the period, whatever was reported first. */
function ended(membership: Membership): Membership {
  return { ...membership, status: 'canceled', cancelAtPeriodEnd: false }
}

/** A change was paid for, or its card registered: it takes effect now, or is agreed for later. */
export function afterChange(
  membership: Membership,
  to: Terms,
  preview: Pick<
    ChangePreview,
    'timing' | 'nextChargeAt' | 'accessUntil' | 'period' | 'equivalents' | 'carriedCents'
  >,
): Membership {
  // Members who choose a plan while paused are no longer paused.
  const status = membership.status === 'paused' ? 'active' : membership.status
  if (preview.timing === 'period_end')
    return {
      ...membership,
      status,
      cancelAtPeriodEnd: false,
      next: isSameTerms(membership, to) ? null : { ...termsOf(to), from: preview.nextChargeAt },
    }
  return {
    ...membership,
    ...termsOf(to),
    status,
    next: null,
    cancelAtPeriodEnd: false,
    // Unused time exchanged for another plan may end sooner or later than before; both were agreed.
    accessUntil: preview.accessUntil,
    period: preview.period,
    equivalents: preview.equivalents,
    carriedCents: preview.carriedCents,
  }
}

/**
 * What time alone does: a cancelled membership ends with its period, and one that could not be paid through the whole
 * grace period is paused. Nothing is charged for skipped time. Agreed terms don't begin by time alone: they begin with
 * the charge that pays for them, and until then the plan paid before stays open, so that a failed renewal never opens a
 * dearer plan.
 */
export function afterTime(membership: Membership, now: Date): Membership {
  const end = accessEnd(membership)
  if (end === null || now < end) return membership
  if (membership.status === 'past_due')
    return membership.cancelAtPeriodEnd ? ended(membership) : { ...membership, status: 'paused' }
  return membership.status === 'active' && membership.cancelAtPeriodEnd ? ended(membership) : membership
}

/**
 * Coming back after a failed renewal or a pause, on the terms that were ordered: a paid period from now on, and nothing
 * for the time between. `null`: there was paid time left, so only the card is registered and the next charge waits for
 * its end; the terms agreed for then still begin with it.
 */
export function afterReactivation(
  membership: Membership,
  to: Terms,
  period: Omit<PaidPeriodFacts, 'isOfCurrent'> | null,
): Membership {
  const back = { ...membership, status: 'active' as const, cancelAtPeriodEnd: false }
  return period === null ? back : withPeriod({ ...back, ...termsOf(to), next: null }, period)
}
