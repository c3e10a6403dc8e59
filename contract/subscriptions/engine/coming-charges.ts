import { isLive, type Membership } from './membership.ts'
import { addIntervals } from './periods.ts'

export interface ComingCharge {
  at: Date
  amountCents: number
}

/** What one membership will be charged before a moment, if nothing changes: earliest first. */
export function comingCharges(membership: Membership, before: Date): ComingCharge[] {
  const { accessUntil, next } = membership
  const renews = membership.status === 'active' && !membership.cancelAtPeriodEnd
  if (!renews || accessUntil === null) return []
  const { interval, priceCents } = next ?? membership
  const charges: ComingCharge[] = []
  for (let count = 0; ; count += 1) {
    const at = addIntervals(accessUntil, interval, count)
    if (at >= before) return charges
    charges.push({ at, amountCents: priceCents })
  }
}
/** What a membership costs by the month, in cents rounded up: a budget is kept, not nearly kept. */
export function monthlyCostCents(membership: Pick<Membership, 'interval' | 'priceCents'>): number {
  return membership.interval === 'yearly' ? Math.ceil(membership.priceCents / 12) : membership.priceCents
}

/** Whether a membership counts against its member's budget: it is charged again unless somebody stops it. */
export function countsForBudget(membership: Pick<Membership, 'status' | 'cancelAtPeriodEnd'>): boolean {
  return isLive(membership.status) && membership.status !== 'paused' && !membership.cancelAtPeriodEnd
}
