import type { Db } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { cancelAtProvider } from './provider-jobs.ts'
import { TELL_PROVIDER_BEFORE_MS, untilProviderIsTold } from './provider-deadline.ts'
import { listUntoldIds } from './provider-queries.ts'
import { setCancelAtPeriodEnd, type SubscriptionRow } from './queries.ts'

/**
 * Call with the row locked. The provider is told as late as it can be, so that the member may think again, see
 * {@link untilProviderIsTold}; at once where it was not the member who ended it: nobody may be charged by a page
 * that closed or by somebody who wants nothing to do with them, whatever becomes of our jobs until then.
 */
export async function endWithPeriod(
  db: Db,
  row: SubscriptionRow,
  now: Date,
  { isToldAtOnce = false } = {},
): Promise<void> {
  await setCancelAtPeriodEnd(db, row.id, true)
  await enqueue(
    db,
    cancelAtProvider,
    { subscriptionId: row.id },
    { key: `cancel:${row.id}`, delayMs: isToldAtOnce ? 0 : untilProviderIsTold(row, now) },
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
