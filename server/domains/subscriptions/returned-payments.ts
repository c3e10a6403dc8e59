import { afterRefund, termsStillPaid } from '#contract/subscriptions/engine/refund.ts'
import { paymentRefunded } from '#server/domains/payments/events.ts'
import type { Db } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { isLive } from './access.ts'
import { giveUpOpenChange } from './change.ts'
import { cancelAtProvider, cancelReplaced } from './provider-jobs.ts'
import { lockSubscription, membershipOf, replaceProviderSubscription, saveMembership } from './queries.ts'
import { findSubscriptionPaidBy, listPaidParts } from './returned-queries.ts'

/**
 * A payment went back whole: what it bought ends. After the difference of an upgrade the former terms stand to the day
 * they were paid to; the provider, which would charge the dearer price then, is told to stop at once.
 */
async function endWhatWasPaid(db: Db, paymentId: string, now: Date): Promise<void> {
  const id = await findSubscriptionPaidBy(db, paymentId)
  if (id === null) return
  const row = await lockSubscription(db, id)
  if (row.accessUntil === null) return
  const before = membershipOf(row)
  const after = afterRefund(before, termsStillPaid(await listPaidParts(db, id, paymentId)), now)
  await saveMembership(db, id, after, now)
  await giveUpOpenChange(db, id, now)
  const { providerSubscriptionId } = row
  if (!isLive(after.status)) {
    await enqueue(db, cancelAtProvider, { subscriptionId: id }, { key: `cancel:${id}` })
    return
  }
  if (providerSubscriptionId === null) return
  await replaceProviderSubscription(db, id, null)
  await enqueue(db, cancelReplaced, { providerSubscriptionId }, { key: `cancel:${providerSubscriptionId}` })
}

export const returnedPaymentReactions = [
  reactTo(paymentRefunded, 'subscriptions', (db, { paymentId }, { now }) =>
    endWhatWasPaid(db, paymentId, now),
  ),
] as EventReaction[]
