import type { SubscriptionStatus } from '#contract/subscriptions/routes.ts'
import { providerFeeOf, recordCharge } from '#server/domains/payments/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'
import type { Log } from '#server/platform/log.ts'
import type { RazorpayPayment, RazorpaySubscription } from '#server/platform/razorpay/entities.ts'

import { subscriptionActivated } from './events.ts'
import {
  extendAccess,
  findSubscriptionByProviderId,
  lockLiveSubscription,
  lockSubscription,
  setStatus,
  type SubscriptionRow,
} from './queries.ts'

interface Circumstance {
  now: Date
  log: Log
}

export interface PaidPeriod {
  payment: RazorpayPayment
  /** When the period that was paid ends. */
  until: Date
  /** How many periods the provider counts as paid. */
  paidCount: number
}

/**
 * Applies a charge that the provider reports: books the money, then opens access. A captured payment is a fact, so it
 * does not matter when, how often or in which order it is reported.
 */
export async function applyCharge(
  db: Db,
  subscriptionId: string,
  period: PaidPeriod,
  { now, log }: Circumstance,
): Promise<void> {
  const { payment } = period
  if (payment.status !== 'captured' && payment.status !== 'refunded') return
  const row = await lockSubscription(db, subscriptionId)
  const paymentId = await recordCharge(
    db,
    { subscriptionId: row.id, memberId: row.memberId, creatorId: row.creatorId, planId: row.planId },
    {
      providerPaymentId: payment.id,
      amountCents: payment.amount,
      currency: payment.currency,
      capturedAt: payment.created_at ? new Date(payment.created_at * 1000) : now,
      refundedCents: payment.amount_refunded ?? 0,
      providerFee: providerFeeOf(payment),
    },
    now,
  )
  // Known money changes nothing: a late duplicate must not reopen what has ended since.
  if (paymentId === null) return
  // Money that was given back before we heard of it is booked, and so is its return; it opens nothing.
  if (payment.status === 'refunded') return
  if (payment.amount !== row.priceCents || payment.currency !== row.currency)
    log.error({ subscriptionId: row.id, paymentId }, 'a charge differs from the price that was agreed')

  const status = await statusOncePaid(db, row)
  if (status === null) {
    log.error(
      { subscriptionId: row.id, paymentId },
      'a closed attempt was paid while another subscription is live',
    )
    return
  }
  await extendAccess(db, row.id, { status, accessUntil: period.until, paidCount: period.paidCount, now })
  if (row.paidCount === 0 && row.accessUntil === null)
    await emit(db, subscriptionActivated, { subscriptionId: row.id, paymentId }, now)
}

/** null: the attempt was closed, and the member has another live subscription with this creator. */
async function statusOncePaid(db: Db, row: SubscriptionRow): Promise<SubscriptionStatus | null> {
  if (row.status === 'pending' || row.status === 'active' || row.status === 'past_due') return 'active'
  if (row.status === 'expired' || row.status === 'failed') {
    // Banks may authorise a payment up to three days after it seemed to have failed.
    const other = await lockLiveSubscription(db, row.memberId, row.creatorId)
    return other ? null : 'active'
  }
  return row.status
}

/** What a status of the provider means for a subscription of ours in some status; what is not listed changes nothing. */
const TRANSITIONS: Record<string, Partial<Record<SubscriptionStatus, SubscriptionStatus>>> = {
  pending: { active: 'past_due' },
  halted: { active: 'past_due' },
  paused: { active: 'paused', past_due: 'paused' },
  active: { paused: 'active' },
  cancelled: { pending: 'expired', active: 'canceled', past_due: 'canceled', paused: 'canceled' },
  completed: { active: 'canceled', past_due: 'canceled', paused: 'canceled' },
  expired: { pending: 'expired' },
}

/** Follows the provider's present state. Access does not depend on it: that ends by what was paid. */
export async function applyProviderState(
  db: Db,
  provider: Pick<RazorpaySubscription, 'id' | 'status'>,
  { now }: Circumstance,
): Promise<void> {
  const found = await findSubscriptionByProviderId(db, provider.id)
  if (!found) return
  const row = await lockSubscription(db, found.id)
  const next = TRANSITIONS[provider.status]?.[row.status]
  if (next) await setStatus(db, row.id, next, next === 'canceled' || next === 'expired' ? now : null)
}
