import * as z from 'zod/mini'

import { isLeaving } from '#server/domains/accounts/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { pageClosed } from '../events.ts'
import { lockSubscription } from '../queries.ts'
import { returnUnusedTime } from '../refunds/unused-time-refunds.ts'
import { openWorkThrough } from '../work-through.ts'
import { endWithPaidTime } from './end-subscription.ts'
import {
  listClosingReturnsDue,
  listToEndIds,
  settleFinishedClosings,
  findPageOwnerId,
} from './page-closure-queries.ts'

/**
 * Brings the memberships in line with closing pages: while the owner can still change their mind, memberships end with
 * the period and nobody is charged; once the owner is gone they end as of the day the page closed, and payments for the
 * time since go back. It goes by the present state rather than by past events, so it may run at any time and any number
 * of times: a page that came back and closes again owes once.
 */
export const settleClosings = defineJobInPhases(
  { name: 'subscriptions.settle-closings', payload: z.object({}), cron: '11,26,41,56 * * * *' },
  async (inTransaction, _, { now, signal }) => {
    const workThrough = openWorkThrough(inTransaction, signal)
    await workThrough.each(listToEndIds, (db, id) => endWithPage(db, id, now))
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

export const closingJobs = [settleClosings] as Job[]
