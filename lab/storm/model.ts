import { afterCharge, afterProviderStatus } from '#contract/subscriptions/engine/lifecycle.ts'
import type { Membership } from '#contract/subscriptions/engine/membership.ts'

import type { ProviderInvoice, ProviderState } from './world.ts'

const TERMS = { planId: '', planVersionId: '', interval: 'monthly', priceCents: 0 } as const

/**
 * A membership's state by the billing rules alone, when its whole history is applied once and in order: every charge,
 * then the provider's last status. `canceled`: nothing charges for it again, at the end of its paid time at the latest.
 */
export function modelOf(
  subscription: ProviderState['subscriptions'][string],
  invoices: readonly ProviderInvoice[],
): Pick<Membership, 'status' | 'accessUntil' | 'paidCount'> {
  let membership: Membership = {
    ...TERMS,
    status: 'pending',
    cancelAtPeriodEnd: false,
    accessUntil: null,
    period: null,
    equivalents: [],
    carriedCents: 0,
    paidCount: 0,
    next: null,
  }
  const paid = invoices
    .filter(({ status }) => status === 'paid')
    .toSorted((one, other) => (one.paidAt ?? 0) - (other.paidAt ?? 0))
  for (const [index, { billingEnd }] of paid.entries()) {
    const until = new Date((billingEnd ?? 0) * 1000)
    const period = { from: null, until, amountCents: 0, paidCount: index + 1, isOfCurrent: true }
    const after = afterCharge(membership, period, false)
    if (after === 'overpayment') throw new Error(`Charge ${index + 1} of ${subscription.id} was not owed`)
    membership = after
  }
  const { status, cancelAtPeriodEnd, accessUntil, paidCount } = afterProviderStatus(
    membership,
    subscription.status,
    new Date(0),
  )
  return { status: cancelAtPeriodEnd ? 'canceled' : status, accessUntil, paidCount }
}
