import { endSubscription } from '../billing/cycle.ts'
import { badRequest } from '../core/errors.ts'
import type { Wire } from '../core/entities.ts'
import { allowKeys, findFlag } from '../http/fields.ts'
import { subscriptionWire } from '../wire/subscription.ts'
import type { ApiRoute, Call } from './call.ts'
import { getSubscriptionOf } from './subscriptions.ts'

function cancel(call: Call): Wire {
  const { body, context } = call
  allowKeys(body, ['cancel_at_cycle_end'])
  const subscription = getSubscriptionOf(call)
  const { status } = subscription
  if (status === 'cancelled' || status === 'completed' || status === 'expired') {
    throw badRequest(`Subscription is not cancellable in ${status} status.`, 'status')
  }
  if (findFlag(body, 'cancel_at_cycle_end') === true) {
    if (subscription.currentEnd === null) {
      throw badRequest('Subscription cannot be cancelled since no billing cycle is going on')
    }
    // No webhook and no trace in the entity until the cycle ends; a second request succeeds too.
    subscription.isCancelledAtCycleEnd = true
    return subscriptionWire(context, subscription)
  }
  subscription.cancelInitiatedBy = 'self'
  context.emit(endSubscription(context, subscription, 'cancelled'))
  return subscriptionWire(context, subscription)
}

/** Ends a subscription at once or, invisibly, at the end of the current cycle. */
export const cancelRoutes: ApiRoute[] = [{ method: 'POST', path: 'subscriptions/:id/cancel', answer: cancel }]
