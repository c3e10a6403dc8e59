import {
  accountErased,
  deletionCancelled,
  deletionRequested,
  personBlocked,
} from '#server/domains/accounts/events.ts'
import { isBlockedBetween, isLeaving } from '#server/domains/accounts/service.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import {
  eraseCardsAndBudget,
  lockLiveSubscriptionsBetween,
  lockLiveSubscriptionsOf,
} from './account-closure-queries.ts'
import { endNow, endWithPaidTime } from './end-subscription.ts'
import { eraseLeavingReasons } from './leaving-queries.ts'
import { insertClosing } from './page-closure-queries.ts'
import { settleClosings } from './page-closure.ts'

export const accountClosureReactions = [
  /**
   * A user asks to leave: they are not charged again, nor is anybody for their page. Their own memberships end at once;
   * those of their supporters end with the period, so that they can be kept if the page comes back. What happens to
   * these once the owner is gone: `page-closure.ts`.
   */
  reactTo(deletionRequested, 'subscriptions', async (db, { userId }, { now }) => {
    if (!(await isLeaving(db, userId))) return
    for (const row of await lockLiveSubscriptionsOf(db, userId)) await endNow(db, row, now)
    await enqueue(db, settleClosings, {}, { key: 'settle-closings' })
  }),

  /** The page is back, and so are memberships that ended only because of it. */
  reactTo(deletionCancelled, 'subscriptions', async (db) => {
    await enqueue(db, settleClosings, {}, { key: 'settle-closings' })
  }),

  reactTo(personBlocked, 'subscriptions', async (db, { blockerId, blockedId }, { now }) => {
    if (!(await isBlockedBetween(db, blockerId, blockedId))) return
    for (const row of await lockLiveSubscriptionsBetween(db, blockerId, blockedId))
      await endWithPaidTime(db, row, 'block', now)
  }),
] as EventReaction[]

/** The user is gone: memberships that still run end at once, and their page owes its members. */
export const subscriptionErasure: EventReaction = reactTo(
  accountErased,
  'subscriptions',
  async (db, { userId }, { now }) => {
    for (const row of await lockLiveSubscriptionsOf(db, userId)) await endNow(db, row, now)
    await insertClosing(db, userId)
    await enqueue(db, settleClosings, {}, { key: 'settle-closings' })
    await eraseCardsAndBudget(db, userId)
    await eraseLeavingReasons(db, userId)
  },
)
