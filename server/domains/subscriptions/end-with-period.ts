import type { Db } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { cancelAtProvider } from './provider-jobs.ts'
import { listUntoldIds } from './provider-queries.ts'
import { setCancelAtPeriodEnd, type SubscriptionRow } from './queries.ts'

/**
 * How long before the period ends the provider is told. Razorpay cannot take a cancellation back, so until then it is
 * only ours, and can be.
 */
const TELL_PROVIDER_BEFORE_MS = 3_600_000

/** Call with the row locked. The provider is told as late as it can be, see {@link TELL_PROVIDER_BEFORE_MS}. */
export async function endWithPeriod(db: Db, row: SubscriptionRow, now: Date): Promise<void> {
  await setCancelAtPeriodEnd(db, row.id, true)
  const untilTold = (row.accessUntil?.getTime() ?? 0) - TELL_PROVIDER_BEFORE_MS - now.getTime()
  await enqueue(
    db,
    cancelAtProvider,
    { subscriptionId: row.id },
    { key: `cancel:${row.id}`, delayMs: Math.max(0, untilTold) },
  )
}

/**
 * Tries again at once to tell the provider of what ends within the hour: the queue waits longer between its attempts
 * than is left.
 */
export async function hurryCancellations(db: Db, now: Date): Promise<void> {
  for (const subscriptionId of await listUntoldIds(db, new Date(now.getTime() + TELL_PROVIDER_BEFORE_MS)))
    await enqueue(db, cancelAtProvider, { subscriptionId }, { key: `cancel:${subscriptionId}` })
}
