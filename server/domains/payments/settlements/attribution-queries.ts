import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

import type { SettledLine, SettlementItem } from './settlement-queries.ts'

/** Lines booked as differences whose payment, refund or dispute is known by now. */
export function listItemsKnownByNow(
  db: Db,
  limit: number,
): Promise<(SettledLine & { bookedFeeMinor: number })[]> {
  return many(
    db,
    sql<SettledLine & { bookedFeeMinor: number }>`
      select i.entity_id as "entityId", i.dispute_id as "disputeId", i.credit_minor as "creditMinor",
        i.debit_minor as "debitMinor", i.fee_minor as "feeMinor", i.tax_minor as "taxMinor",
        i.booked_fee_minor as "bookedFeeMinor"
      from settlement_items i
      where i.kind = 'other'
        and not exists (select from settlement_attributions a where a.entity_id = i.entity_id)
        and (exists (select from payments p where p.provider_payment_id = i.entity_id)
          or exists (select from refunds r where r.provider_refund_id = i.entity_id)
          or exists (select from disputes d where d.provider_dispute_id = i.dispute_id)
          or exists (select from dispute_losses l where l.provider_dispute_id = i.dispute_id))
      order by i.entity_id limit ${limit}`,
  )
}

/** Whether it was written now; false if the line is already attributed. */
export async function insertAttribution(
  db: Db,
  {
    entityId,
    kind,
    paymentId,
    chargedMinor,
    chargedCurrency,
    baseMinor,
    attributedAt,
  }: SettlementItem & {
    attributedAt: Date
  },
): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`insert into settlement_attributions (entity_id, kind, payment_id, charged_minor,
        charged_currency, base_minor, attributed_at)
      values (${entityId}, ${kind}, ${paymentId}, ${chargedMinor}, ${chargedCurrency}, ${baseMinor}, ${attributedAt})
      on conflict do nothing returning entity_id as id`,
  )
  return row !== null
}
