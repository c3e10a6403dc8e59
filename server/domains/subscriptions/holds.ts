import * as z from 'zod/mini'

import { SUSPENSION_RETURN_DAYS } from '#contract/site/policy.ts'
import { accountReinstated, accountSuspended } from '#server/domains/accounts/events.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { giveUpOpenChange } from './change.ts'
import {
  listHoldNotices,
  listReturnsDue,
  listToHoldIds,
  listToReleaseIds,
  lockToHold,
  setHeld,
} from './hold-queries.ts'
import { giveNotice } from './notices.ts'
import { release } from './hold-release.ts'
import { cancelAtProvider, cancelReplaced, pauseAtProvider } from './provider-jobs.ts'
import { setStatus } from './queries.ts'
import { returnUnusedTime } from './unused-time-returns.ts'
import { openWorkThrough } from './work-through.ts'

/**
 * Brings the memberships in line with who is suspended: stops renewals, lets them go on, tells the members, and pays
 * back where a page stays suspended. It goes by how things stand and not by what happened, so it may run at any time
 * and any number of times, and nothing that slipped in during a suspension stays.
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
    workThrough.finish('Suspensions could not be followed')
  },
)

/**
 * A running membership is paused, here at once and at the provider by a job: nothing is charged, and unlike after a
 * cancellation the provider can still go on without the card when the suspension is lifted. One whose renewal had
 * failed is not tried again. An attempt that is not paid yet ends.
 */
async function hold(db: Db, id: string, now: Date): Promise<void> {
  const row = await lockToHold(db, id)
  if (!row) return
  const { status, providerSubscriptionId } = row
  if (status === 'pending') {
    await setStatus(db, id, 'expired', now)
    return enqueue(db, cancelAtProvider, { subscriptionId: id }, { key: `cancel:${id}` })
  }
  await giveUpOpenChange(db, id, now)
  await setStatus(db, id, 'paused', null)
  await setHeld(db, id, now)
  if (providerSubscriptionId === null) return
  if (status === 'past_due')
    await enqueue(db, cancelReplaced, { providerSubscriptionId }, { key: `cancel:${providerSubscriptionId}` })
  else await enqueue(db, pauseAtProvider, { subscriptionId: id }, { key: `pause:${id}` })
}

export const holdJobs = [settleHolds, release] as Job[]

export const holdReactions = [
  reactTo(accountSuspended, 'subscriptions', (db) => enqueue(db, settleHolds, {}, { key: 'settle-holds' })),
  reactTo(accountReinstated, 'subscriptions', (db) => enqueue(db, settleHolds, {}, { key: 'settle-holds' })),
] as EventReaction[]
