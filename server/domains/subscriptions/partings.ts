import { accountErased, deletionRequested, personBlocked } from '#server/domains/accounts/events.ts'
import { isBlockedBetween, isLeaving } from '#server/domains/accounts/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { emit, type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { endWithPeriod } from './end-with-period.ts'
import { giveUpOpenChange } from './change.ts'
import { type EndingReason, subscriptionEnding } from './events.ts'
import {
  eraseCardsAndBudget,
  lockLiveSubscriptionsBetween,
  lockLiveSubscriptionsOf,
} from './parting-queries.ts'
import { cancelAtProvider } from './provider-jobs.ts'
import { setStatus, type SubscriptionRow } from './queries.ts'

/** Ends a subscription at once, here and at the provider. What was paid can be read to its end. */
async function endNow(db: Db, row: SubscriptionRow, now: Date): Promise<void> {
  await giveUpOpenChange(db, row.id, now)
  await setStatus(db, row.id, row.status === 'pending' ? 'expired' : 'canceled', now)
  await enqueue(db, cancelAtProvider, { subscriptionId: row.id }, { key: `cancel:${row.id}` })
}

/** Lets a subscription end with its period and tells the member, once. An open attempt ends at once. */
async function letEnd(db: Db, row: SubscriptionRow, reason: EndingReason, now: Date): Promise<void> {
  if (row.status === 'pending') return endNow(db, row, now)
  if (row.cancelAtPeriodEnd) return
  await giveUpOpenChange(db, row.id, now)
  await endWithPeriod(db, row, now, { isToldAtOnce: true })
  await emit(db, subscriptionEnding, { subscriptionId: row.id, reason }, now)
}

export const partingReactions = [
  /**
   * Somebody leaves: nobody charges them again, nor anybody for their page. Their own memberships end at once; those of
   * their supporters with the period, so that they can be kept if the page comes back.
   */
  reactTo(deletionRequested, 'subscriptions', async (db, { userId }, { now }) => {
    if (!(await isLeaving(db, userId))) return
    for (const row of await lockLiveSubscriptionsOf(db, { memberId: userId })) await endNow(db, row, now)
    for (const row of await lockLiveSubscriptionsOf(db, { ownerId: userId }))
      await letEnd(db, row, 'page', now)
  }),

  /** They are gone: what still runs has nothing left to end with. */
  reactTo(accountErased, 'subscriptions', async (db, { userId }, { now }) => {
    for (const row of await lockLiveSubscriptionsOf(db, { memberId: userId })) await endNow(db, row, now)
    for (const row of await lockLiveSubscriptionsOf(db, { ownerId: userId })) await endNow(db, row, now)
    await eraseCardsAndBudget(db, userId)
  }),

  reactTo(personBlocked, 'subscriptions', async (db, { blockerId, blockedId }, { now }) => {
    if (!(await isBlockedBetween(db, blockerId, blockedId))) return
    for (const row of await lockLiveSubscriptionsBetween(db, blockerId, blockedId))
      await letEnd(db, row, 'parting', now)
  }),
] as EventReaction[]
