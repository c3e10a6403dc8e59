import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

import { entriesSince, uncountedEntries } from './balance-days-queries.ts'

export interface Proved {
  /** The last place in the chain that was proved; 0: none. */
  position: number
  begunAt: Date | null
  /** Whether the chain still has the seal there that was proved. */
  isSame: boolean
}

/** How far the ledger is proved, locked; null: another node is at it. */
export function lockProved(db: Db): Promise<Proved | null> {
  return maybeOne(
    db,
    sql<Proved>`select position, begun_at as "begunAt", position = 0 or hash is not distinct from (
        select c.hash from ledger_chain c where c.position = ledger_proved.position) as "isSame"
      from ledger_proved for update skip locked`,
  )
}

export async function beginAnew(db: Db, now: Date): Promise<void> {
  await run(db, sql`delete from ledger_proved_sums`)
  await run(db, sql`update ledger_proved set position = 0, hash = null, begun_at = ${now}`)
}

export interface Link {
  position: number
  transactionId: string
}

/** The next of the chain. */
export function listLinks(db: Db, { after, limit }: { after: number; limit: number }): Promise<Link[]> {
  return many(
    db,
    sql<Link>`select position, transaction_id as "transactionId" from ledger_chain
      where position > ${after} order by position limit ${limit}`,
  )
}

/** The payments whose charges are among these transactions. */
export async function listChargedPayments(db: Db, transactionIds: readonly string[]): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select p.id from ledger_transactions t
        join payments p on p.provider_payment_id = substr(t.reference, length('charge:') + 1)
      where t.id = any(${[...transactionIds]}::uuid[]) and t.reference like 'charge:%'`,
  )
  return rows.map(({ id }) => id)
}

/** Notes that the chain is proved up to a place, and what was wrong on the way. */
export async function noteProved(
  db: Db,
  { links, problems }: { links: readonly Link[]; problems: readonly string[] },
): Promise<void> {
  const ids = links.map(({ transactionId }) => transactionId)
  await run(
    db,
    sql`insert into ledger_proved_sums as s (account, currency, amount_minor)
      select account, currency, sum(amount_minor) from ledger_entries
        where transaction_id = any(${ids}::uuid[]) group by 1, 2 order by 1, 2
      on conflict (account, currency) do update set amount_minor = s.amount_minor + excluded.amount_minor`,
  )
  await run(
    db,
    sql`update ledger_proved set position = c.position, hash = c.hash,
        problems = problems || ${JSON.stringify(problems)}::jsonb
      from ledger_chain c where c.position = ${links.at(-1)?.position ?? 0}`,
  )
}

/** The accounts whose total is something else than the entries that were proved, and those since. */
export async function findTotalProblems(db: Db): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ account: string; currency: string; minor: number }>`
      select account, currency, sum(minor)::bigint as minor from (
        select account, currency, amount_minor as minor from balance_totals
        union all select e.account, e.currency, e.amount_minor
          from ${uncountedEntries}
        union all select account, currency, -amount_minor from ledger_proved_sums
        union all select e.account, e.currency, -e.amount_minor from ${entriesSince('ledger_proved')}
      ) moved group by 1, 2 having sum(minor) <> 0 order by 1, 2 limit 100`,
  )
  return rows.map(({ account, currency, minor }) => `${account} ${currency}: its total differs by ${minor}`)
}

/** Stores what was found since the last proof, and `problems`; answers all of it. */
export async function insertProof(
  db: Db,
  proof: { id: string; provedAt: Date; problems: readonly string[] },
): Promise<string[]> {
  const row = await maybeOne(
    db,
    sql<{ problems: string[] }>`insert into ledger_proofs (id, proved_at, transaction_count, problems)
      select ${proof.id}, ${proof.provedAt},
        (select coalesce(max(position), 0) from ledger_chain) + (select count(*) from ledger_unsealed),
        (select jsonb_path_query_array(found.problems || ${JSON.stringify(proof.problems)}::jsonb, '$[0 to 99]')
          from ledger_proved found)
      returning problems`,
  )
  await run(db, sql`update ledger_proved set problems = '[]'`)
  return row?.problems ?? []
}
