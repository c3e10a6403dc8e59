import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

export interface EntryRow {
  account: string
  creatorId: string | null
  currency: string
  amountMinor: number
}

/** Whether it was written now; false when the reference is booked already. */
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

export interface CreatorBalance {
  /** Minor units. May be negative: a refund can come after the payout. */
  availableMinor: number
  pendingMinor: number
}

/**
 * What is owed to a creator. Pending is what charges after `pendingSince` brought, less what was taken back of them;
 * all the rest is available, what was taken back of older charges included.
 */
export function getCreatorBalance(
  db: Db,
  { creatorId, currency, pendingSince }: { creatorId: string; currency: string; pendingSince: Date },
): Promise<CreatorBalance> {
  // Credits are negative: what we owe stands with the other sign.
  return one(
    db,
    sql<CreatorBalance>`
      select coalesce(-sum(amount_minor) filter (where not is_pending), 0)::bigint as "availableMinor",
        coalesce(-sum(amount_minor) filter (where is_pending), 0)::bigint as "pendingMinor"
      from (
        select e.amount_minor, coalesce(charge.reference, t.reference) like 'charge:%'
          and coalesce(charge.occurred_at, t.occurred_at) > ${pendingSince} as is_pending
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
          left join ledger_transactions charge on charge.reference = t.takes_back
        where e.account = 'creator_balance' and e.creator_id = ${creatorId} and e.currency = ${currency}
      ) as entries`,
  )
}
