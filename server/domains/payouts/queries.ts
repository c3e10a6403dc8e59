import { movesSql } from '#server/domains/ledger/service.ts'
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
      with months as (
        select (date_trunc('month', ${now}::timestamptz at time zone 'UTC') - make_interval(months => past))::date as month
        from generate_series(0, ${monthCount - 1}) as past
      ),
      brought as (
        select date_trunc('month', day)::date as month, -sum(charged_minor) as net, -sum(charged_fee_minor) as fee
        from ${movesSql({ creatorId, currency })} moved where day >= (select min(month) from months) group by 1
      )
      select to_char(month, 'YYYY-MM') as month, coalesce(net + fee, 0)::bigint as "grossCents",
        coalesce(fee, 0)::bigint as "feeCents", coalesce(net, 0)::bigint as "netCents"
      from months left join brought using (month) order by month`,
  )
}
