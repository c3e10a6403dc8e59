import { type Db, maybeOne, sql } from '#server/platform/db/query.ts'

import { borneCentsSql } from './claim-queries.ts'

/** Whether it was written now; false if it already was. */
export async function insertDisputeLoss(
  db: Db,
  loss: { providerDisputeId: string; paymentId: string; amountCents: number; lostAt: Date },
): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`insert into dispute_losses (provider_dispute_id, payment_id, amount_cents, lost_at)
      values (${loss.providerDisputeId}, ${loss.paymentId}, ${loss.amountCents}, ${loss.lostAt})
      on conflict do nothing returning provider_dispute_id as id`,
  )
  return row !== null
}

export interface DisputeLoss {
  amountCents: number
  currency: string
  providerPaymentId: string
}

/** What the platform bears of it so far. */
export function findDisputeLoss(db: Db, providerDisputeId: string): Promise<DisputeLoss | null> {
  return maybeOne(
    db,
    sql<DisputeLoss>`select ${borneCentsSql(sql`l.provider_dispute_id`)} as "amountCents", p.currency,
        p.provider_payment_id as "providerPaymentId"
      from dispute_losses l join payments p on p.id = l.payment_id
      where l.provider_dispute_id = ${providerDisputeId}`,
  )
}
