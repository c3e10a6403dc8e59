import { inBatches } from '#server/platform/db/in-batches.ts'
import { type Db, many, maybeOne, prepared, run, sql } from '#server/platform/db/query.ts'

export interface EntryRow {
  account: string
  creatorId: string | null
  currency: string
  amountMinor: number
}

interface NewTransaction {
  id: string
  reference: string
  takesBack: string | null
  occurredAt: Date
  purchase: string | null
}

const insertingTransaction = prepared<{ id: string }, NewTransaction>(
  'insert-ledger-transaction',
  (transaction) => sql`insert into ledger_transactions (id, reference, takes_back, occurred_at, purchase)
    values (${transaction.id}, ${transaction.reference}, ${transaction.takesBack}, ${transaction.occurredAt},
      ${transaction.purchase})
    on conflict (reference) do nothing returning id, ${inBatches}`,
)

/** Whether it was written now; false if the reference is already booked. */
export async function insertTransaction(db: Db, transaction: NewTransaction): Promise<boolean> {
  return (await maybeOne(db, insertingTransaction(transaction))) !== null
}

interface NewEntries {
  transactionId: string
  accounts: string[]
  creatorIds: (string | null)[]
  currencies: string[]
  amounts: number[]
}

const insertingEntries = prepared<unknown, NewEntries>(
  'insert-ledger-entries',
  (given) => sql`insert into ledger_entries (transaction_id, account, creator_id, currency, amount_minor)
    select ${given.transactionId}, account, creator_id, currency, amount
    from unnest(${given.accounts}::text[], ${given.creatorIds}::uuid[], ${given.currencies}::text[],
      ${given.amounts}::bigint[]) with ordinality entry (account, creator_id, currency, amount, place)
    order by place`,
)

export async function insertEntries(
  db: Db,
  transactionId: string,
  entries: readonly EntryRow[],
): Promise<void> {
  await run(
    db,
    insertingEntries({
      transactionId,
      accounts: entries.map(({ account }) => account),
      creatorIds: entries.map(({ creatorId }) => creatorId),
      currencies: entries.map(({ currency }) => currency),
      amounts: entries.map(({ amountMinor }) => amountMinor),
    }),
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

/** What an account holds in a currency, debit positive, as far as it is counted: all but the last seconds. */
export async function getTotal(db: Db, account: string, currency: string): Promise<number> {
  const row = await maybeOne(
    db,
    sql<{ minor: number }>`select amount_minor as minor from balance_totals
      where account = ${account} and currency = ${currency}`,
  )
  return row?.minor ?? 0
}
