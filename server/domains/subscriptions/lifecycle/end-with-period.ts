import type { Db } from '#server/platform/db/query.ts'

import { TOLD_BEFORE_DEBITED_AHEAD_MS, untilProviderIsTold } from '../provider-sync/debited-ahead.ts'
import { enqueueCancelAtProvider } from '../provider-sync/provider-jobs.ts'
import { listUntold } from '../provider-sync/provider-queries.ts'
import type { SubscriptionRow } from '../queries.ts'
import { saveCancelAtPeriodEnd } from '../save-membership.ts'

/**
 * Call with the row locked. The provider is told as late as possible, so that the member can change their mind, see
 * {@link untilProviderIsTold}; at once if nobody can change their mind: when a plan goes, or creator or member
 * blocks the other, no charge may follow, even if our jobs don't run until then.
 */
export async function endWithPeriod(
  db: Db,
  row: SubscriptionRow,
  now: Date,
  { isToldAtOnce = false } = {},
): Promise<void> {
  await saveCancelAtPeriodEnd(db, row.id, true, now)
  await enqueueCancelAtProvider(db, row.id, isToldAtOnce ? 0 : untilProviderIsTold(row, now))
}

/**
 * Retries at once the cancellations the provider should know of by now: the queue's next attempt could come too late.
 */
export async function retryDueCancellations(db: Db, now: Date): Promise<void> {
  const endingBefore = new Date(now.getTime() + TOLD_BEFORE_DEBITED_AHEAD_MS)
  for (const { id: subscriptionId, ...row } of await listUntold(db, endingBefore))
    if (untilProviderIsTold(row, now) === 0) await enqueueCancelAtProvider(db, subscriptionId)
}
