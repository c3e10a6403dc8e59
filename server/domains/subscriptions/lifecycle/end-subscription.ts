import type { Db } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { isLive } from '../access.ts'
import { giveUpOpenChange } from '../changes/change.ts'
import { type EndingReason, subscriptionEnding } from '../events.ts'
import { enqueueCancelAtProvider } from '../provider-sync/provider-jobs.ts'
import type { SubscriptionRow } from '../queries.ts'
import { saveStatus } from '../save-membership.ts'
import { endWithPeriod } from './end-with-period.ts'
import { setEndsWithPage } from './page-closure-queries.ts'

/** Ends a subscription at once, here and at the provider. Access lasts to the end of the paid time. */
export async function endNow(db: Db, row: SubscriptionRow, now: Date): Promise<void> {
  await giveUpOpenChange(db, row.id, now)
  await saveStatus(db, row.id, row.status === 'pending' ? 'expired' : 'canceled', now, { hasEnded: true })
  await enqueueCancelAtProvider(db, row.id)
}

/**
 * Lets a live subscription end with its period and tells the member, once. An open attempt ends at once. A page may come
 * back, so then the provider is told as late as of a member's own cancellation; and if there is another reason as well,
 * the membership doesn't come back with the page.
 */
export async function endWithPaidTime(
  db: Db,
  row: SubscriptionRow,
  reason: EndingReason,
  now: Date,
): Promise<void> {
  if (row.status === 'pending') return endNow(db, row, now)
  if (!isLive(row.status)) return
  const endsWithPage = reason === 'page'
  if (row.cancelAtPeriodEnd) {
    if (!endsWithPage) await setEndsWithPage(db, row.id, false)
    return
  }
  await giveUpOpenChange(db, row.id, now)
  await endWithPeriod(db, row, now, { isToldAtOnce: !endsWithPage })
  await setEndsWithPage(db, row.id, endsWithPage)
  await emit(db, subscriptionEnding, { subscriptionId: row.id, reason }, now)
}
