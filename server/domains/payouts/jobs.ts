import * as z from 'zod/mini'

import { accountErased } from '#server/domains/accounts/events.ts'
import { defineJob, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { eraseDetailsOfUser } from './details-queries.ts'
import { findPayout, listApprovableIds } from './payout-queries.ts'
import { approvePayout } from './payouts.ts'
import { canPayByRazorpayX, payByRazorpayX, razorpayXJobs, razorpayXReactions } from './razorpayx.ts'

const approveOne = defineJob(
  { name: 'payouts.approve', payload: z.object({ payoutId: z.string() }) },
  async (db, { payoutId }, { platform, now }) => {
    await approvePayout(db, payoutId, now)
    const payout = await findPayout(db, payoutId)
    if (payout?.status === 'approved' && canPayByRazorpayX(platform, payout))
      await enqueue(db, payByRazorpayX, { payoutId }, { key: `razorpayx:${payoutId}` })
  },
)

/** Lets go what is not held: those requested while changed details were still new wait here. */
const approveWaiting = defineJob(
  { name: 'payouts.approve-waiting', payload: z.object({}), cron: '*/15 * * * *', maxAttempts: 3 },
  async (db, _, { now }) => {
    for (const payoutId of await listApprovableIds(db, now))
      await enqueue(db, approveOne, { payoutId }, { key: `approve-payout:${payoutId}` })
  },
)

export const payoutJobs = [approveOne, approveWaiting, ...razorpayXJobs] as Job[]

export const payoutReactions = [
  ...razorpayXReactions,
  reactTo(accountErased, 'payouts', (db, { userId }) => eraseDetailsOfUser(db, userId)),
] as EventReaction[]
