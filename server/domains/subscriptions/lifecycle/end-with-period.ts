import type { Db } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { TOLD_BEFORE_DEBITED_AHEAD_MS, untilProviderIsTold } from '../provider-sync/debited-ahead.ts'
import { cancelAtProvider } from '../provider-sync/provider-jobs.ts'
import { listUntold } from '../provider-sync/provider-queries.ts'
import { setCancelAtPeriodEnd, type SubscriptionRow } from '../queries.ts'

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
 * Tries again at once to tell the provider of what it should know by now: the queue waits longer between its attempts
 * than is left.
 */
export async function retryDueCancellations(db: Db, now: Date): Promise<void> {
  const endingBefore = new Date(now.getTime() + TOLD_BEFORE_DEBITED_AHEAD_MS)
  for (const { id: subscriptionId, ...row } of await listUntold(db, endingBefore))
    if (untilProviderIsTold(row, now) === 0)
      await enqueue(db, cancelAtProvider, { subscriptionId }, { key: `cancel:${subscriptionId}` })
}
