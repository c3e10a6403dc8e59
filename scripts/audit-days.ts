import type { ReadRows } from './audit-batches.ts'
import type { Say } from './audit-queries.ts'

/* Balances and statements are read from days: each has to be the sum of what was booked on it, as far as it is counted. */

const DAYS_SHOWN = 20

const DIFFERING_DAYS = `with counted as materialized (
    select e.transaction_id, e.creator_id, e.currency, e.amount_minor, t.reference, (t.occurred_at at time zone 'UTC')::date as day
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join ledger_chain c on c.transaction_id = t.id
    where e.account = 'creator_balance' and c.position <= (select position from balances_counted)),
  fees as (
    select transaction_id, currency, sum(amount_minor) as minor from ledger_entries where account = 'platform_fees' group by 1, 2),
  booked as (
    select creator_id, currency, day, sum(amount_minor) as moved, count(*) as lines, coalesce(sum(minor), 0) as fee,
      coalesce(sum(amount_minor) filter (where reference like 'charge:%'), 0) as charged,
      coalesce(sum(minor) filter (where reference like 'charge:%'), 0) as charged_fee,
      coalesce(sum(amount_minor) filter (where split_part(reference, ':', 1) in ('payout', 'payout-failed', 'payout-reversed')), 0)
        as paid_out
    from counted left join fees using (transaction_id, currency) group by 1, 2, 3)
  select creator_id, currency, day::text
  from booked full join balance_days d using (creator_id, currency, day)
  where (coalesce(moved, 0), coalesce(lines, 0), coalesce(fee, 0), coalesce(charged, 0), coalesce(charged_fee, 0), coalesce(paid_out, 0))
    <> (coalesce(d.amount_minor, 0), coalesce(d.line_count, 0), coalesce(d.fee_minor, 0), coalesce(d.charged_minor, 0),
      coalesce(d.charged_fee_minor, 0), coalesce(d.paid_out_minor, 0))
  order by 3, 1, 2 limit ${DAYS_SHOWN}`

type Day = Record<'creator_id' | 'currency' | 'day', string>

/** Every day of every balance is what the ledger says; the first that aren't are named. */
export async function proveDays(say: Say, read: ReadRows): Promise<void> {
  for (const { creator_id, currency, day } of await read<Day>(DIFFERING_DAYS))
    say(false, `creator ${creator_id}: the sums of ${day} in ${currency} are not what was booked`)
}
