import { Counter } from 'prom-client'
import * as z from 'zod/mini'

import { webhooksWaiting } from '#server/domains/inbox/events.ts'
import { listLongWaitingSubjects } from '#server/domains/inbox/service.ts'
import { planPriceEdited, planPriceRaised } from '#server/domains/plans/events.ts'
import type { Db } from '#server/platform/db/query.ts'
import { productMetrics } from '#server/platform/http/metrics.ts'
import { defineJobInPhases, enqueue, enqueueKeyed, type Job } from '#server/platform/jobs/define-job.ts'
import { emit, type EventReaction, reactTo, reactToInPhases } from '#server/platform/jobs/events.ts'

import { carryToNextCharge } from './changes/carried-amounts.ts'
import { archivedPlanReactions } from './lifecycle/archived-plans.ts'
import { makeDueTransitions } from './lifecycle/due-transitions.ts'
import { giveNotice } from './notices/notices.ts'
import { passOnPrice } from './price-changes/pass-on-price.ts'
import { listAskedForPrice } from './price-changes/price-queries.ts'
import { CLAIM_TIMEOUT_MS } from './provider-sync/create-provider-subscription.ts'
import { LATE_AUTHORISATION_MS } from './provider-sync/late-authorisation.ts'
import { lookAtAgreements, matchAgreement } from './provider-sync/match-agreement.ts'
import { applyProviderEvents } from './provider-sync/provider-events.ts'
import { cancelAtProvider, cancelReplaced, pauseAtProvider } from './provider-sync/provider-jobs.ts'
import { listPlansWithLostOrders } from './provider-sync/provider-queries.ts'
import { reconcilePaymentJobs } from './provider-sync/reconcile-payments.ts'
import {
  insertDifference,
  listUnsettledProviderIds,
} from './provider-sync/reconciliation-difference-queries.ts'
import { recoverOrphanedSubscriptions } from './provider-sync/recover-orphaned-subscriptions.ts'
import { findProviderLink, syncWithProvider } from './provider-sync/sync.ts'
import { findSubscription } from './queries.ts'

const providerDifferences = new Counter({
  name: 'provider_differences_total',
  help: 'Subscriptions about which the provider knew more than its webhooks had reported.',
  registers: [productMetrics],
})

const LONG_WAIT_MS = 15 * 60_000

const applyWhatWasTold = reactToInPhases(webhooksWaiting, 'subscriptions', applyProviderEvents)

/** Asks the provider about one subscription, and stores what no webhook had reported. */
export const syncSubscription = defineJobInPhases(
  { name: 'subscriptions.sync', payload: z.object({ providerSubscriptionId: z.string() }) },
  async (inTransaction, { providerSubscriptionId }, { platform, now }) => {
    const stand = () => inTransaction((db) => standOf(db, providerSubscriptionId))
    const before = await stand()
    await syncWithProvider(inTransaction, platform, providerSubscriptionId, now)
    const after = await stand()
    if (!before || !after || JSON.stringify(before) === JSON.stringify(after)) return
    platform.log.warn(
      { providerSubscriptionId, before, after },
      'the provider knew more than its webhooks had reported',
    )
    providerDifferences.inc()
    const { subscriptionId } = after
    await inTransaction((db) =>
      insertDifference(db, { subscriptionId, providerSubscriptionId, before, after, now }),
    )
  },
)

async function standOf(db: Db, providerSubscriptionId: string) {
  const link = await findProviderLink(db, providerSubscriptionId)
  const row = link && (await findSubscription(db, link.subscriptionId))
  if (!row) return null
  const { id: subscriptionId, status, accessUntil, paidCount, planVersionId, nextFrom } = row
  return { subscriptionId, status, accessUntil, paidCount, planVersionId, nextFrom }
}

/** Asked about at the provider in one transaction: many more wait after it was away for a day. */
const UNSETTLED_PER_BATCH = 500

export const reconcile = defineJobInPhases(
  { name: 'subscriptions.reconcile', payload: z.object({}), cron: '*/15 * * * *', maxAttempts: 3 },
  async (inTransaction, _, { now, signal }) => {
    const createdSince = new Date(now.getTime() - LATE_AUTHORISATION_MS)
    const batch = { now, attemptsSince: createdSince, limit: UNSETTLED_PER_BATCH }
    let next: string | undefined = ''
    while (next !== undefined) {
      signal.throwIfAborted()
      const after: string = next
      next = await inTransaction((db) => queueSyncs(db, { ...batch, after }))
    }
    // Stored events are applied even if the job that was to do it is gone.
    await inTransaction(async (db) => {
      for (const subject of await listLongWaitingSubjects(db, new Date(now.getTime() - LONG_WAIT_MS)))
        await emit(db, webhooksWaiting, { subject }, now, { key: subject, keepsPlace: true })
    })
    await inTransaction((db) => lookAtAgreements(db, now))
    // Claims are measured by the machine's clock.
    const claimedBefore = new Date(Date.now() - CLAIM_TIMEOUT_MS)
    await inTransaction(async (db) => {
      const plans = await listPlansWithLostOrders(db, { claimedBefore, createdSince })
      const jobs = plans.map(({ providerPlanId, since }) => ({
        key: `lost-orders:${providerPlanId}`,
        payload: { providerPlanId, since: since.toISOString() },
      }))
      await enqueueKeyed(db, recoverOrphanedSubscriptions, jobs)
    })
  },
)

/** Queues a look at each of a batch; answers where the next one goes on. undefined: this was the last. */
async function queueSyncs(
  db: Db,
  batch: Parameters<typeof listUnsettledProviderIds>[1],
): Promise<string | undefined> {
  const ids = await listUnsettledProviderIds(db, batch)
  const jobs = ids.map((id) => ({ key: `sync:${id}`, payload: { providerSubscriptionId: id } }))
  await enqueueKeyed(db, syncSubscription, jobs)
  return ids.length < batch.limit ? undefined : ids.at(-1)
}

export const subscriptionJobs = [
  cancelAtProvider,
  cancelReplaced,
  pauseAtProvider,
  recoverOrphanedSubscriptions,
  syncSubscription,
  reconcile,
  ...reconcilePaymentJobs,
  passOnPrice,
  matchAgreement,
  carryToNextCharge,
  makeDueTransitions,
] as Job[]

export const subscriptionReactions = [
  applyWhatWasTold,
  ...archivedPlanReactions,

  /** Members keep their price until they agree to the new one, or the time for it is over. */
  reactTo(planPriceRaised, 'subscriptions', async (db, { planVersionId }, { now }) => {
    let last: string | null = null
    for (;;) {
      const asked = await listAskedForPrice(db, planVersionId, last)
      for (const { id, offerEndsAt } of asked)
        if (offerEndsAt)
          await giveNotice(db, { subscriptionId: id, kind: 'price_change', about: offerEndsAt, now })
      last = asked.at(-1)?.id ?? null
      if (last === null) return
    }
  }),

  reactTo(planPriceEdited, 'subscriptions', (db, { planVersionId }) =>
    enqueue(db, passOnPrice, { planVersionId }, { key: `pass-on-price:${planVersionId}` }),
  ),
] as EventReaction[]
