import * as z from 'zod/mini'

import { planArchived } from '#server/domains/plans/events.ts'
import { paymentRefunded, providerEventReceived } from '#server/domains/payments/events.ts'
import { defineJob, defineJobInPhases, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { emit, type EventReaction, reactTo, reactToInPhases } from '#server/platform/jobs/events.ts'
import { RazorpayError } from '#server/platform/razorpay/client.ts'

import { subscriptionEnding } from './events.ts'
import { isLive } from './access.ts'
import { applyProviderEvent } from './provider-events.ts'
import {
  endAccess,
  findSubscription,
  findSubscriptionPaidBy,
  listUnsettledProviderIds,
  lockRenewingSubscriptionsOfPlan,
  lockSubscription,
  setCancelAtPeriodEnd,
  setStatus,
} from './queries.ts'
import { syncWithProvider } from './sync.ts'

/** Razorpay asks banks about an unanswered payment for three days; until then a failed one can still become good. */
const LATE_AUTHORISATION_MS = 3 * 86_400_000

/**
 * Ends a subscription at the provider: with the period while it still runs here, at once when it is over here. Nobody
 * wants to end it any more when it was resumed in the meantime.
 */
export const cancelAtProvider = defineJobInPhases(
  { name: 'subscriptions.cancel-at-provider', payload: z.object({ subscriptionId: z.string() }) },
  async (inTransaction, { subscriptionId }, { platform }) => {
    const row = await inTransaction((db) => findSubscription(db, subscriptionId))
    if (!row?.providerSubscriptionId) return
    const isRunning = isLive(row.status)
    if (isRunning && !row.cancelAtPeriodEnd) return
    try {
      await platform.razorpay.cancelSubscription(row.providerSubscriptionId, { isAtPeriodEnd: isRunning })
    } catch (error) {
      // A certain no means that there is nothing left to cancel; anything else is tried again.
      if (!(error instanceof RazorpayError && error.isCertain && error.status === 400)) throw error
    }
  },
)

export const syncSubscription = defineJobInPhases(
  { name: 'subscriptions.sync', payload: z.object({ providerSubscriptionId: z.string() }) },
  (inTransaction, { providerSubscriptionId }, { platform, now }) =>
    syncWithProvider(inTransaction, platform, providerSubscriptionId, now),
)

const reconcile = defineJob(
  { name: 'subscriptions.reconcile', payload: z.object({}), cron: '*/15 * * * *', maxAttempts: 3 },
  async (db, _, { now }) => {
    const ids = await listUnsettledProviderIds(db, now, new Date(now.getTime() - LATE_AUTHORISATION_MS))
    for (const providerSubscriptionId of ids)
      await enqueue(
        db,
        syncSubscription,
        { providerSubscriptionId },
        { key: `sync:${providerSubscriptionId}` },
      )
  },
)

export const subscriptionJobs = [cancelAtProvider, syncSubscription, reconcile] as Job[]

export const subscriptionReactions = [
  reactToInPhases(providerEventReceived, 'subscriptions', applyProviderEvent),

  /** A payment was given back whole: the access it bought ends now, and nothing is charged again. */
  reactTo(paymentRefunded, 'subscriptions', async (db, { paymentId }, { now }) => {
    const id = await findSubscriptionPaidBy(db, paymentId)
    if (id === null) return
    await lockSubscription(db, id)
    await endAccess(db, id, now)
    await enqueue(db, cancelAtProvider, { subscriptionId: id }, { key: `cancel:${id}` })
  }),

  /** Nobody is charged again for a plan that is not offered any more. */
  reactTo(planArchived, 'subscriptions', async (db, { planId }, { now }) => {
    for (const row of await lockRenewingSubscriptionsOfPlan(db, planId)) {
      if (row.status === 'pending') await setStatus(db, row.id, 'expired', now)
      else {
        await setCancelAtPeriodEnd(db, row.id, true)
        await emit(db, subscriptionEnding, { subscriptionId: row.id, reason: 'plan' }, now)
      }
      await enqueue(db, cancelAtProvider, { subscriptionId: row.id }, { key: `cancel:${row.id}` })
    }
  }),
] as EventReaction[]
