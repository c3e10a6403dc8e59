import * as z from 'zod/mini'

import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import type { RazorpayClient } from '#server/platform/razorpay/client.ts'
import { refusalOf } from '#server/platform/razorpay/refusals.ts'

import { isLive } from '../access.ts'
import { findSubscription, lockSubscription, type SubscriptionRow } from '../queries.ts'
import { untilProviderIsTold } from './debited-ahead.ts'
import { markProviderTold } from './provider-queries.ts'

/**
 * Ends a subscription at the provider: with the period while it still runs here, at once when it is over here. Does
 * nothing if it was resumed in the meantime.
 */
export const cancelAtProvider: Job<{ subscriptionId: string }> = defineJobInPhases(
  {
    name: 'subscriptions.cancel-at-provider',
    payload: z.object({ subscriptionId: z.string() }),
    reachesOut: true,
  },
  async (inTransaction, { subscriptionId }, { platform, now }) => {
    const seen = await inTransaction((db) => findSubscription(db, subscriptionId))
    const delayMs = seen ? untilProviderIsTold(seen, now) : 0
    // After a change the provider waits for its first period, and has no period end to cancel at, so this waits.
    if (seen?.providerSubscriptionId && isLive(seen.status) && seen.cancelAtPeriodEnd && delayMs > 0) {
      const { status } = await platform.razorpay.getSubscription(seen.providerSubscriptionId)
      if (status === 'authenticated') {
        await inTransaction((db) => enqueueCancelAtProvider(db, subscriptionId, delayMs))
        return
      }
    }
    const row = await inTransaction((db) => takeUndoBack(db, subscriptionId, now))
    if (!row?.providerSubscriptionId) return
    const isRunning = isLive(row.status)
    const isAtPeriodEnd = isRunning && !(await waitsForPeriod(platform.razorpay, row.providerSubscriptionId))
    await endAtProvider(platform.razorpay, row.providerSubscriptionId, { isAtPeriodEnd })
  },
)

/** Ends a subscription at the provider after `delayMs`; repeated requests are one job. */
export function enqueueCancelAtProvider(db: Db, subscriptionId: string, delayMs = 0): Promise<void> {
  return enqueue(db, cancelAtProvider, { subscriptionId }, { key: `cancel:${subscriptionId}`, delayMs })
}

async function waitsForPeriod(razorpay: RazorpayClient, id: string): Promise<boolean> {
  try {
    return (await razorpay.getSubscription(id)).status === 'authenticated'
  } catch (error) {
    if (refusalOf(error) === 'unknown_id') return false
    throw error
  }
}

/**
 * Ends a subscription that may have ended already, or that the provider never had. Any other refusal is thrown, so that
 * the queue retries.
 */
async function endAtProvider(
  razorpay: RazorpayClient,
  id: string,
  when: { isAtPeriodEnd: boolean },
): Promise<void> {
  try {
    await razorpay.cancelSubscription(id, when)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 'has_ended' || refusal === 'unknown_id') return
    // It was never paid, so there is no period to end with.
    if (refusal !== 'no_period_yet' || !when.isAtPeriodEnd) throw error
    await endAtProvider(razorpay, id, { isAtPeriodEnd: false })
  }
}

/**
 * Recorded before the provider is called, as it can't take a cancellation back and its answer may be lost: from now on
 * continuing needs the card once more. null: there is nothing to end, it was resumed.
 */
async function takeUndoBack(db: Db, subscriptionId: string, now: Date): Promise<SubscriptionRow | null> {
  if (!(await findSubscription(db, subscriptionId))) return null
  const row = await lockSubscription(db, subscriptionId)
  if (!isLive(row.status)) return row
  if (!row.cancelAtPeriodEnd) return null
  await markProviderTold(db, subscriptionId, now)
  return row
}

/** Ends a subscription at the provider that another one replaced, or that nobody wants any more. */
export const cancelReplaced = defineJobInPhases(
  {
    name: 'subscriptions.cancel-replaced',
    payload: z.object({ providerSubscriptionId: z.string() }),
    reachesOut: true,
  },
  (_, { providerSubscriptionId }, { platform }) =>
    endAtProvider(platform.razorpay, providerSubscriptionId, { isAtPeriodEnd: false }),
)

/** Ends one of the provider's subscriptions at once; repeated requests are one job. */
export function enqueueCancelReplaced(db: Db, providerSubscriptionId: string): Promise<void> {
  return enqueue(db, cancelReplaced, { providerSubscriptionId }, { key: `cancel:${providerSubscriptionId}` })
}

/**
 * Stops the charges for a pause that the provider was not told of at once. A subscription that waits for its first
 * period can't be paused there, only ended, so that waits as long as possible: until then coming back needs no card.
 */
export const pauseAtProvider: Job<{ subscriptionId: string }> = defineJobInPhases(
  {
    name: 'subscriptions.pause-at-provider',
    payload: z.object({ subscriptionId: z.string() }),
    reachesOut: true,
  },
  async (inTransaction, { subscriptionId }, { platform, now }) => {
    const row = await inTransaction((db) => findSubscription(db, subscriptionId))
    if (row?.status !== 'paused' || !row.providerSubscriptionId) return
    const { status } = await platform.razorpay.getSubscription(row.providerSubscriptionId)
    const delayMs = untilProviderIsTold(row, now)
    if (status === 'authenticated' && delayMs > 0)
      return inTransaction((db) =>
        enqueue(db, pauseAtProvider, { subscriptionId }, { key: `pause:${subscriptionId}`, delayMs }),
      )
    if (status === 'authenticated' || status === 'active')
      await platform.razorpay.pauseSubscription(row.providerSubscriptionId)
  },
)
