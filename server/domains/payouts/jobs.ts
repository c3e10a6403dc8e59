import * as z from 'zod/mini'

import { accountAlarmed, accountErased, accountReinstated } from '#server/domains/accounts/events.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJob, enqueueKeyed, type Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { approveOrWait } from './approval.ts'
import { closedBalanceJobs, closedBalanceReactions } from './closed-balances.ts'
import { holdPayouts } from './details.ts'
import { eraseSettledPayoutDetails } from './details-queries.ts'
import { payoutChanged } from './events.ts'
import { keyRotationJobs } from './key-rotation.ts'
import { listApprovableIds, listWaitingIdsOfUser } from './payout-queries.ts'
import { razorpayXJobs, razorpayXReactions } from './razorpayx.ts'

const approveOne = defineJob(
  { name: 'payouts.approve', payload: z.object({ payoutId: z.string() }) },
  (db, { payoutId }, { platform, now }) => approveOrWait(db, platform, payoutId, now),
)

/** Repeats for one payout are one job. */
function queueApprovals(db: Db, ids: readonly string[]): Promise<void> {
  const jobs = ids.map((payoutId) => ({ key: `approve-payout:${payoutId}`, payload: { payoutId } }))
  return enqueueKeyed(db, approveOne, jobs)
}

/** Approves payouts that are no longer held: those requested while details were still new wait here. */
const approveWaiting = defineJob(
  { name: 'payouts.approve-waiting', payload: z.object({}), cron: '*/15 * * * *', maxAttempts: 3 },
  async (db, _, { now }) => {
    await queueApprovals(db, await listApprovableIds(db, now))
  },
)

export const payoutJobs = [
  approveOne,
  approveWaiting,
  ...closedBalanceJobs,
  ...razorpayXJobs,
  ...keyRotationJobs,
] as Job[]

export const payoutReactions = [
  ...razorpayXReactions,
  ...closedBalanceReactions,
  reactTo(accountAlarmed, 'payouts', (db, { userId }, { now }) => holdPayouts(db, userId, now)),
  /** Two people let a payout go on before the end of its hold. */
  reactTo(payoutChanged, 'payouts', async (db, { payoutId, status }) => {
    if (status === 'released') await queueApprovals(db, [payoutId])
  }),
  /** Payouts that waited during the suspension continue. */
  reactTo(accountReinstated, 'payouts', async (db, { userId }) => {
    await queueApprovals(db, await listWaitingIdsOfUser(db, userId))
  }),
] as EventReaction[]

/** Their payout details are kept while there is something left to pay: `settleClosedBalances`. */
export const payoutErasure: EventReaction = reactTo(accountErased, 'payouts', (db, { userId }) =>
  eraseSettledPayoutDetails(db, userId),
)
