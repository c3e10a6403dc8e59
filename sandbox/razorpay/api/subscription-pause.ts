import { boundaryOf, endSubscription } from '../billing/cycle.ts'
import { badRequest } from '../core/errors.ts'
import type { Wire } from '../core/entities.ts'
import { allowKeys, findText, type Fields } from '../http/fields.ts'
import { subscriptionEvent } from '../webhooks/envelope.ts'
import { subscriptionWire } from '../wire/subscription.ts'
import type { ApiRoute, Call } from './call.ts'
import { getSubscriptionOf } from './subscriptions.ts'

function requireNow(body: Fields, name: string): void {
  allowKeys(body, [name])
  if ((findText(body, name) ?? 'now') !== 'now') throw badRequest(`The selected ${name} is invalid.`, name)
}

function pause(call: Call): Wire {
  const { context } = call
  requireNow(call.body, 'pause_at')
  const subscription = getSubscriptionOf(call)
  if (subscription.status === 'authenticated') {
    subscription.cancelInitiatedBy = 'self'
    context.emit(endSubscription(context, subscription, 'cancelled'))
    return subscriptionWire(context, subscription)
  }
  if (subscription.status !== 'active') {
    throw badRequest(`Subscription cannot be paused in ${subscription.status} status.`, 'status')
  }
  subscription.status = 'paused'
  subscription.chargeAt = null
  subscription.pausedAt = context.clock.now()
  subscription.pauseInitiatedBy = 'self'
  context.emit([subscriptionEvent(context, 'subscription.paused', subscription)])
  return subscriptionWire(context, subscription)
}

function resume(call: Call): Wire {
  const { context } = call
  requireNow(call.body, 'resume_at')
  const subscription = getSubscriptionOf(call)
  if (subscription.status !== 'paused') {
    throw badRequest(`Subscription cannot be resumed in ${subscription.status} status.`, 'status')
  }
  // Periods that passed during the pause are skipped, not billed: the next charge is at the next boundary.
  while (boundaryOf(context, subscription, subscription.periodIndex) <= context.clock.now()) {
    subscription.periodIndex += 1
  }
  subscription.status = 'active'
  subscription.chargeAt = boundaryOf(context, subscription, subscription.periodIndex)
  subscription.pausedAt = null
  subscription.pauseInitiatedBy = null
  context.emit([subscriptionEvent(context, 'subscription.resumed', subscription)])
  return subscriptionWire(context, subscription)
}

/** Pauses and resumes charging for a live subscription. */
export const pauseRoutes: ApiRoute[] = [
  { method: 'POST', path: 'subscriptions/:id/pause', answer: pause },
  { method: 'POST', path: 'subscriptions/:id/resume', answer: resume },
]
