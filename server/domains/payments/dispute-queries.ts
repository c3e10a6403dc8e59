import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

export interface DisputeRow {
  status: 'open' | 'won' | 'lost' | 'closed'
  amountCents: number
  feeCents: number
  netCents: number
}

/** How far it has got with the bank. */
export interface DisputeProgress {
  phase: string
  respondBy: Date | null
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
  dispute: Omit<DisputeRow, 'status'> & {
    id: string
    paymentId: string
    reason: string
    openedAt: Date
    /** As the bank told it. */
    toldCurrency: string | null
    toldAmountMinor: number
  },
): Promise<void> {
  await run(
    db,
    sql`insert into disputes (provider_dispute_id, payment_id, status, amount_cents, fee_cents, net_cents, reason,
        opened_at, told_currency, told_amount_minor)
      values (${dispute.id}, ${dispute.paymentId}, 'open', ${dispute.amountCents}, ${dispute.feeCents},
        ${dispute.netCents}, ${dispute.reason}, ${dispute.openedAt}, ${dispute.toldCurrency},
        ${dispute.toldAmountMinor})`,
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

/** Keeps how far it has got; what is settled stays as it was. */
export async function keepProgress(
  db: Db,
  providerDisputeId: string,
  { phase, respondBy }: DisputeProgress,
): Promise<void> {
  await run(
    db,
    sql`update disputes set phase = ${phase}, respond_by = ${respondBy}::timestamptz
      where provider_dispute_id = ${providerDisputeId} and status = 'open'`,
  )
}
