import { monthSpan } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { CURRENCY, dollarsFromCents, percentFromBasisPoints, unitsFromMinor } from '#contract/money.ts'
import { type Dispute, takesMoney } from '#contract/payments/dispute-status.ts'
import { formatReceiptNumber } from '#contract/payments/receipts.ts'
import { isWithinRefundWindow, providerFeeCents } from '#contract/payments/refund-rules.ts'
import { availableFrom } from '#contract/payments/refund-window.ts'
import * as contract from '#contract/payments/routes.ts'
import type { Db } from '#server/platform/db/query.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'

import {
  type DisputesOfPayment,
  listPayersNamed,
  listPaymentsOfMember,
  type NewestRefund,
  type OwnPaymentRow,
  type FeeBreakdownRow,
} from './queries.ts'
import { getNumberedPayment } from './receipts/numbered-payment.ts'
import { payerOf } from './receipts/payer.ts'
import { listPaymentsOfCreator } from './service.ts'

const PAYMENTS_PER_PAGE = 50
/** People whose payments are looked up one by one. */
const NAMED_FEW = 500

export const paymentImplementations: Implementation[] = [
  implementForMember(contract.getCreatorPayments, async (db, { input, viewer }) => {
    if (viewer.creatorId === null) return []
    const { creatorId } = viewer
    const page = { beforeId: input.cursor ?? null, limit: input.limit ?? PAYMENTS_PER_PAGE }
    const payments = await listPaymentsOfCreator(db, creatorId, page, {
      ...(await payersNamed(db, creatorId, input.q || null)),
      planId: input.planId ?? null,
      ...(input.month === undefined ? { from: null, until: null } : monthSpan(input.month)),
      standing: input.standing ?? null,
    })
    return payments.map((payment) => ({
      _id: payment.id,
      userId: { _id: payment.memberId, name: payment.memberName },
      planId: { name: payment.planName },
      interval: payment.interval,
      ...presentFeeBreakdown(payment),
      refunded: dollarsFromCents(payment.refundedCents),
      left: dollarsFromCents(payment.leftCents),
      refund: presentNewestRefund(payment),
      disputes: payment.disputes.map(presentDispute),
      createdAt: payment.capturedAt.toISOString(),
    }))
  }),

  implementForMember(contract.getUserPayments, async (db, { input, viewer, now }) => {
    const payments = await listPaymentsOfMember(db, viewer.id, {
      beforeId: input.cursor ?? null,
      limit: input.limit ?? PAYMENTS_PER_PAGE,
    })
    return payments.map((payment) => presentOwnPayment(payment, now))
  }),

  implementForMember(contract.getReceipt, async (db, { input, viewer, now }) => {
    const payment = await getNumberedPayment(db, viewer.id, input.paymentId)
    return {
      ...presentOwnPayment(payment, now),
      receiptNumber: formatReceiptNumber(payment.receiptYear, payment.receiptNumber),
      providerPaymentId: payment.providerPaymentId,
      paidBy: await payerOf(db, viewer),
    }
  }),
]

/**
 * Of the few people with a rare name, payments are looked up; those of many are found soon by going through the newest.
 */
async function payersNamed(db: Db, creatorId: string, name: string | null) {
  if (name === null) return { memberIds: null, name }
  const memberIds = await listPayersNamed(db, creatorId, name, NAMED_FEW)
  return memberIds === null ? { memberIds: null, name } : { memberIds, name: null }
}

function presentOwnPayment(
  payment: OwnPaymentRow,
  now: Date,
): OutputOf<typeof contract.getUserPayments>[number] {
  const canAsk =
    isWithinRefundWindow(payment.capturedAt, now) &&
    payment.refundedCents === 0 &&
    payment.refundStatus === null &&
    // Money that a bank holds or took can't be refunded a second time.
    !payment.disputes.some(takesMoney)
  return {
    _id: payment.id,
    creator: { pageName: payment.pageName, pageHandle: payment.handle },
    plan: { name: payment.planName },
    interval: payment.interval,
    kind: payment.kind,
    carried: dollarsFromCents(payment.carriedCents),
    period: { from: payment.periodFrom.toISOString(), until: payment.periodUntil.toISOString() },
    ...presentFeeBreakdown(payment),
    refunded: dollarsFromCents(payment.refundedCents),
    refundableUntil: canAsk ? availableFrom(payment.capturedAt).toISOString() : null,
    refundStatus: payment.refundStatus,
    refund: presentNewestRefund(payment),
    disputes: payment.disputes.map(presentDispute),
    createdAt: payment.capturedAt.toISOString(),
  }
}

function presentDispute({
  status,
  currency,
  amountCents,
  borneCents,
  openedAt,
  respondBy,
  settledAt,
}: DisputesOfPayment['disputes'][number]): Dispute {
  const at = (moment: string | null) => (moment === null ? null : new Date(moment).toISOString())
  return {
    status,
    amount: dollarsFromCents(amountCents),
    borne: dollarsFromCents(borneCents),
    currency,
    openedAt: new Date(openedAt).toISOString(),
    respondBy: settledAt === null ? at(respondBy) : null,
    settledAt: at(settledAt),
  }
}

function presentNewestRefund({
  refundId,
  refundStatus,
  refundCents,
  refundAttempts,
  refundBank,
}: NewestRefund): OutputOf<typeof contract.getUserPayments>[number]['refund'] {
  if (refundId === null || refundStatus === null || refundCents === null) return null
  return {
    _id: refundId,
    status: refundStatus,
    amount: dollarsFromCents(refundCents),
    isDelayed: refundStatus === 'approved' && refundAttempts !== null && refundAttempts > 0,
    bank: refundBank,
  }
}

/** Where a charge went, from stored amounts. */
function presentFeeBreakdown(payment: FeeBreakdownRow) {
  return {
    currency: payment.currency,
    amount: dollarsFromCents(payment.amountCents),
    percentCharge: percentFromBasisPoints(payment.feeBasisPoints),
    fee: dollarsFromCents(payment.feeCents),
    net: dollarsFromCents(payment.netCents),
    providerFee: presentProviderFee(payment),
  }
}

function presentProviderFee(
  payment: FeeBreakdownRow,
): OutputOf<typeof contract.getCreatorPayments>[number]['providerFee'] {
  const cents = providerFeeCents(payment)
  if (cents === null) return null
  const ownCurrency = payment.providerFeeCurrency ?? CURRENCY
  return {
    amount: dollarsFromCents(cents),
    ownAmount: unitsFromMinor(payment.providerFeeMinor ?? 0, ownCurrency),
    ownCurrency,
  }
}
