import { ORDER_CLOSED_AFTER_MS } from '#contract/subscriptions/engine/order.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import type { Platform } from '#server/platform/platform.ts'

import { findOpenChange } from '../changes/change-queries.ts'
import { giveUpChange } from '../changes/open-changes.ts'
import { endAttempt } from '../lifecycle/archived-plans.ts'
import { syncWithProvider } from '../provider-sync/sync.ts'
import { lockSubscription } from '../queries.ts'
import type { WorkThrough } from '../work-through.ts'
import { listUnpaidAttempts, listUnpaidChanges, type UnpaidOrder } from './unpaid-order-queries.ts'

/**
 * Gives up orders that weren't paid in time, here and at the provider, which then takes no more money for them. The
 * provider is queried first: a payment may have gone unheard, and what was paid in time counts. If the provider can't
 * be reached, the order waits.
 */
export async function closeUnpaidOrders(
  workThrough: WorkThrough,
  inTransaction: InTransaction,
  platform: Platform,
  now: Date,
): Promise<void> {
  const expiredBefore = new Date(now.getTime() - ORDER_CLOSED_AFTER_MS)
  const hear = async ({ providerSubscriptionId }: UnpaidOrder) => {
    if (providerSubscriptionId !== null)
      await syncWithProvider(inTransaction, platform, providerSubscriptionId, now)
  }
  await workThrough.eachInPhases(
    (db) => listUnpaidAttempts(db, expiredBefore),
    async (order) => {
      await hear(order)
      await inTransaction(async (db) => endAttempt(db, await lockSubscription(db, order.subscriptionId), now))
    },
  )
  await workThrough.eachInPhases(
    (db) => listUnpaidChanges(db, expiredBefore),
    async (order) => {
      await hear(order)
      await inTransaction((db) => closeUnpaidChange(db, order.subscriptionId, expiredBefore, now))
    },
  )
}

async function closeUnpaidChange(db: Db, id: string, expiredBefore: Date, now: Date): Promise<void> {
  await lockSubscription(db, id)
  const open = await findOpenChange(db, id)
  if (open?.expiresAt && open.expiresAt <= expiredBefore) await giveUpChange(db, open, 'expired', now)
}
