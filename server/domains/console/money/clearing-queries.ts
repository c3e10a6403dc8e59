import { type Among, type Finding, FOUND_MOST } from '#server/domains/ledger/service.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'

import { compare, keysOf } from './booking-queries.ts'

/*
 * What the ledger says the provider holds, fact by fact: each that moves this account has its booking there and no other,
 * so its balance is what the provider took in and has not paid out. What charges move is checked beside their payments.
 */

const CLEARING = 'provider_clearing'

/** What the provider kept of each payment; keys are ids of payments. */
export function findFeeBookings(db: Db, among: Among): Promise<Finding[]> {
  return compare(
    db,
    CLEARING,
    sql`select p.id as key, p.provider_payment_id as subject, p.id as place, null::uuid as creator_id,
        p.provider_fee_currency as currency, -p.provider_fee_minor as expected,
        array['provider-fee:' || p.provider_payment_id] as refs
      from payments p where p.provider_fee_minor is not null and p.id = any(${keysOf(among)}::uuid[])`,
    'clearing',
  )
}

/** What each refund took out of the provider's account; keys are ids of refunds. */
export function findSentRefunds(db: Db, among: Among): Promise<Finding[]> {
  return compare(
    db,
    CLEARING,
    sql`select r.id as key, p.provider_payment_id as subject, p.id as place, null::uuid as creator_id, p.currency,
        case when r.provider_refund_id is not null and r.status in ('sent', 'processed') then -r.amount_cents
          else 0 end as expected,
        array['refund-sent:' || r.id, 'refund-returned:' || r.id, 'refund-failed:' || r.id] as refs
      from refunds r join payments p on p.id = r.payment_id where r.id = any(${keysOf(among)}::uuid[])`,
    'clearing',
  )
}

/** What each lost dispute took out of it; keys are the provider's ids of disputes. */
export function findLostDisputes(db: Db, among: Among): Promise<Finding[]> {
  return compare(
    db,
    CLEARING,
    sql`select d.provider_dispute_id as key, d.provider_dispute_id as subject, d.provider_dispute_id as place,
        null::uuid as creator_id, p.currency,
        case when d.status = 'lost' then -d.amount_cents else 0 end as expected,
        array['dispute-lost:' || d.provider_dispute_id] as refs
      from disputes d join payments p on p.id = d.payment_id
      where d.provider_dispute_id = any(${keysOf(among)}::text[])`,
    'clearing',
  )
}

/** What disputes took beyond what was still there; keys are the provider's ids of disputes. */
export function findDisputeLosses(db: Db, among: Among): Promise<Finding[]> {
  return compare(
    db,
    CLEARING,
    sql`select l.provider_dispute_id as key, l.provider_dispute_id as subject, l.provider_dispute_id as place,
        null::uuid as creator_id, p.currency, -l.amount_cents as expected,
        array['dispute-loss:' || l.provider_dispute_id] as refs
      from dispute_losses l join payments p on p.id = l.payment_id
      where l.provider_dispute_id = any(${keysOf(among)}::text[])`,
    'clearing',
  )
}

/**
 * What each settlement, and each of its lines that was attributed later, moved in each currency: what payments were
 * charged leaves the account, and what was given back or lost returns. Keys are the provider's ids of settlements.
 */
export function findSettlementBookings(db: Db, among: Among): Promise<Finding[]> {
  const moved = (lines: ReturnType<typeof sql>) => sql`cross join lateral (
      select currency, sum(minor)::bigint as minor from (
        select coalesce(line.charged_currency, s.currency) as currency,
          case line.kind when 'payment' then -line.charged_minor when 'other' then 0 else line.charged_minor end as minor
        from ${lines} line
        union all select s.currency, line.base_minor - line.credit_minor + line.debit_minor
        from ${lines} line where line.kind = 'payment'
        union all select s.currency, 0
      ) part group by currency) moved`
  const items = sql`(select i.kind, i.charged_minor, i.charged_currency, i.base_minor, i.credit_minor, i.debit_minor
    from settlement_items i where i.provider_settlement_id = s.provider_settlement_id)`
  const attributed = sql`(select a.kind, a.charged_minor, a.charged_currency, a.base_minor, own.credit_minor, own.debit_minor
    from settlement_attributions a where a.entity_id = own.entity_id)`
  return compare(
    db,
    CLEARING,
    sql`select s.provider_settlement_id as key, s.provider_settlement_id as subject, s.provider_settlement_id as place,
        null::uuid as creator_id, moved.currency, moved.minor as expected,
        array['settlement:' || s.provider_settlement_id] as refs
      from settlements s ${moved(items)} where s.provider_settlement_id = any(${keysOf(among)}::text[])
      union all
      select s.provider_settlement_id, own.entity_id, s.provider_settlement_id, null, moved.currency, moved.minor,
        array['settlement-item:' || own.entity_id]
      from settlements s join settlement_items own on own.provider_settlement_id = s.provider_settlement_id
        join settlement_attributions given on given.entity_id = own.entity_id ${moved(attributed)}
      where s.provider_settlement_id = any(${keysOf(among)}::text[])`,
    'clearing',
  )
}

/** Kinds of bookings that move the account, each of which is looked at from what it books. */
const KINDS = [
  'charge',
  'provider-fee',
  'refund-sent',
  'refund-returned',
  'refund-failed',
  'dispute-lost',
  'dispute-loss',
  'settlement',
  'settlement-item',
]

/** Transactions that moved the account for nothing that is known; keys are ids of transactions. */
export function findClearingOrphans(db: Db, among: Among): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select t.id as key, 'clearing' as problem, t.reference as subject, e.currency,
        sum(e.amount_minor)::bigint as "differenceMinor"
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account = ${CLEARING}
      where t.id = any(${keysOf(among)}::uuid[]) and (
        split_part(t.reference, ':', 1) <> all(${KINDS}::text[])
        or t.reference like 'provider-fee:%' and not exists (select from payments p
          where p.provider_payment_id = split_part(t.reference, ':', 2))
        or t.reference like 'dispute-loss:%' and not exists (select from dispute_losses l
          where l.provider_dispute_id = split_part(t.reference, ':', 2))
        or t.reference like 'settlement:%' and not exists (select from settlements s
          where s.provider_settlement_id = split_part(t.reference, ':', 2))
        or t.reference like 'settlement-item:%' and not exists (select from settlement_attributions a
          where a.entity_id = split_part(t.reference, ':', 2)))
      group by t.id, e.currency limit ${FOUND_MOST}`,
  )
}
