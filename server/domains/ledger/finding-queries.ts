import { type Db, many, sql } from '#server/platform/db/query.ts'

import { uncounted, uncountedEntries } from './balance-days-queries.ts'
import { type Among, type Finding, FOUND_MOST } from './finding.ts'

/** Whether a column of ids is among those to look at. */
export function isAmong(column: ReturnType<typeof sql>, among: Among): ReturnType<typeof sql> {
  return among === 'all' ? sql`true` : sql`${column} = any(${[...among]}::uuid[])`
}

/** What the totals of all accounts and the bookings since sum to in a currency, where that isn't zero; keys are currencies. */
export function findSums(db: Db): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select currency as key, 'sum' as problem, currency as subject, currency,
        sum(minor)::bigint as "differenceMinor"
      from (
        select currency, amount_minor as minor from balance_totals
        union all select e.currency, e.amount_minor
          from ${uncountedEntries}
      ) moved group by currency having sum(minor) <> 0`,
  )
}

/** Transactions whose entries don't sum to zero in a currency, or that have none. */
export function findUnbalanced(db: Db, among: Among): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select t.id as key, 'unbalanced' as problem, t.reference as subject, e.currency,
        coalesce(sum(e.amount_minor), 0)::bigint as "differenceMinor"
      from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id
      where ${isAmong(sql`t.id`, among)}
      group by t.id, e.currency having e.currency is null or sum(e.amount_minor) <> 0
      limit ${FOUND_MOST}`,
  )
}

/** Seals are given each second; what waits longer than this does so in vain. By the database's clock. */
const SEALED_WITHIN_SECONDS = 60

/** Whether a row that waits for its seal or its number still has time. */
export const hasTime = (since: ReturnType<typeof sql>) =>
  sql`${since} > clock_timestamp() - make_interval(secs => ${SEALED_WITHIN_SECONDS})`

/** Transactions without a seal that don't wait for one, or have waited too long. */
export function findUnsealed(db: Db, among: Among): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select t.id as key, 'unsealed' as problem, t.reference as subject, null as currency,
        0::bigint as "differenceMinor"
      from ledger_transactions t
      where ${isAmong(sql`t.id`, among)} and not exists (select from ledger_chain c where c.transaction_id = t.id)
        and not exists (select from ledger_unsealed w
          where w.transaction_id = t.id and ${hasTime(sql`w.since`)})
      limit ${FOUND_MOST}`,
  )
}

/** What waits for a seal it can't get, because it is gone or was sealed otherwise; keys are places among those that wait. */
export function findVainWaiting(db: Db): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select w.place::text as key, 'unsealed' as problem, coalesce(t.reference, w.transaction_id::text) as subject,
        null as currency, 0::bigint as "differenceMinor"
      from (select * from ledger_unsealed order by place limit ${FOUND_MOST}) w
        left join ledger_transactions t on t.id = w.transaction_id
      where not ${hasTime(sql`w.since`)}
        and (t.id is null or exists (select from ledger_chain c where c.transaction_id = w.transaction_id))`,
  )
}

/** Seals that don't cover what is written, or don't follow the one before; keys are positions in the chain. */
export function findBrokenSeals(db: Db, positions: Among): Promise<Finding[]> {
  // A walk's positions are neighbours, except those that were broken before.
  const from =
    positions === 'all'
      ? sql`(select min(position) as first, max(position) as last from ledger_chain) given`
      : sql`(select min(at) as first, max(at) as last from (
            select at, at - row_number() over (order by at) as island from unnest(${[...positions]}::bigint[]) at
          ) numbered group by island) given`
  return many(
    db,
    sql<Finding>`select b.at_position::text as key, b.problem, coalesce(t.reference, b.transaction_id::text) as subject,
        null as currency, 0::bigint as "differenceMinor"
      from ${from} cross join lateral ledger_seal_breaks(given.first, given.last) b
        left join ledger_transactions t on t.id = b.transaction_id
      limit ${FOUND_MOST}`,
  )
}

/** Seals that were published and are no longer the chain's. */
export function findUnpublishedSeals(db: Db): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select to_char(s.day, 'YYYY-MM-DD') as key, 'published' as problem,
        to_char(s.day, 'YYYY-MM-DD') as subject, null as currency, 0::bigint as "differenceMinor"
      from published_seals s left join ledger_chain c on c.position = s.position
      where c.hash is distinct from s.hash limit ${FOUND_MOST}`,
  )
}

/** Payments whose charge is not booked with their amounts, moment and purchase; keys are ids of payments. */
export function findChargeDifferences(db: Db, among: Among): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select p.id as key, 'charge' as problem, p.provider_payment_id as subject, p.currency,
        coalesce(nullif(booked.charged - p.amount_cents, 0), -p.net_cents - booked.owed) as "differenceMinor"
      from payments p
        left join ledger_transactions t on t.reference = 'charge:' || p.provider_payment_id
        cross join lateral (select
            coalesce(sum(e.amount_minor) filter (where e.account = 'provider_clearing'), 0)::bigint as charged,
            coalesce(sum(e.amount_minor) filter (where e.account = 'creator_balance'
              and e.creator_id = p.creator_id), 0)::bigint as owed
          from ledger_entries e where e.transaction_id = t.id and e.currency = p.currency) booked
      where ${isAmong(sql`p.id`, among)} and (booked.charged <> p.amount_cents or booked.owed <> -p.net_cents
        or t.occurred_at is distinct from p.captured_at or t.purchase <> payment_purchase(p))
      limit ${FOUND_MOST}`,
  )
}

/** Charges that no payment accounts for; keys are ids of transactions. */
export function findChargesWithoutPayment(db: Db, among: Among): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select t.id as key, 'no-payment' as problem, t.reference as subject, e.currency,
        coalesce(sum(e.amount_minor), 0)::bigint as "differenceMinor"
      from ledger_transactions t
        left join ledger_entries e on e.transaction_id = t.id and e.account = 'provider_clearing'
      where ${isAmong(sql`t.id`, among)} and t.reference like 'charge:%' and not exists (
        select from payments p where p.provider_payment_id = substr(t.reference, length('charge:') + 1))
      group by t.id, e.currency limit ${FOUND_MOST}`,
  )
}

/** Creators' balances whose days are not what was booked; keys are ids of creators. Reads all of their entries. */
export function findBalanceDifferences(db: Db, among: Among): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select c.id as key, 'balance' as problem, c.id::text as subject, found.currency,
        found.minor as "differenceMinor"
      from creators c cross join lateral (
        select currency, sum(minor)::bigint as minor from (
          select d.currency, d.amount_minor as minor from balance_days d
            where d.creator_id = c.id
          union all select e.currency, -e.amount_minor from ledger_entries e
            where e.account = 'creator_balance' and e.creator_id = c.id
              and e.transaction_id not in ${uncounted}
        ) moved group by currency having sum(minor) <> 0) found
      where ${isAmong(sql`c.id`, among)} limit ${FOUND_MOST}`,
  )
}
