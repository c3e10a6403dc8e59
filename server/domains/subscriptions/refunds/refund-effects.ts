import type { Membership, Period, Terms } from '#contract/subscriptions/engine/membership.ts'
import { afterRefund, termsStillPaid } from '#contract/subscriptions/engine/refund.ts'
import { subscriptionMessages } from '#contract/subscriptions/messages.ts'
import { paymentRefunded, refundBounced } from '#server/domains/payments/events.ts'
import { refundUpTo } from '#server/domains/payments/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { emit, type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { isLive } from '../access.ts'
import { giveUpOpenChange } from '../changes/change.ts'
import { refundEffectsApplied, refundEffectsUndone } from '../events.ts'
import { enqueueCancelAtProvider, enqueueCancelReplaced } from '../provider-sync/provider-jobs.ts'
import { lockSubscription, membershipOf, replaceProviderSubscription } from '../queries.ts'
import { saveMembership } from '../save-membership.ts'
import {
  findSubscriptionOf,
  listLaterPayments,
  listPaidParts,
  lockReturned,
  markOverpayment,
  type ReturnedPayment,
} from './refund-effect-queries.ts'
import { insertReturned } from './restore-membership-queries.ts'
import { restoreMembership } from './restore-membership.ts'

/**
 * A payment's whole amount is on its way back: what it bought ends, once. After an upgrade cost, the
 * former terms last to the day they were paid to; the provider, which would then charge the dearer price, is told to
 * stop at once. Charges on the membership since the refund was decided go back with it.
 */
async function endWhatWasPaid(db: Db, paymentId: string, now: Date): Promise<void> {
  const subscriptionId = await findSubscriptionOf(db, paymentId)
  const row = await lockSubscription(db, subscriptionId)
  // Read with both locked: the money may have come back since we were told.
  const returned = await lockReturned(db, paymentId)
  if (returned === null || returned.isOverpayment || row.accessUntil === null) return
  const later = await listLaterPayments(db, returned)
  // Paid for before the refund was decided, or by the member coming back since: that keeps the membership alive.
  if (later.some(({ standsAlone }) => standsAlone)) return
  const before = membershipOf(row)
  const after = afterRefund(
    before,
    termsStillPaid(await listPaidParts(db, subscriptionId, paymentId)),
    returned.backAt,
  )
  const isNew = await insertReturned(db, {
    paymentId,
    subscriptionId,
    former: later.length === 0 ? { ...before, accessUntil: row.accessUntil } : paidBy(returned, before),
    leftPlanId: isLive(after.status) ? after.planId : null,
    leftUntil: after.accessUntil ?? returned.backAt,
    now,
  })
  if (!isNew) return
  await saveMembership(db, subscriptionId, after, now)
  await giveUpOpenChange(db, subscriptionId, now)
  for (const { id } of later) await giveBackWith(db, id, now)
  const { providerSubscriptionId } = row
  if (!isLive(after.status)) {
    await enqueueCancelAtProvider(db, subscriptionId)
    return
  }
  if (providerSubscriptionId === null) return
  await replaceProviderSubscription(db, subscriptionId, null)
  await enqueueCancelReplaced(db, providerSubscriptionId)
}

/** A membership as if this payment alone had paid for it, where later ones go back. */
function paidBy(
  returned: ReturnedPayment,
  before: Membership,
): Terms & { accessUntil: Date; period: Period | null } {
  const { kind, planId, planVersionId, interval, amountCents, paidFrom, paidUntil } = returned
  const isPeriod = kind === 'period'
  return {
    planId,
    planVersionId,
    interval,
    priceCents: isPeriod ? amountCents : before.priceCents,
    accessUntil: paidUntil,
    period: isPeriod ? { from: paidFrom, until: paidUntil, worthCents: amountCents } : null,
  }
}

/**
 * Charged on a membership that the refund has ended: the payment opens nothing any more, and goes back automatically.
 */
async function giveBackWith(db: Db, paymentId: string, now: Date): Promise<void> {
  await markOverpayment(db, paymentId)
  await refundUpTo(db, {
    paymentId,
    origin: 'rule',
    amountCents: Number.MAX_SAFE_INTEGER,
    reason: subscriptionMessages.chargedWhileRefunded,
    now,
  })
}

export const refundEffectReactions = [
  reactTo(paymentRefunded, 'subscriptions', async (db, { paymentId }, { now }) => {
    await endWhatWasPaid(db, paymentId, now)
    await emit(db, refundEffectsApplied, { paymentId }, now)
  }),

  reactTo(refundBounced, 'subscriptions', async (db, { paymentId, refundId }, { now, platform }) => {
    const isRestored = await restoreMembership(db, paymentId, now)
    if (!isRestored)
      platform.log.error(
        { paymentId, refundId },
        'a refund failed, and the membership it ended cannot be restored',
      )
    await emit(db, refundEffectsUndone, { refundId, isRestored }, now)
  }),
] as EventReaction[]
