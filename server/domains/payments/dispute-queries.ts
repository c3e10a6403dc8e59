import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

export interface DisputeRow {
  status: 'open' | 'won' | 'lost' | 'closed'
  amountCents: number
  feeCents: number
  netCents: number
}

export function findDispute(db: Db, providerDisputeId: string): Promise<DisputeRow | null> {
  return maybeOne(
    db,
    sql<DisputeRow>`select status, amount_cents as "amountCents", fee_cents as "feeCents", net_cents as "netCents"
      from disputes where provider_dispute_id = ${providerDisputeId}`,
  )
}

export async function insertDispute(
  db: Db,
  dispute: Omit<DisputeRow, 'status'> & { id: string; paymentId: string; reason: string; openedAt: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into disputes (provider_dispute_id, payment_id, status, amount_cents, fee_cents, net_cents, reason,
        opened_at)
      values (${dispute.id}, ${dispute.paymentId}, 'open', ${dispute.amountCents}, ${dispute.feeCents},
        ${dispute.netCents}, ${dispute.reason}, ${dispute.openedAt})`,
  )
}

export async function settleDispute(
  db: Db,
  providerDisputeId: string,
  status: 'won' | 'lost' | 'closed',
  now: Date,
): Promise<void> {
  await run(
    db,
    sql`update disputes set status = ${status}, settled_at = ${now}
      where provider_dispute_id = ${providerDisputeId}`,
  )
}
