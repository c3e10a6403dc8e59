import { subscriptionFailures } from '#contract/subscriptions/failures.ts'
import { subscriptionMessages } from '#contract/subscriptions/messages.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import {
  type Implementation,
  implementForMember,
  implementInPhases,
  type Viewer,
} from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { openAttempt, openCheckout } from './checkout/start-checkout.ts'
import { cancelAtPeriodEnd, resume } from './lifecycle/cancel.ts'
import { listCurrentSubscriptions, listPausedSubscriptions } from './membership-queries.ts'
import type { SubscriptionRow } from './queries.ts'
import { listIdsBeingRefunded } from './refunds/refund-effect-queries.ts'
import {
  confirmCheckout,
  getOwnSubscription,
  presentSubscription,
  presentSubscriptionRow,
} from './service.ts'

/** Each confirmation calls the provider. */
const confirmationsPerMember: Limit = { name: 'confirm-payment', points: 30, windowSeconds: 300 }

export const subscriptionImplementations: Implementation[] = [
  implementForMember(contract.createSubscription, async (db, { input, viewer, now }) =>
    presentSubscription(await openAttempt(db, { viewer, now, ...input })),
  ),

  implementInPhases(
    contract.createRazorpaySubscription,
    async (inTransaction, { input, viewer, platform, now }) => {
      const row = await openCheckout(inTransaction, platform.razorpay, { viewer, now, ...input })
      return {
        razorpayKey: platform.razorpay.keyId,
        subscriptionId: row.providerSubscriptionId,
        m2cSubscriptionId: row.id,
      }
    },
  ),

  implementInPhases(
    contract.createCheckoutSession,
    async (inTransaction, { input, viewer, platform, now }) => {
      const row = await openCheckout(inTransaction, platform.razorpay, { viewer, now, ...input })
      if (!row.providerPageUrl) throw new Failure(subscriptionFailures.provider_unavailable)
      return { approvalUrl: row.providerPageUrl }
    },
  ),

  implementInPhases(
    contract.confirmPayment,
    async (inTransaction, { input, viewer, platform, now }) => {
      const { row, isPaid } = await confirmCheckout(inTransaction, platform, {
        viewer,
        subscriptionId: input.subscriptionId,
        paymentId: input.razorpay_payment_id,
        signature: input.razorpay_signature,
        now,
      })
      return {
        msg: isPaid ? subscriptionMessages.paymentSuccessful : subscriptionMessages.paymentPending,
        isPaid,
        m2cSubscriptionId: row.id,
        status: row.status,
      }
    },
    { limits: [{ limit: confirmationsPerMember, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForMember(contract.getUserSubscriptions, async (db, { viewer, now }) =>
    presentRows(db, viewer, await listCurrentSubscriptions(db, viewer.id, now)),
  ),

  implementForMember(contract.getPausedSubscriptions, async (db, { viewer, now }) =>
    presentRows(db, viewer, await listPausedSubscriptions(db, viewer.id, now)),
  ),

  implementForMember(contract.getSubscription, async (db, { input, viewer }) =>
    presentSubscription(await getOwnSubscription(db, viewer, input.m2cSubscriptionId)),
  ),

  implementForMember(contract.cancelSubscription, async (db, { input, viewer, now }) =>
    presentSubscription(
      await cancelAtPeriodEnd(db, viewer, {
        id: input.m2cSubscriptionId,
        reason: input.reason ?? null,
        now,
      }),
    ),
  ),

  implementForMember(contract.resumeSubscription, async (db, { input, viewer, now }) =>
    presentSubscription(await resume(db, viewer, input.m2cSubscriptionId, now)),
  ),
]

async function presentRows(db: Db, viewer: Viewer, rows: readonly SubscriptionRow[]) {
  const beingRefunded = await listIdsBeingRefunded(db, viewer.id)
  return rows.map((row) => presentSubscriptionRow(row, { isBeingRefunded: beingRefunded.has(row.id) }))
}
