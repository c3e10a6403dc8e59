import { yearlyPriceCents } from '../../plans/pricing.ts'
import type { ProviderDates } from './coming-charges.ts'
import { afterCharge } from './lifecycle.ts'
import type { Membership, Terms } from './membership.ts'
import type { ReferencePlan, Interval } from './reference-testing.ts'

/** A last day of a month, half an hour past the provider's midnight: calendars disagree most here. */
export const START = Date.UTC(2026, 0, 31, 18, 30)

export const DAY_MS = 86_400_000

/** A provider that has reported nothing of its calendar. */
export const NOTHING_TOLD: ProviderDates = { chargeAt: null, startsAt: null }

export function plansOf(monthly: readonly number[]): ReferencePlan[] {
  return monthly.map((price, index) => ({
    version: `version-${index}`,
    monthly: price,
    yearly: yearlyPriceCents(price),
  }))
}

export function termsOn(plan: ReferencePlan, interval: Interval): Terms {
  return {
    planId: plan.version,
    planVersionId: plan.version,
    interval,
    priceCents: interval === 'yearly' ? plan.yearly : plan.monthly,
  }
}

export function joined(plan: ReferencePlan, interval: Interval): Membership {
  return {
    ...termsOn(plan, interval),
    status: 'pending',
    cancelAtPeriodEnd: false,
    accessUntil: null,
    period: null,
    equivalents: [],
    carriedCents: 0,
    paidCount: 0,
    next: null,
  }
}

export function charged(membership: Membership, until: Date): Membership {
  // Terms that are agreed for later are charged from their day on.
  const { next } = membership
  const { priceCents } = next !== null && until > next.from ? next : membership
  const after = afterCharge(
    membership,
    {
      from: null,
      until,
      amountCents: priceCents + membership.carriedCents,
      paidCount: membership.paidCount + 1,
      isOfCurrent: true,
    },
    false,
  )
  if (after === 'overpayment') throw new Error('an owed charge was taken for an overpayment')
  return after
}
