import { applyChange } from '../billing/change.ts'
import { collectProration } from '../billing/proration.ts'
import type { Plan, Subscription, SubscriptionChange, Wire } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import { allowKeys, findFlag, findInteger, findText, type Fields } from '../http/fields.ts'
import { subscriptionEvent } from '../webhooks/envelope.ts'
import { subscriptionWire } from '../wire/subscription.ts'
import { getEntity, type ApiRoute, type Call } from './call.ts'
import { getSubscriptionOf } from './subscriptions.ts'

const UPDATE_KEYS = [
  'plan_id',
  'offer_id',
  'quantity',
  'remaining_count',
  'start_at',
  'schedule_change_at',
  'customer_notify',
]

function readChange(body: Fields): SubscriptionChange {
  const change: SubscriptionChange = {}
  const planId = findText(body, 'plan_id')
  const quantity = findInteger(body, 'quantity')
  const remainingCount = findInteger(body, 'remaining_count')
  const offerId = findText(body, 'offer_id')
  if (planId !== null) change.planId = planId
  if (quantity !== null) change.quantity = quantity
  if (remainingCount !== null) change.remainingCount = remainingCount
  if (offerId !== null) change.offerId = offerId
  return change
}

function requireUpdatable(subscription: Subscription, body: Fields): void {
  if (subscription.status !== 'authenticated' && subscription.status !== 'active') {
    throw badRequest("Can't update Subscription when Subscription is not in Authenticated or Active state")
  }
  const isOfferOnly = Object.keys(body).every((key) => key === 'offer_id' || key === 'schedule_change_at')
  if (subscription.mandate?.card === null && subscription.mandate.vpa) {
    throw badRequest('subscriptions cannot be updated when payment mode is UPI')
  }
  // Indian mandates are registered for one amount, so a domestic card cannot follow a plan change.
  if (subscription.mandate?.card?.isInternational === false && !isOfferOnly) {
    throw badRequest(
      'Only offers can be updated for subscriptions when payment mode is domestic card',
      'offer_id',
    )
  }
}

function requireSameRhythm(before: Plan, after: Plan): void {
  if (before.period !== after.period || before.interval !== after.interval) {
    throw badRequest(
      'A plan with another billing frequency can only be scheduled for the cycle end.',
      'plan_id',
    )
  }
}

/** Only a subscription that has not begun can be moved to another start. */
function moveStart(call: Call, subscription: Subscription): void {
  const startAt = findInteger(call.body, 'start_at')
  if (startAt === null) return
  if (subscription.status !== 'authenticated' || startAt <= call.context.clock.now()) {
    throw badRequest('The start at cannot be changed to this time.', 'start_at')
  }
  subscription.startAt = startAt
  subscription.anchorAt = startAt
  subscription.chargeAt = startAt
}

function update(call: Call): Wire {
  const { body, context } = call
  allowKeys(body, UPDATE_KEYS)
  const subscription = getSubscriptionOf(call)
  requireUpdatable(subscription, body)
  const change = readChange(body)
  moveStart(call, subscription)
  subscription.customerNotify = findFlag(body, 'customer_notify') ?? subscription.customerNotify
  const before = getEntity(context.state.plans, 'plan', subscription.planId)
  const after = change.planId === undefined ? before : getEntity(context.state.plans, 'plan', change.planId)
  if (after.currency !== before.currency) throw badRequest('The plan currency cannot change.', 'plan_id')
  const when = findText(body, 'schedule_change_at') ?? 'now'
  if (when === 'cycle_end') {
    subscription.scheduledChange = { ...subscription.scheduledChange, ...change }
    return subscriptionWire(context, subscription)
  }
  if (when !== 'now') throw badRequest('The selected schedule change at is invalid.', 'schedule_change_at')
  if (subscription.status === 'active') {
    requireSameRhythm(before, after)
    const oldAmount = before.amount * subscription.quantity
    const newAmount = after.amount * (change.quantity ?? subscription.quantity)
    if (newAmount !== oldAmount) collectProration(context, subscription, after, newAmount - oldAmount)
  }
  applyChange(context, subscription, change)
  context.emit([subscriptionEvent(context, 'subscription.updated', subscription)])
  return subscriptionWire(context, subscription)
}

function requireScheduled(subscription: Subscription): SubscriptionChange {
  if (subscription.scheduledChange === null) {
    throw badRequest('No scheduled changes are present for this subscription.')
  }
  return subscription.scheduledChange
}

function retrieveScheduled(call: Call): Wire {
  const subscription = getSubscriptionOf(call)
  const change = requireScheduled(subscription)
  const preview = structuredClone(subscription)
  applyChange(call.context, preview, change)
  return subscriptionWire(call.context, preview)
}

function cancelScheduled(call: Call): Wire {
  const subscription = getSubscriptionOf(call)
  requireScheduled(subscription)
  subscription.scheduledChange = null
  return subscriptionWire(call.context, subscription)
}

/** Changes of plan, quantity or length: at once, settling the difference, or at the cycle's end. */
export const updateRoutes: ApiRoute[] = [
  { method: 'PATCH', path: 'subscriptions/:id', answer: update },
  { method: 'GET', path: 'subscriptions/:id/retrieve_scheduled_changes', answer: retrieveScheduled },
  { method: 'POST', path: 'subscriptions/:id/cancel_scheduled_changes', answer: cancelScheduled },
]
