import { type Db, many, sql } from '#server/platform/db/query.ts'

import { type Among, type Finding, FOUND_MOST } from './finding.ts'

/** Whether a column of ids is among those to look at. */
export function isAmong(column: ReturnType<typeof sql>, among: Among): ReturnType<typeof sql> {
  return among === 'all' ? sql`true` : sql`${column} = any(${[...among]}::uuid[])`
}

/** What all entries of a currency sum to, where that isn't zero; keys are currencies. Reads every entry. */
export function findSums(db: Db): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select currency as key, 'sum' as problem, currency as subject, currency,
        sum(amount_minor)::bigint as "differenceMinor"
      from ledger_entries group by currency having sum(amount_minor) <> 0`,
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

/** Transactions without a seal. They are sealed when they commit, so there is none even for a moment. */
export function findUnsealed(db: Db, among: Among): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select t.id as key, 'unsealed' as problem, t.reference as subject, null as currency,
        0::bigint as "differenceMinor"
      from ledger_transactions t
      where ${isAmong(sql`t.id`, among)} and not exists (select from ledger_chain c where c.transaction_id = t.id)
      limit ${FOUND_MOST}`,
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

/** Payments whose charge is not booked with their amounts; keys are ids of payments. */
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
      where ${isAmong(sql`p.id`, among)} and (booked.charged <> p.amount_cents or booked.owed <> -p.net_cents)
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
