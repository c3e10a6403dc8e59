import * as z from 'zod/mini'

import { afterTime } from '#contract/subscriptions/engine/lifecycle.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, enqueue } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { endWithPeriod, hurryCancellations } from './end-with-period.ts'
import { subscriptionEnding } from './events.ts'
import { listDueNotices, listTimedOutIds } from './notice-queries.ts'
import { giveNotice } from './notices.ts'
import { listPriceUnansweredIds, lockPriceUnanswered } from './price-queries.ts'
import { cancelReplaced } from './provider-jobs.ts'
import { lockSubscription, membershipOf, saveMembership } from './queries.ts'

/**
 * What happens by time alone: agreed terms begin; who could not be charged through the grace period is paused, and the
 * provider stops trying, so that nothing is ever charged for what is skipped; and members hear what is ahead.
 */
export const passTime = defineJobInPhases(
  { name: 'subscriptions.pass-time', payload: z.object({}), cron: '*/15 * * * *', maxAttempts: 3 },
  async (inTransaction, _, { now, signal }) => {
    const failures: unknown[] = []

    /** Each in a transaction of its own: nobody waits for all the others, and one that fails stops none of them. */
    async function workThrough<Item>(
      list: (db: Db) => Promise<Item[]>,
      work: (db: Db, item: Item) => Promise<void>,
    ): Promise<void> {
      const seen = new Set<string>()
      for (;;) {
        // The lists are cut: what is done makes room on the next one.
        const items = (await inTransaction(list)).filter((item) => !seen.has(JSON.stringify(item)))
        if (items.length === 0) return
        for (const item of items) {
          signal.throwIfAborted()
          seen.add(JSON.stringify(item))
          await inTransaction((db) => work(db, item)).catch((error: unknown) => failures.push(error))
        }
      }
    }

    await workThrough(
      (db) => listTimedOutIds(db, now),
      (db, id) => letTimePass(db, id, now),
    )
    await inTransaction((db) => hurryCancellations(db, now))
    await workThrough(
      (db) => listPriceUnansweredIds(db, now),
      (db, id) => leaveOverPrice(db, id, now),
    )
    await workThrough(
      (db) => listDueNotices(db, now),
      (db, notice) => giveNotice(db, { ...notice, now }),
    )
    if (failures.length > 0)
      throw new AggregateError(failures, `Time could not pass: ${failures.length} failed.`)
  },
)

/** Who did not agree to the new price in time leaves with the period. */
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
  const hasStopped = after.status === 'paused' || after.status === 'canceled'
  if (hasStopped && before.status !== after.status && row.providerSubscriptionId !== null)
    await enqueue(
      db,
      cancelReplaced,
      { providerSubscriptionId: row.providerSubscriptionId },
      { key: `cancel:${row.providerSubscriptionId}` },
    )
  if (after.status === 'paused' && before.status === 'past_due' && row.accessUntil !== null)
    await giveNotice(db, { subscriptionId: id, kind: 'paused', about: row.accessUntil, now })
}
