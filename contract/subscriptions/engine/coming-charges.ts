import { isLive } from './access.ts'
import type { Membership } from './membership.ts'
import { providerBoundary } from './provider-calendar.ts'

export interface ComingCharge {
  at: Date
  amountCents: number
}

/** The provider's own calendar as reported to us; null if it hasn't been. */
export interface ProviderDates {
  /** When it charges next. */
  chargeAt: Date | null
  /** When the subscription it charges for began: its days are counted from then. */
  startsAt: Date | null
}

/**
 * When a membership is charged next, if nothing changes; null: not at all. After the paid time, the provider's date
 * counts; an earlier date of its belongs to a charge already made.
 */
export function nextChargeAt(membership: Membership, told: ProviderDates): Date | null {
  const { status, cancelAtPeriodEnd, accessUntil } = membership
  if (status !== 'active' || cancelAtPeriodEnd || accessUntil === null) return null
  return told.chargeAt !== null && told.chargeAt > accessUntil ? told.chargeAt : accessUntil
}

/** What one membership will be charged before a moment, if nothing changes: earliest first. */
export function comingCharges(membership: Membership, told: ProviderDates, before: Date): ComingCharge[] {
  const first = nextChargeAt(membership, told)
  if (first === null) return []
  const { interval, priceCents: amountCents } = membership.next ?? membership
  const start = told.startsAt !== null && told.startsAt <= first ? told.startsAt : first
  const charges: ComingCharge[] = []
  let count = 0
  for (let at = first; at < before; at = providerBoundary(start, interval, count)) {
    charges.push({ at, amountCents: amountCents + (charges.length === 0 ? membership.carriedCents : 0) })
    while (providerBoundary(start, interval, count) <= at) count += 1
  }
  return charges
}

/** What a membership costs per month, in cents rounded up: a budget must hold exactly, not roughly. */
export function monthlyCostCents(membership: Pick<Membership, 'interval' | 'priceCents'>): number {
  return membership.interval === 'yearly' ? Math.ceil(membership.priceCents / 12) : membership.priceCents
}

/** How much of its member's monthly budget a membership uses: the agreed terms, and what waits for the next charge. */
export function budgetCents(membership: Membership): number {
  return monthlyCostCents(membership.next ?? membership) + membership.carriedCents
}

/** Whether a membership counts against its member's budget: it will be charged again unless it is stopped. */
export function countsForBudget(membership: Pick<Membership, 'status' | 'cancelAtPeriodEnd'>): boolean {
  return isLive(membership.status) && membership.status !== 'paused' && !membership.cancelAtPeriodEnd
}
