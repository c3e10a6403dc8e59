import { type Db, many, one, sql } from '#server/platform/db/query.ts'

export interface MonthRow {
  /** "2026-03" */
  month: string
  grossCents: number
  feeCents: number
  netCents: number
}

/** Whether a creator was ever paid in rupees, or offers a plan in them. */
export async function hasRupees(db: Db, creatorId: string): Promise<boolean> {
  const { isSo } = await one(
    db,
    sql<{ isSo: boolean }>`select exists (select from ledger_entries e
        where e.account = 'creator_balance' and e.creator_id = ${creatorId} and e.currency = 'INR')
      or exists (select from plans p
        where p.creator_id = ${creatorId} and p.currency = 'INR' and p.archived_at is null) as "isSo"`,
  )
  return isSo
}

/** The month of `now` and those before it, in UTC, oldest first; a month without payments is included with zeros. */
export function listMonthlyEarnings(
  db: Db,
  creatorId: string,
  { currency, monthCount, now }: { currency: string; monthCount: number; now: Date },
): Promise<MonthRow[]> {
  return many(
    db,
    sql<MonthRow>`
      with last as (select date_trunc('month', ${now}::timestamptz at time zone 'UTC') as month),
      months as (
        select generate_series(month - make_interval(months => ${monthCount - 1}), month, '1 month') as month from last
      )
      select to_char(m.month, 'YYYY-MM') as month,
        coalesce(sum(p.amount_cents), 0)::bigint as "grossCents",
        coalesce(sum(p.fee_cents), 0)::bigint as "feeCents",
        coalesce(sum(p.net_cents), 0)::bigint as "netCents"
      from months m left join payments p on p.creator_id = ${creatorId} and p.currency = ${currency}
        and p.captured_at >= m.month at time zone 'UTC'
        and p.captured_at < (m.month + interval '1 month') at time zone 'UTC'
      group by m.month order by m.month`,
  )
}
