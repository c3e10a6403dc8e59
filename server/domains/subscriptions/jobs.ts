import * as z from 'zod/mini'

import { afterRefund } from '#contract/subscriptions/engine/lifecycle.ts'
import { planArchived } from '#server/domains/plans/events.ts'
import { paymentRefunded, providerEventReceived } from '#server/domains/payments/events.ts'
import { defineJob, defineJobInPhases, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { emit, type EventReaction, reactTo, reactToInPhases } from '#server/platform/jobs/events.ts'

import { subscriptionEnding } from './events.ts'
import { cancelAtProvider, cancelReplaced } from './provider-jobs.ts'
import { applyProviderEvent } from './provider-events.ts'
import {
  findSubscriptionPaidBy,
  listUnsettledProviderIds,
  lockRenewingSubscriptionsOfPlan,
  lockSubscription,
  membershipOf,
  saveMembership,
  setCancelAtPeriodEnd,
  setStatus,
} from './queries.ts'
import { syncWithProvider } from './sync.ts'

/** Razorpay asks banks about an unanswered payment for three days; until then a failed one can still become good. */
const LATE_AUTHORISATION_MS = 3 * 86_400_000

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

export const subscriptionJobs = [cancelAtProvider, cancelReplaced, syncSubscription, reconcile] as Job[]

export const subscriptionReactions = [
  reactToInPhases(providerEventReceived, 'subscriptions', applyProviderEvent),

  /** A payment was given back whole: the access it bought ends now, and nothing is charged again. */
  reactTo(paymentRefunded, 'subscriptions', async (db, { paymentId }, { now }) => {
    const id = await findSubscriptionPaidBy(db, paymentId)
    if (id === null) return
    const row = await lockSubscription(db, id)
    if (row.accessUntil === null) return
    await saveMembership(db, id, afterRefund(membershipOf(row), now), now)
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
