import { formatDay } from '#contract/dates.ts'
import { returnsOf } from '#contract/subscriptions/engine/unused-time.ts'
import { refundUpTo } from '#server/domains/payments/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { giveUpOpenChange } from './change.ts'
import {
  findCredit,
  insertSuspensionReturn,
  listPaidTimes,
  lockOpenSuspension,
  type ReturnDue,
} from './hold-queries.ts'
import { cancelAtProvider } from './provider-jobs.ts'
import { isLive } from './access.ts'
import { lockSubscription, membershipOf, saveMembership } from './queries.ts'

/**
 * Ends a membership of a page that stayed suspended, as of the moment since which it could not be used, and gives back
 * what was paid for the time from then on: each payment once, out of the creator's balance and our fee like any refund.
 */
export async function returnUnusedTime(
  db: Db,
  { subscriptionId, suspensionId }: ReturnDue,
  now: Date,
): Promise<void> {
  const row = await lockSubscription(db, subscriptionId)
  const since = await lockOpenSuspension(db, suspensionId)
  if (since === null) return
  const before = membershipOf(row)
  const { status, accessUntil } = before
  await giveUpOpenChange(db, row.id, now)
  // First: a payment that goes back whole ends what it bought, and finds that it has ended.
  await saveMembership(
    db,
    row.id,
    {
      ...before,
      status: status === 'pending' ? 'expired' : isLive(status) ? 'canceled' : status,
      next: null,
      period: null,
      equivalents: [],
      carriedCents: 0,
      accessUntil: accessUntil !== null && accessUntil > since ? since : accessUntil,
    },
    now,
  )
  if (isLive(status))
    await enqueue(db, cancelAtProvider, { subscriptionId: row.id }, { key: `cancel:${row.id}` })
  const returns = returnsOf(await listPaidTimes(db, row.id), await findCredit(db, row.id), since)
  for (const { paymentId, cents } of returns) {
    const reason = `${row.pageName} has not been available since ${formatDay(since)}: what you paid for the time since then.`
    const refund = await refundUpTo(db, { paymentId, origin: 'rule', amountCents: cents, reason, now })
    await insertSuspensionReturn(db, { paymentId, suspensionId, refundId: refund?.id ?? null, now })
  }
}
