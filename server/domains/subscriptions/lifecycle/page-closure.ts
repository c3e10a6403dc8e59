import * as z from 'zod/mini'

import { isLeaving } from '#server/domains/accounts/service.ts'
import { findOfferedPlan } from '#server/domains/plans/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { isLive } from '../access.ts'
import { isJoinEligible } from '../checkout/join-eligibility.ts'
import { pageClosed } from '../events.ts'
import { giveNotice } from '../notices/notices.ts'
import { lockSubscription, needsCard } from '../queries.ts'
import { returnUnusedTime } from '../refunds/unused-time-refunds.ts'
import { saveCancelAtPeriodEnd } from '../save-membership.ts'
import { openWorkThrough } from '../work-through.ts'
import { endWithPaidTime } from './end-subscription.ts'
import {
  findPageOwnerId,
  listClosingReturnsDue,
  listToEndIds,
  listToKeepIds,
  setEndsWithPage,
  settleFinishedClosings,
} from './page-closure-queries.ts'

/**
 * Brings the memberships in line with closing pages: while the owner can still change their mind, memberships end with
 * the period and nobody is charged. If the owner stays, they continue, unless something else ends them. Once the owner is
 * gone they end as of the day the page closed, and payments for the time since go back. It goes by the present state
 * rather than by past events, so it may run at any time and any number of times: a page that came back and closes again
 * owes once.
 */
export const settleClosings = defineJobInPhases(
  { name: 'subscriptions.settle-closings', payload: z.object({}), cron: '11,26,41,56 * * * *' },
  async (inTransaction, _, { now, signal }) => {
    const workThrough = openWorkThrough(inTransaction, signal)
    await workThrough.each(listToEndIds, (db, id) => endWithPage(db, id, now))
    await workThrough.each(listToKeepIds, (db, id) => keepWithPage(db, id, now))
    await workThrough.each(listClosingReturnsDue, (db, due) => returnUnusedTime(db, due, now))
    await inTransaction(async (db) => {
      for (const creatorId of await settleFinishedClosings(db, now))
        await emit(db, pageClosed, { creatorId }, now)
    })
    workThrough.finish('Closed pages could not be followed')
  },
)

/** Unless its owner has changed their mind meanwhile, which waits until this is written. */
async function endWithPage(db: Db, id: string, now: Date): Promise<void> {
  const ownerId = await findPageOwnerId(db, id)
  if (ownerId === null || !(await isLeaving(db, ownerId))) return
  await endWithPaidTime(db, await lockSubscription(db, id), 'page', now)
}

/**
 * The page is back, and with it a membership that ended only because of it: on the same agreement at the provider, which
 * charges at the end of the paid time and not before. Where that agreement had to be ended, because the paid time was
 * nearly over, continuing needs the card once more; what ended meanwhile stays ended, as nobody is charged for that time.
 */
async function keepWithPage(db: Db, id: string, now: Date): Promise<void> {
  const ownerId = await findPageOwnerId(db, id)
  if (ownerId === null || (await isLeaving(db, ownerId))) return
  const row = await lockSubscription(db, id)
  if (!(await setEndsWithPage(db, id, false)) || !isLive(row.status)) return
  const isOffered = (await findOfferedPlan(db, row.nextPlanId ?? row.planId)) !== null
  if (!isOffered || !(await isJoinEligible(db, row))) return
  const isPaid = row.accessUntil !== null && row.accessUntil > now
  if (isPaid && !needsCard(row)) await saveCancelAtPeriodEnd(db, id, false, now)
  await giveNotice(db, { subscriptionId: id, kind: 'page_back', about: now, now })
}

export const closingJobs = [settleClosings] as Job[]
