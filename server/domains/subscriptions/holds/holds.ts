import * as z from 'zod/mini'

import { SUSPENSION_RETURN_DAYS } from '#contract/site/policy.ts'
import { accountReinstated, accountSuspended } from '#server/domains/accounts/events.ts'
import { disputeChanged } from '#server/domains/payments/events.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { giveUpOpenChange } from '../changes/change.ts'
import { giveNotice } from '../notices/notices.ts'
import {
  enqueueCancelAtProvider,
  enqueueCancelReplaced,
  pauseAtProvider,
} from '../provider-sync/provider-jobs.ts'
import { lockSubscription, type SubscriptionRow } from '../queries.ts'
import { returnUnusedTime, returnWithheld } from '../refunds/unused-time-refunds.ts'
import { saveStatus } from '../save-membership.ts'
import { openWorkThrough } from '../work-through.ts'
import { findRenewingAfterLoss, isInDispute } from './dispute-hold-queries.ts'
import {
  listHoldNotices,
  listReturnsDue,
  listToHoldIds,
  listToReleaseIds,
  lockToHold,
  setHeld,
} from './hold-queries.ts'
import { release } from './release-hold.ts'

/**
 * Brings the memberships in line with current suspensions and disputes: stops renewals, resumes them, notifies members,
 * and refunds where a page stays suspended. It goes by the present state rather than by past events, so it may run at
 * any time and any number of times, and corrects whatever slipped in meanwhile.
 */
export const settleHolds = defineJobInPhases(
  { name: 'subscriptions.settle-holds', payload: z.object({}), cron: '7,22,37,52 * * * *' },
  async (inTransaction, _, { now, signal }) => {
    const returnBefore = new Date(now.getTime() - SUSPENSION_RETURN_DAYS * 86_400_000)
    const workThrough = openWorkThrough(inTransaction, signal)
    await workThrough.each(listToHoldIds, (db, id) => hold(db, id, now))
    await workThrough.each(listToReleaseIds, (db, id) =>
      enqueue(db, release, { subscriptionId: id }, { key: `release:${id}` }),
    )
    await workThrough.each(
      (db) => listReturnsDue(db, returnBefore),
      (db, due) => returnUnusedTime(db, due, now),
    )
    await workThrough.each(
      (db) => listHoldNotices(db, now),
      (db, notice) => giveNotice(db, { ...notice, now }),
    )
    workThrough.finish('Suspensions and disputes could not be followed')
  },
)

/**
 * A running membership is paused, here at once and at the provider by a job: nothing is charged, and unlike after a
 * cancellation the provider can resume without the card when the suspension is lifted. A failed renewal is not retried.
 * An unpaid attempt ends.
 */
async function hold(db: Db, id: string, now: Date): Promise<void> {
  const row = await lockToHold(db, id)
  if (!row) return
  if (row.status === 'pending') {
    await saveStatus(db, id, 'expired', now, { hasEnded: true })
    return enqueueCancelAtProvider(db, id)
  }
  await stopCharging(db, row, now)
  await setHeld(db, id, now)
  if (await isInDispute(db, row))
    await giveNotice(db, { subscriptionId: id, kind: 'payment_disputed', about: now, now })
}

async function stopCharging(db: Db, row: SubscriptionRow, now: Date): Promise<void> {
  const { id, status, providerSubscriptionId } = row
  await giveUpOpenChange(db, id, now)
  await saveStatus(db, id, 'paused', now)
  if (providerSubscriptionId === null) return
  if (status === 'past_due') await enqueueCancelReplaced(db, providerSubscriptionId)
  else await enqueue(db, pauseAtProvider, { subscriptionId: id }, { key: `pause:${id}` })
}

/**
 * Members whose bank took a payment back are charged again only when they say so: running memberships are paused, as if
 * their member had paused them. The time the payment bought ends on its own.
 */
async function stopAfterLoss(db: Db, providerDisputeId: string, now: Date): Promise<void> {
  const id = await findRenewingAfterLoss(db, providerDisputeId)
  if (id === null) return
  const row = await lockSubscription(db, id)
  const isCharged = row.status === 'active' || row.status === 'past_due'
  if (isCharged && !row.cancelAtPeriodEnd) await stopCharging(db, row, now)
}

export const holdJobs = [settleHolds, release] as Job[]

export const holdReactions = [
  reactTo(accountSuspended, 'subscriptions', (db) => enqueue(db, settleHolds, {}, { key: 'settle-holds' })),
  reactTo(accountReinstated, 'subscriptions', (db) => enqueue(db, settleHolds, {}, { key: 'settle-holds' })),
  reactTo(disputeChanged, 'subscriptions', async (db, { providerDisputeId, status }, { now }) => {
    if (status === 'lost') await stopAfterLoss(db, providerDisputeId, now)
    if (status === 'won' || status === 'closed') await returnWithheld(db, providerDisputeId, now)
    await enqueue(db, settleHolds, {}, { key: 'settle-holds' })
  }),
] as EventReaction[]
