import { type Db, many, run, sql } from '#server/platform/db/query.ts'

/**
 * What is wrong with the ledger, as sentences; at most a hundred. Checks balances, seals, and each payment against its
 * charge.
 */
export async function findProblems(db: Db): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ problem: string }>`
      (select currency || ': the ledger sums to ' || sum(amount_minor) as problem
        from ledger_entries group by currency having sum(amount_minor) <> 0)
      union all
      (select reference || ' does not balance in ' || currency from ledger_entries e
        join ledger_transactions t on t.id = e.transaction_id
        group by t.id, reference, currency having sum(amount_minor) <> 0)
      union all
      (select coalesce(t.reference, b.transaction_id::text) || ' ' || b.problem from ledger_breaks() b
        left join ledger_transactions t on t.id = b.transaction_id)
      union all
      (select 'payment ' || p.provider_payment_id || ' and its charge differ' from payments p
        left join ledger_transactions t on t.reference = 'charge:' || p.provider_payment_id
        where coalesce((select sum(amount_minor) from ledger_entries e where e.transaction_id = t.id
            and e.account = 'provider_clearing' and e.currency = p.currency), 0) <> p.amount_cents
          or coalesce((select sum(amount_minor) from ledger_entries e where e.transaction_id = t.id
            and e.account = 'creator_balance' and e.creator_id = p.creator_id), 0) <> -p.net_cents)
      union all
      (select 'charge ' || t.reference || ' has no payment' from ledger_transactions t
        where t.reference like 'charge:%'
          and not exists (select from payments p where 'charge:' || p.provider_payment_id = t.reference))
      limit 100`,
  )
  return rows.map(({ problem }) => problem)
}

export async function insertProof(
  db: Db,
  proof: { id: string; provedAt: Date; problems: readonly string[] },
): Promise<void> {
  await run(
    db,
    sql`insert into ledger_proofs (id, proved_at, transaction_count, problems)
      select ${proof.id}, ${proof.provedAt}, (select count(*) from ledger_transactions),
        ${JSON.stringify(proof.problems)}::jsonb`,
  )
}
