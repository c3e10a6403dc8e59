import type { PlanRow } from '#server/domains/plans/service.ts'
import { type Db, one, sql } from '#server/platform/db/query.ts'
import { newSuffix } from '#server/platform/ids.ts'

import { applyProviderDispute } from './disputes/disputes.ts'
import { numberNow, recordCharge } from './service.ts'

/** A captured charge of a subscription, booked as the provider's would be. */
export async function aPayment(
  db: Db,
  given: {
    subscriptionId: string
    memberId: string
    plan: PlanRow
    amountCents?: number
    capturedAt?: Date
    /** In rupees; absent: not reported by the provider yet. */
    providerFee?: { feeMinor: number; baseAmountMinor: number }
  },
): Promise<{ id: string; providerPaymentId: string }> {
  const capturedAt = given.capturedAt ?? new Date()
  const providerPaymentId = `pay_${newSuffix()}`
  await db.transaction().execute((transaction) =>
    recordCharge(
      transaction,
      {
        subscriptionId: given.subscriptionId,
        memberId: given.memberId,
        creatorId: given.plan.creatorId,
        planId: given.plan.id,
        bought: {
          kind: 'period',
          planVersionId: given.plan.versionId,
          interval: 'monthly',
          from: capturedAt,
          until: new Date(capturedAt.getTime() + 30 * 86_400_000),
        },
      },
      {
        providerPaymentId,
        amountCents: given.amountCents ?? 999,
        currency: given.plan.currency,
        capturedAt,
        providerFee: given.providerFee ? { ...given.providerFee, taxMinor: 0, currency: 'INR' } : null,
      },
      capturedAt,
    ),
  )
  const payment = await one(
    db,
    sql<{ id: string; providerPaymentId: string }>`select id, provider_payment_id as "providerPaymentId"
      from payments where provider_payment_id = ${providerPaymentId}`,
  )
  await numberNow(db, payment.id)
  return payment
}

/** A charge that a bank asks back. */
export async function aDispute(
  db: Db,
  given: Parameters<typeof aPayment>[1],
): Promise<{ disputeId: string; paymentId: string }> {
  const payment = await aPayment(db, given)
  const disputeId = `disp_${newSuffix().padEnd(14, '0')}`
  const openedAt = new Date()
  await db.transaction().execute((transaction) =>
    applyProviderDispute(
      transaction,
      {
        id: disputeId,
        payment_id: payment.providerPaymentId,
        amount: given.amountCents ?? 999,
        currency: 'USD',
        status: 'open',
        phase: 'chargeback',
        reason_code: 'goods_not_received',
        respond_by: Math.floor(openedAt.getTime() / 1000) + 7 * 86_400,
        created_at: Math.floor(openedAt.getTime() / 1000),
      },
      openedAt,
    ),
  )
  return { disputeId, paymentId: payment.id }
}
