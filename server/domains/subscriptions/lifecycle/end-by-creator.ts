import { memberFailures, subscriptionFailures } from '#contract/subscriptions/failures.ts'
import { findNewestPaymentId, giveRefund } from '#server/domains/payments/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { subscriptionEnding } from '../events.ts'
import { findSubscription, lockSubscription } from '../queries.ts'
import { endNow, endWithPaidTime } from './end-subscription.ts'

/**
 * A creator ends a membership of their own page: it isn't renewed, and its member is told. With `refundReason`, all that
 * is left of its last payment goes back too, also when it is already ending. Throws `member_not_found`, `not_running`,
 * `refund_too_large`, `refund_exists`.
 */
export async function endByCreator(
  db: Db,
  viewer: Viewer,
  { id, refundReason, now }: { id: string; refundReason: string | null; now: Date },
): Promise<void> {
  const found = await findSubscription(db, id)
  if (!found || found.creatorId !== viewer.creatorId) throw new Failure(memberFailures.member_not_found)
  const row = await lockSubscription(db, id)
  const isRunning = row.status === 'active' || row.status === 'past_due' || row.status === 'paused'
  const paymentId = refundReason === null ? null : await findNewestPaymentId(db, id)
  if (!isRunning && paymentId === null) throw new Failure(subscriptionFailures.not_running)
  if (row.status === 'paused') {
    // Nothing is charged, so there is no period to end with; paid time stays open.
    await endNow(db, row, now)
    await emit(db, subscriptionEnding, { subscriptionId: id, reason: 'creator' }, now)
  } else await endWithPaidTime(db, row, 'creator', now)
  if (refundReason !== null && paymentId !== null)
    await giveRefund(db, viewer, { paymentId, amountCents: null, reason: refundReason, now })
}
