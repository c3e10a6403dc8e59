import type { Context } from '../core/context.ts'
import type { Subscription, Wire } from '../core/entities.ts'
import { notesWire } from './notes.ts'

/** The API's subscription entity. A cancellation at the cycle's end is not part of it. */
export function subscriptionWire(context: Context, subscription: Subscription): Wire {
  const wire: Wire = {
    id: subscription.id,
    entity: 'subscription',
    plan_id: subscription.planId,
  }
  if (subscription.customerId === null) wire['customer_email'] = null
  else wire['customer_id'] = subscription.customerId
  Object.assign(wire, {
    status: subscription.status,
    current_start: subscription.currentStart,
    current_end: subscription.currentEnd,
    ended_at: subscription.endedAt,
    quantity: subscription.quantity,
    notes: notesWire(subscription.notes),
    charge_at: subscription.chargeAt,
    start_at: subscription.startAt,
    end_at: subscription.endAt,
    auth_attempts: subscription.authAttempts,
    total_count: subscription.totalCount,
    paid_count: subscription.paidCount,
    customer_notify: subscription.customerNotify,
    created_at: subscription.createdAt,
    expire_by: subscription.expireBy,
    short_url: `${context.publicUrl}/i/${subscription.shortCode}`,
    has_scheduled_changes: subscription.scheduledChange !== null,
    change_scheduled_at: subscription.scheduledChange === null ? null : subscription.currentEnd,
    source: 'api',
    remaining_count: remainingCount(subscription),
  })
  if (subscription.offerId !== null) wire['offer_id'] = subscription.offerId
  if (subscription.paymentMethod !== null) wire['payment_method'] = subscription.paymentMethod
  if (subscription.status === 'paused') {
    wire['paused_at'] = subscription.pausedAt
    wire['pause_initiated_by'] = subscription.pauseInitiatedBy
  }
  if (subscription.cancelInitiatedBy !== null) wire['cancel_initiated_by'] = subscription.cancelInitiatedBy
  return wire
}

/** The same entity as webhooks carry it: `type` and the initiators are always present. */
export function subscriptionEventWire(context: Context, subscription: Subscription): Wire {
  return {
    ...subscriptionWire(context, subscription),
    type: subscription.startAt !== null && subscription.startAt > subscription.createdAt ? 2 : 3,
    payment_method: subscription.paymentMethod,
    pause_initiated_by: subscription.pauseInitiatedBy,
    cancel_initiated_by: subscription.cancelInitiatedBy,
  }
}

/** Cycles not yet invoiced; an unpaid invoice still uses up its cycle. */
export function remainingCount(subscription: Subscription): number {
  return Math.max(0, subscription.totalCount - subscription.cycleCount)
}
