import { type Db, one, sql } from '#server/platform/db/query.ts'

import { owedSql } from './balance-days-queries.ts'

/** What is owed to a creator, in minor units: available + pending + reserved is the whole balance. */
export interface CreatorBalance {
  /** May be negative: a refund can come after the payout. */
  availableMinor: number
  /** Within the refund window. */
  pendingMinor: number
  /** From yearly payments, for months still to come. */
  reservedMinor: number
  /** When the last of the reserve becomes available; null if nothing is reserved. */
  reservedUntil: Date | null
}

interface BalanceQuestion {
  creatorId: string
  currency: string
  /** The moment that decides which charges are pending, and which months are still to come. */
  now: Date
  /** Charges after it are pending. */
  pendingSince: Date
  /** The beginning of a day in UTC: counts only what happened before then; null: everything. */
  before: Date | null
}

function isBefore(before: Date | null) {
  return sql`(${before}::timestamptz is null or t.occurred_at < ${before}::timestamptz)`
}

/**
 * How many months a period `p` has, to the nearest one: providers end a year some hours before or after it began. By
 * the UTC calendar, like everything that is charged.
 */
const monthsOfPeriod = sql`greatest(1, (extract(year from span.age) * 12 + extract(month from span.age)
  + case when extract(day from span.age) >= 15 then 1 else 0 end)::integer)`

/**
 * What was taken back of a payment `p`, in minor units. What it brought is its net amount: the proof of the ledger compares
 * them every night.
 */
function takenBackOf(before: Date | null) {
  return sql`select sum(e.amount_minor)::bigint as minor from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id and e.account = 'creator_balance'
    where t.takes_back = 'charge:' || p.provider_payment_id and ${isBefore(before)}`
}

/** Looked up for few payments only: those that nothing was ever taken back of have nothing to find. */
function mayBeTakenBack(before: Date | null) {
  return sql`(p.refunded_cents > 0 or exists (select from disputes d where d.payment_id = p.id)
    or (${before !== null}::boolean and exists (select from refunds r where r.payment_id = p.id)))`
}

/**
 * A creator's yearly payments with months still to come, and what is reserved of each. A month of a payment is worth an
 * equal share in whole cents, and the last one also gets the remainder; its share becomes available when it begins, so
 * the first month's is never reserved. Amounts taken back from a payment came out of its reserve first.
 */
function reservesOf({ creatorId, currency, now, before }: BalanceQuestion) {
  return sql`select yearly.captured_at, greatest(0, yearly.left_minor
      - case when yearly.begun >= yearly.months then yearly.net_cents
        else yearly.begun * (yearly.net_cents / yearly.months) end) as minor,
      (yearly.from_utc + make_interval(months => yearly.months - 1)) at time zone 'UTC' as until
    from (
      select p.captured_at, p.net_cents, period.from_utc, length.months,
        (select 1 + count(*) from generate_series(1, length.months - 1) as month
          where period.from_utc + make_interval(months => month) <= ${now}::timestamptz at time zone 'UTC') as begun,
        p.net_cents - case when ${mayBeTakenBack(before)} then coalesce((${takenBackOf(before)}), 0) else 0 end as left_minor
      from payments p
        cross join lateral (select p.period_from at time zone 'UTC' as from_utc) period
        cross join lateral (select age(p.period_until at time zone 'UTC', period.from_utc) as age) span
        cross join lateral (select ${monthsOfPeriod} as months) length
      where p.creator_id = ${creatorId} and p.interval = 'yearly' and p.currency = ${currency}
        and p.period_until > ${now}
      -- Otherwise each of these is worked out anew wherever it is named.
      offset 0
    ) yearly`
}

/**
 * What is owed to a creator, from the ledger. Reserved is what yearly payments brought for months to come; pending is
 * the rest of what charges after `pendingSince` brought, less amounts taken back from them; everything else is
 * available, amounts taken back from older charges included.
 */
export function getCreatorBalance(db: Db, question: BalanceQuestion): Promise<CreatorBalance> {
  const { creatorId, currency, pendingSince, before } = question
  // Credits are negative: what we owe has the opposite sign.
  return one(
    db,
    sql<CreatorBalance>`
      with reserves as materialized (${reservesOf(question)}),
      reserve as (
        select coalesce(sum(minor), 0)::bigint as minor, max(until) filter (where minor > 0) as until,
          coalesce(sum(minor) filter (where captured_at > ${pendingSince}), 0)::bigint as of_pending
        from reserves
      ),
      recent as (
        select p.id, p.provider_payment_id, p.net_cents, p.refunded_cents from payments p
        where p.creator_id = ${creatorId} and p.currency = ${currency} and p.captured_at > ${pendingSince}
          and (${before}::timestamptz is null or p.captured_at < ${before}::timestamptz)
      ),
      pending as materialized (
        select coalesce((select sum(net_cents) from recent), 0)::bigint
          - coalesce((select sum(back.minor) from recent p cross join lateral (${takenBackOf(before)}) back
              where ${mayBeTakenBack(before)}), 0)::bigint as minor
      ),
      owed as (select ${owedSql(question)} as minor)
      select owed.minor - pending.minor - (reserve.minor - reserve.of_pending) as "availableMinor",
        pending.minor - reserve.of_pending as "pendingMinor",
        reserve.minor as "reservedMinor", reserve.until as "reservedUntil"
      from reserve, pending, owed`,
  )
}
