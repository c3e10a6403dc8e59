import * as z from 'zod/mini'

import { defineJobInPhases } from '#server/platform/jobs/define-job.ts'

import { INTENT_NOTE, attachProviderSubscription } from './attach-provider-subscription.ts'
import { findOrderIntent, forgetLostOrders, listKnownProviderIds } from './provider-queries.ts'

/** Calls that haven't taken effect after this long never will. */
const LATE_EFFECT_MS = 3_600_000

/** Subscriptions in these states are over at the provider and charge nobody. */
const OVER = new Set(['cancelled', 'expired', 'completed'])

/**
 * Looks through one of the provider's plans for subscriptions that were made for us and whose answer was lost: the
 * first one is kept for its intent, or cancelled if it is no longer wanted; every further one is cancelled.
 */
export const recoverOrphanedSubscriptions = defineJobInPhases(
  {
    name: 'subscriptions.recover-orphaned-subscriptions',
    payload: z.object({ providerPlanId: z.string(), since: z.iso.datetime() }),
  },
  async (inTransaction, { providerPlanId, since }, { platform, now }) => {
    const made = await platform.razorpay.listSubscriptions(providerPlanId, new Date(since))
    const known = await inTransaction((db) =>
      listKnownProviderIds(
        db,
        made.map(({ id }) => id),
      ),
    )
    const lost = made.filter(({ id, status }) => !known.has(id) && !OVER.has(status))
    for (const { id, notes, short_url: pageUrl } of lost.toReversed())
      await inTransaction(async (db) => {
        const intent = await findOrderIntent(db, notes[INTENT_NOTE] ?? '')
        // Others may use the same account; subscriptions that name no intent of ours are theirs.
        if (!intent) return
        platform.log.warn(
          { providerSubscriptionId: id, intent },
          'recovered an order whose answer had been lost',
        )
        await attachProviderSubscription(db, intent, { id, pageUrl: pageUrl ?? null })
      })
    await inTransaction((db) =>
      forgetLostOrders(db, providerPlanId, new Date(now.getTime() - LATE_EFFECT_MS)),
    )
  },
)
