import type { SubscriptionStatus } from '../routes.ts'

import type { ChangePreview } from './change.ts'
import { accessEnd, type Membership, type Terms } from './membership.ts'
import { addIntervals } from './periods.ts'
import { isSameTerms, termsOf } from './terms.ts'

/*
 * What happens to a membership, as functions from how it stood to how it stands. The server locks the row, asks here
 * and writes the answer; nothing else decides.
 */

export interface PaidPeriodFacts {
  /** When the period that was paid begins; null where the provider does not say. */
  from: Date | null
  /** When the period that was paid ends. */
  until: Date
  /** What was charged for it, in cents: what the period is worth. */
  amountCents: number
  /** How many periods the provider counts as paid. */
  paidCount: number
  /** Charged by the provider's subscription that this membership runs on, not by one that was replaced. */
  isOfCurrent: boolean
  /** Its period had begun and it was charged before a suspension or a dispute paused the membership. */
  wasOwedBeforeHold?: boolean
}

/**
 * What a captured charge means. `surplus`: nothing was owed, so the money goes back and nothing opens. That is a charge
 * by a subscription of the provider that a change had replaced, and one for time beyond what was paid when the
 * membership has ended, ends with its period or rests, or when there is nothing to begin or renew any more (`isVoid`:
 * the plan is not offered, the attempt was quoted on another price, another membership of the page is live). It does
 * not matter who told of it, or how it ended; but what was charged before a dispute or a suspension paused the
 * membership was owed, however late it is heard of.
 */
export function afterCharge(
  membership: Membership,
  period: PaidPeriodFacts,
  isVoid: boolean,
): Membership | 'surplus' {
  if (!period.isOfCurrent) return 'surplus'
  const { status, accessUntil, next } = membership
  const isBeyondPaid = accessUntil === null || period.until > accessUntil
  const isStopped = hasStopped(membership) && !(status === 'paused' && period.wasOwedBeforeHold === true)
  if (isBeyondPaid && (isVoid || isStopped)) return 'surplus'
  const isOfNextTerms = next !== null && period.until > next.from
  const agreed = isOfNextTerms ? { ...membership, ...termsOf(next), next: null } : membership
  // A charge of time that was paid before, told late: it was owed, and brings nothing back.
  const isOver = status === 'canceled' || status === 'paused'
  return { ...withPeriod(agreed, period), status: isOver ? status : 'active' }
}

/** Nothing is charged for it any more: it is over, it rests, or it ends with what is paid. */
function hasStopped({ status, cancelAtPeriodEnd, accessUntil }: Membership): boolean {
  if (status === 'canceled' || status === 'paused') return true
  return cancelAtPeriodEnd && accessUntil !== null
}

/** A period that lasts longer than what is paid already is the present one; any other is an old one, told late. */
function withPeriod(membership: Membership, paid: Omit<PaidPeriodFacts, 'isOfCurrent'>): Membership {
  const { accessUntil, interval, priceCents } = membership
  const paidCount = Math.max(membership.paidCount, paid.paidCount)
  if (accessUntil !== null && paid.until <= accessUntil) return { ...membership, paidCount }
  const from = paid.from ?? addIntervals(paid.until, interval, -1)
  // What was charged above the price is what was carried to this charge; anything more goes back.
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

/**
 * What a status of the provider means for a subscription of ours in some status; what is not listed changes nothing.
 */
const TRANSITIONS: Record<string, Partial<Record<SubscriptionStatus, SubscriptionStatus>>> = {
  pending: { active: 'past_due' },
  halted: { active: 'past_due' },
  paused: { active: 'paused', past_due: 'paused' },
  active: { paused: 'active' },
  cancelled: { pending: 'expired', past_due: 'canceled' },
  completed: { past_due: 'canceled', paused: 'canceled' },
  expired: { pending: 'expired', past_due: 'canceled' },
}

/** The provider charges nothing by it any more. */
const IS_OVER_AT_PROVIDER = new Set(['cancelled', 'completed', 'expired'])

/**
 * Follows the provider's present state. Access does not depend on it: that ends by what was paid. What runs here and is
 * over there ends with its paid period like one its member cancelled, so that going on begins where that ends.
 */
export function afterProviderStatus(membership: Membership, providerStatus: string, now: Date): Membership {
  if (membership.status === 'active' && IS_OVER_AT_PROVIDER.has(providerStatus))
    return afterTime({ ...membership, cancelAtPeriodEnd: true }, now)
  const status = TRANSITIONS[providerStatus]?.[membership.status]
  // A cancelled membership ends on its day, also if it had rested before and that is told late.
  if (status === 'paused' && membership.cancelAtPeriodEnd) return membership
  if (status === 'canceled') return ended(membership)
  return status ? { ...membership, status } : membership
}

/** It is over, so nothing is to end with the period any more, whatever was told first. */
function ended(membership: Membership): Membership {
  return { ...membership, status: 'canceled', cancelAtPeriodEnd: false }
}

/** A change was paid for, or its card registered: it holds from now on, or is agreed for later. */
export function afterChange(
  membership: Membership,
  to: Terms,
  preview: Pick<
    ChangePreview,
    'timing' | 'nextChargeAt' | 'accessUntil' | 'period' | 'equivalents' | 'carriedCents'
  >,
): Membership {
  // Whoever rested and chooses a plan is back with it.
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
    // Worth of unused time on a cheaper plan may end sooner or later than it did; both are what was agreed.
    accessUntil: preview.accessUntil,
    period: preview.period,
    equivalents: preview.equivalents,
    carriedCents: preview.carriedCents,
  }
}

/**
 * What time alone does: a cancelled membership ends with its period, and one that could not be paid through the whole
 * grace period is paused softly. Nothing is charged for what is skipped. Agreed terms do not begin by time: they begin
 * with the charge that pays for them, and until then what was paid before is open, so that a renewal that fails never
 * opens a dearer plan.
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
 * its end; what was agreed for then still begins with it.
 */
export function afterComeback(
  membership: Membership,
  to: Terms,
  period: Omit<PaidPeriodFacts, 'isOfCurrent'> | null,
): Membership {
  const back = { ...membership, status: 'active' as const, cancelAtPeriodEnd: false }
  return period === null ? back : withPeriod({ ...back, ...termsOf(to), next: null }, period)
}
