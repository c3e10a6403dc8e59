import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

export interface EntryRow {
  account: string
  creatorId: string | null
  currency: string
  amountMinor: number
}

/** Whether it was written now; false if the reference is already booked. */
export async function insertTransaction(
  db: Db,
  transaction: { id: string; reference: string; takesBack: string | null; occurredAt: Date },
): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`insert into ledger_transactions (id, reference, takes_back, occurred_at)
      values (${transaction.id}, ${transaction.reference}, ${transaction.takesBack}, ${transaction.occurredAt})
      on conflict (reference) do nothing returning id`,
  )
  return row !== null
}

export async function insertEntries(
  db: Db,
  transactionId: string,
  entries: readonly EntryRow[],
): Promise<void> {
  const rows = entries.map(
    ({ account, creatorId, currency, amountMinor }) =>
      sql`(${transactionId}, ${account}, ${creatorId}::uuid, ${currency}, ${amountMinor}::bigint)`,
  )
  await run(
    db,
    sql`insert into ledger_entries (transaction_id, account, creator_id, currency, amount_minor)
      values ${sql.join(rows)}`,
  )
}

export function listEntries(db: Db, reference: string): Promise<EntryRow[]> {
  return many(
    db,
    sql<EntryRow>`select e.account, e.creator_id as "creatorId", e.currency, e.amount_minor as "amountMinor"
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where t.reference = ${reference} order by e.id`,
  )
}
