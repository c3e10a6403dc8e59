import type { SettledItem } from '#server/domains/ledger/service.ts'
import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

/** Which of these settlements are not booked yet. */
export async function listUnknownSettlementIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from unnest(${ids}::text[]) as id
      where not exists (select from settlements s where s.provider_settlement_id = id)`,
  )
  return rows.map(({ id }) => id)
}

/** When the newest booked settlement was made; null before the first. */
export async function findNewestSettledAt(db: Db): Promise<Date | null> {
  const row = await one(db, sql<{ at: Date | null }>`select max(settled_at) as at from settlements`)
  return row.at
}

/** What a settlement item is about; amounts in the currency of the charge, in minor units. */
export interface SettledSubject {
  entityId: string
  paymentId: string
  providerPaymentId: string
  kind: 'payment' | 'refund' | 'dispute'
  chargedMinor: number
  currency: string
  /** The whole payment, and its worth in the provider's currency; null if that wasn't reported. */
  paidMinor: number
  baseAmountMinor: number | null
}

/** Our payments, refunds and disputes by the provider's ids. */
export function listSettledSubjects(db: Db, entityIds: readonly string[]): Promise<SettledSubject[]> {
  const payment = sql`p.id as "paymentId", p.provider_payment_id as "providerPaymentId", p.currency,
    p.amount_cents as "paidMinor", p.base_amount_minor as "baseAmountMinor"`
  return many(
    db,
    sql<SettledSubject>`
      select p.provider_payment_id as "entityId", 'payment' as kind, p.amount_cents as "chargedMinor", ${payment}
      from payments p where p.provider_payment_id = any(${entityIds}::text[])
      union all
      select r.provider_refund_id, 'refund', r.amount_cents, ${payment}
      from refunds r join payments p on p.id = r.payment_id where r.provider_refund_id = any(${entityIds}::text[])
      union all
      select taken.id, 'dispute', sum(taken.cents)::bigint, ${payment}
      from (
        select provider_dispute_id as id, payment_id, amount_cents as cents from disputes
          where provider_dispute_id = any(${entityIds}::text[])
        union all
        select provider_dispute_id, payment_id, amount_cents from dispute_losses
          where provider_dispute_id = any(${entityIds}::text[])
      ) taken join payments p on p.id = taken.payment_id group by taken.id, p.id`,
  )
}

/** Whether it was written now; false if it is already booked. */
export async function insertSettlement(
  db: Db,
  settlement: {
    id: string
    currency: string
    amountMinor: number
    utr: string
    settledAt: Date
    bookedAt: Date
  },
): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{
      id: string
    }>`insert into settlements (provider_settlement_id, currency, amount_minor, utr, settled_at,
        booked_at)
      values (${settlement.id}, ${settlement.currency}, ${settlement.amountMinor}, ${settlement.utr},
        ${settlement.settledAt}, ${settlement.bookedAt})
      on conflict do nothing returning provider_settlement_id as id`,
  )
  return row !== null
}

/** A line of the provider's report; amounts in minor units of the settlement currency. */
export interface SettledLine {
  entityId: string
  /** The dispute that an adjustment is for. */
  disputeId: string | null
  creditMinor: number
  debitMinor: number
  feeMinor: number
  /** Part of the fee. */
  taxMinor: number
}

/** A line with what it settles, as it is stored. */
export type SettlementItem = SettledLine & SettledItem & { paymentId: string | null }

/** Writes the lines of a settlement. Throws if one of them already belongs to another settlement. */
export async function insertSettlementItems(
  db: Db,
  settlementId: string,
  items: readonly SettlementItem[],
): Promise<void> {
  if (items.length === 0) return
  await run(
    db,
    sql`insert into settlement_items (entity_id, provider_settlement_id, kind, payment_id, charged_minor,
        charged_currency, base_minor, credit_minor, debit_minor, fee_minor, tax_minor, dispute_id,
        booked_fee_minor)
      select i.entity, ${settlementId}, i.kind, i.payment, i.charged, i.currency, i.base, i.credit, i.debit, i.fee,
        i.tax, i.dispute, i.booked_fee
      from unnest(${items.map((item) => item.entityId)}::text[], ${items.map((item) => item.kind)}::text[],
        ${items.map((item) => item.paymentId)}::uuid[], ${items.map((item) => item.chargedMinor)}::bigint[],
        ${items.map((item) => item.chargedCurrency)}::text[], ${items.map((item) => item.baseMinor)}::bigint[],
        ${items.map((item) => item.creditMinor)}::bigint[], ${items.map((item) => item.debitMinor)}::bigint[],
        ${items.map((item) => item.feeMinor)}::bigint[], ${items.map((item) => item.taxMinor)}::bigint[],
        ${items.map((item) => item.disputeId)}::text[], ${items.map((item) => item.bookedFeeMinor)}::bigint[])
        as i (entity, kind, payment, charged, currency, base, credit, debit, fee, tax, dispute, booked_fee)`,
  )
}
