import { shareOfCents } from '#contract/money.ts'
import { getFeeBasisPoints } from '#server/domains/creators/service.ts'
import { bookCharge } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { paymentCaptured } from './events.ts'
import { insertPayment, type Purchase } from './insert-payment-queries.ts'
import { importRefundsOfPayment } from './refunds/import-provider-refunds.ts'
import { type ProviderFee, recordProviderFee } from './settlements/provider-fees.ts'
import { noteUnconfirmed } from './unconfirmed-queries.ts'

export { noteReconciled, reconcileSince } from './reconciled-until-queries.ts'
export {
  findNewestPaymentId,
  listKnownPaymentIds,
  listPayersNamed,
  listPaymentsOfCreator,
} from './queries.ts'
export { learnProviderFee, providerFeeOf } from './settlements/provider-fees.ts'
export type { Purchase } from './insert-payment-queries.ts'
export {
  joinTaken,
  leftCentsSql,
  lockPayment,
  returnedCentsSql,
  takenColumns,
} from './locked-payment-queries.ts'
export { disputesSql, isDisputedSql, paymentsInDisputeSql } from './disputes/dispute-queries.ts'
export { disputeQueueOrder, disputeQueueSql } from './disputes/dispute-queue-queries.ts'
export { giveEvidence, type NoAnswer } from './disputes/evidence.ts'
export {
  declineByOperator,
  findSameRefund,
  listTroubledRefunds,
  listWaitingRefunds,
  payRefundByBank,
  refundByOperator,
  retryByOperator,
  transferByOperator,
} from './refunds/operator-refunds.ts'
export { numberNow } from './receipts/numbering.ts'
export { confirmPayments } from './confirm-payments.ts'
export { giveRefund, refundPayment, refundUpTo } from './refunds/refunds.ts'

/** Who paid whom for what. */
export interface ChargeTarget {
  subscriptionId: string
  memberId: string
  creatorId: string
  planId: string
  bought: Purchase
}

export interface Charge {
  providerPaymentId: string
  amountCents: number
  currency: string
  capturedAt: Date
  /** The amount the provider refunded before we heard of the charge. */
  refundedCents?: number
  /** What the provider keeps of it, tax included, in its own currency; absent if not reported yet. */
  providerFee?: ProviderFee | null
  /** Only a webhook has told of it: the provider is still asked. */
  isUnconfirmed?: boolean
}

/** As `payment_purchase` of the database has it, which compares it with what is sealed. */
function purchaseOf({ subscriptionId, memberId, planId, bought }: ChargeTarget, amountCents: number): string {
  const { kind, planVersionId, interval, from, until, carriedCents = 0 } = bought
  const whose = [kind, subscriptionId, memberId, planId, planVersionId, interval]
  return [...whose, from.toISOString(), until.toISOString(), Math.min(carriedCents, amountCents)].join(' ')
}

/**
 * Books one charge: the payment with the platform's fee fixed at this moment, and the ledger beside it. The same charge
 * reaches us by checkout, by several webhooks and by the reconciler, in any order; it is booked once. Answers the new
 * payment's id, or null if it was already known.
 */
export async function recordCharge(
  db: Db,
  target: ChargeTarget,
  charge: Charge,
  now: Date,
): Promise<string | null> {
  const feeBasisPoints = await getFeeBasisPoints(db, target.creatorId)
  const feeCents = shareOfCents(charge.amountCents, feeBasisPoints)
  const netCents = charge.amountCents - feeCents
  const id = newId(now)
  const isNew = await insertPayment(db, {
    id,
    ...target,
    providerPaymentId: charge.providerPaymentId,
    amountCents: charge.amountCents,
    currency: charge.currency,
    capturedAt: charge.capturedAt,
    feeBasisPoints,
    feeCents,
    netCents,
    createdAt: now,
  })
  if (!isNew) {
    if (charge.providerFee) await recordProviderFee(db, charge.providerPaymentId, charge.providerFee, now)
    return null
  }
  if (charge.isUnconfirmed) await noteUnconfirmed(db, { paymentId: id, creatorId: target.creatorId }, now)
  await bookCharge(db, {
    paymentId: charge.providerPaymentId,
    creatorId: target.creatorId,
    currency: charge.currency,
    grossMinor: charge.amountCents,
    feeMinor: feeCents,
    netMinor: netCents,
    occurredAt: charge.capturedAt,
    purchase: purchaseOf(target, charge.amountCents),
  })
  if (charge.providerFee)
    await recordProviderFee(db, charge.providerPaymentId, charge.providerFee, charge.capturedAt)
  const { providerPaymentId } = charge
  if (charge.refundedCents)
    await enqueue(
      db,
      importRefundsOfPayment,
      { providerPaymentId },
      { key: `import-provider-refunds:${providerPaymentId}` },
    )
  await emit(db, paymentCaptured, { paymentId: id }, now)
  return id
}
