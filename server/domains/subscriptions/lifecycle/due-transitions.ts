import * as z from 'zod/mini'

import { afterTime } from '#contract/subscriptions/engine/lifecycle.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { closeOutdatedChange } from '../changes/open-changes.ts'
import { closeUnpaidOrders } from '../checkout/unpaid-orders.ts'
import { subscriptionEnding } from '../events.ts'
import { listDueNotices, listTimedOutIds } from '../notices/notice-queries.ts'
import { giveNotice } from '../notices/notices.ts'
import { passOnNewestPrice } from '../price-changes/pass-on-price.ts'
import { listPriceUnansweredIds, lockPriceUnanswered } from '../price-changes/price-queries.ts'
import { enqueueCancelReplaced } from '../provider-sync/provider-jobs.ts'
import { lockSubscription, membershipOf } from '../queries.ts'
import { saveMembership } from '../save-membership.ts'
import { openWorkThrough } from '../work-through.ts'
import { endWithPeriod, retryDueCancellations } from './end-with-period.ts'

/**
 * What time alone brings about: members who could not be charged through the grace period are paused, and the provider
 * stops trying, so that skipped time is never charged; and members hear what lies ahead.
 */
export const makeDueTransitions = defineJobInPhases(
  {
    name: 'subscriptions.make-due-transitions',
    payload: z.object({}),
    cron: '*/15 * * * *',
    maxAttempts: 3,
  },
  async (inTransaction, _, { platform, now, signal }) => {
    const workThrough = openWorkThrough(inTransaction, signal)
    await workThrough.each(
      (db) => listTimedOutIds(db, now),
      (db, id) => letTimePass(db, id, now),
    )
    await inTransaction((db) => retryDueCancellations(db, now))
    await closeUnpaidOrders(workThrough, inTransaction, platform, now)
    await workThrough.each(
      (db) => listPriceUnansweredIds(db, now),
      (db, id) => leaveOverPrice(db, id, now),
    )
    await workThrough.each(
      (db) => listDueNotices(db, now),
      (db, notice) => giveNotice(db, { ...notice, now }),
    )
    workThrough.finish('Time could not pass')
  },
)

/** Members who did not agree to the new price in time leave with the period. */
async function leaveOverPrice(db: Db, id: string, now: Date): Promise<void> {
  const row = await lockPriceUnanswered(db, id, now)
  if (!row) return
  await endWithPeriod(db, row, now)
  await emit(db, subscriptionEnding, { subscriptionId: id, reason: 'price' }, now)
}

async function letTimePass(db: Db, id: string, now: Date): Promise<void> {
  const row = await lockSubscription(db, id)
  const before = membershipOf(row)
  const after = afterTime(before, now)
  if (after === before) return
  await saveMembership(db, id, after, now)
  await closeOutdatedChange(db, id, now)
  const hasStopped = after.status === 'paused' || after.status === 'canceled'
  if (hasStopped && before.status !== after.status && row.providerSubscriptionId !== null)
    await enqueueCancelReplaced(db, row.providerSubscriptionId)
  if (after.status !== 'paused' || before.status !== 'past_due' || row.accessUntil === null) return
  await passOnNewestPrice(db, row, now)
  await giveNotice(db, { subscriptionId: id, kind: 'paused', about: row.accessUntil, now })
}
