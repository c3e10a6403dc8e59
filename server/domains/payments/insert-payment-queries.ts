import type { BillingInterval } from '#contract/plans/pricing.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { type Db, maybeOne, prepared, sql } from '#server/platform/db/query.ts'

/** What a payment bought, as agreed at that moment. */
export interface Purchase {
  /** `proration`: an upgrade cost, up to a renewal that was already paid; it pays for no period of its own. */
  kind: 'period' | 'proration'
  planVersionId: string
  interval: BillingInterval
  from: Date
  until: Date
  /** The part of the payment that was already owed and added to it; in cents. */
  carriedCents?: number
}

export interface NewPayment {
  id: string
  providerPaymentId: string
  subscriptionId: string
  memberId: string
  creatorId: string
  planId: string
  bought: Purchase
  currency: string
  amountCents: number
  feeBasisPoints: number
  feeCents: number
  netCents: number
  capturedAt: Date
  createdAt: Date
}

const insertingPayment = prepared<{ id: string }, Omit<NewPayment, 'bought'> & Required<Purchase>>(
  'insert-payment',
  (
    payment,
  ) => sql`insert into payments (id, provider_payment_id, subscription_id, member_id, creator_id, plan_id,
        kind, plan_version_id, plan_name, interval, period_from, period_until, carried_cents, currency, amount_cents,
        fee_basis_points, fee_cents, net_cents, captured_at, created_at)
      values (${payment.id}, ${payment.providerPaymentId}, ${payment.subscriptionId}, ${payment.memberId},
        ${payment.creatorId}, ${payment.planId}, ${payment.kind}, ${payment.planVersionId},
        (select name from plans where id = ${payment.planId}), ${payment.interval}, ${payment.from},
        ${payment.until}, least(${payment.carriedCents}::bigint, ${payment.amountCents}::bigint), ${payment.currency}, ${payment.amountCents},
        ${payment.feeBasisPoints}, ${payment.feeCents}, ${payment.netCents}, ${payment.capturedAt},
        ${payment.createdAt})
      on conflict (provider_payment_id) do nothing returning id, ${inBatches}`,
)

/** Whether it was written now; false if this charge is already known. */
export async function insertPayment(db: Db, { bought, ...payment }: NewPayment): Promise<boolean> {
  const { carriedCents = 0 } = bought
  return (await maybeOne(db, insertingPayment({ ...bought, ...payment, carriedCents }))) !== null
}
