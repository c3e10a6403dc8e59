import { type Among, type Finding, FOUND_MOST } from '#server/domains/ledger/service.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'

/*
 * What refunds, payouts, closed balances and disputes must have done to one account of the ledger, beside what is booked
 * for them. What is booked is found by references, which are unique.
 */

type SqlPart = ReturnType<typeof sql>

/** `rows` selects key, subject, place, creator_id, currency, expected (in minor units) and refs. */
export function compare(db: Db, account: string, rows: SqlPart, problem = 'booking'): Promise<Finding[]> {
  return many(
    db,
    sql<Finding>`select r.key::text as key, ${problem} as problem, r.subject, r.currency,
        booked.minor - r.expected as "differenceMinor", r.place::text as "placeId"
      from (${rows}) r
        cross join lateral (select coalesce(sum(e.amount_minor), 0)::bigint as minor
          from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
          where t.reference = any(r.refs) and e.account = ${account} and e.currency = r.currency
            and e.creator_id is not distinct from r.creator_id) booked
      where booked.minor <> r.expected limit ${FOUND_MOST}`,
  )
}

export const keysOf = (among: Among) => (among === 'all' ? [] : [...among])

/** The creator's share of each refund; keys are ids of refunds. */
export function findRefundBookings(db: Db, among: Among): Promise<Finding[]> {
  return compare(
    db,
    'creator_balance',
    sql`select r.id as key, p.provider_payment_id as subject, p.id as place, p.creator_id, p.currency,
        case when r.status in ('approved', 'manual', 'sent', 'processed') then r.net_cents else 0 end as expected,
        array['refund:' || r.id, 'refund-failed:' || r.id] as refs
      from refunds r join payments p on p.id = r.payment_id where r.id = any(${keysOf(among)}::uuid[])`,
  )
}

/** What each payout took from its creator's balance; keys are ids of payouts. */
export function findPayoutBookings(db: Db, among: Among): Promise<Finding[]> {
  return compare(
    db,
    'creator_balance',
    sql`select o.id as key, o.id::text as subject, o.id as place, o.creator_id, o.currency,
        case when o.status in ('failed', 'reversed') then 0 else o.amount_cents end as expected,
        array['payout:' || o.id, 'payout-failed:' || o.id, 'payout-reversed:' || o.id] as refs
      from payouts o where o.id = any(${keysOf(among)}::uuid[])`,
  )
}

/** What closing a page did to the rest of its balance; keys are ids of closed balances. */
export function findClosingBookings(db: Db, among: Among): Promise<Finding[]> {
  return compare(
    db,
    'creator_balance',
    sql`select b.id as key, b.id::text as subject, b.creator_id as place, b.creator_id, b.currency,
        case when b.kind = 'loss' then -b.amount_cents when b.status = 'returned' then 0 else b.amount_cents end
          as expected,
        array['closing-loss:' || b.id, 'unclaimed:' || b.id, 'unclaimed-returned:' || b.id] as refs
      from closed_balances b where b.id = any(${keysOf(among)}::uuid[])`,
  )
}

/** What is frozen for each dispute, and the creator's share of it; keys are the provider's ids of disputes. */
export async function findDisputeBookings(db: Db, among: Among): Promise<Finding[]> {
  const of = (amount: SqlPart, creator: SqlPart) =>
    sql`select d.provider_dispute_id as key, d.provider_dispute_id as subject, d.provider_dispute_id as place,
        ${creator} as creator_id, p.currency, ${amount} as expected,
        array['dispute:' || d.provider_dispute_id, 'dispute-lost:' || d.provider_dispute_id,
          'dispute-released:' || d.provider_dispute_id] || array(
          select case when c.amount_cents < 0 then 'dispute-released:' else 'dispute:' end || d.provider_dispute_id || ':' || c.id
          from dispute_changes c where c.provider_dispute_id = d.provider_dispute_id) as refs
      from disputes d join payments p on p.id = d.payment_id
      where d.provider_dispute_id = any(${keysOf(among)}::text[])`
  const frozen = sql`case when d.status = 'open' then -d.amount_cents else 0 end`
  const share = sql`case when d.status in ('open', 'lost') then d.net_cents else 0 end + (
    select coalesce(sum(c.net_cents), 0)::bigint from dispute_changes c
    where c.provider_dispute_id = d.provider_dispute_id and c.of_loss)`
  return [
    ...(await compare(db, 'disputes', of(frozen, sql`null::uuid`), 'frozen')),
    ...(await compare(db, 'creator_balance', of(share, sql`p.creator_id`))),
  ]
}

/**
 * Transactions of a kind that nothing accounts for: `payout:<id>` without its payout. Keys are ids of transactions. What
 * is no id belongs to nothing either.
 */
function findOrphans(kinds: readonly string[], table: string, column: string) {
  return (db: Db, among: Among): Promise<Finding[]> =>
    many(
      db,
      sql<Finding>`select t.id as key, 'orphan' as problem, t.reference as subject, null as currency,
          0::bigint as "differenceMinor"
        from ledger_transactions t
        where t.id = any(${keysOf(among)}::uuid[]) and split_part(t.reference, ':', 1) = any(${[...kinds]}::text[])
          and not exists (select from ${sql.id(table)} owner
            where owner.${sql.id(column)}::text = split_part(t.reference, ':', 2))
        limit ${FOUND_MOST}`,
    )
}

export const findRefundOrphans = findOrphans(
  ['refund', 'refund-sent', 'refund-returned', 'refund-paid', 'refund-failed'],
  'refunds',
  'id',
)
export const findPayoutOrphans = findOrphans(
  ['payout', 'payout-paid', 'payout-failed', 'payout-reversed', 'payout-fee', 'payout-fee-returned'],
  'payouts',
  'id',
)
export const findClosingOrphans = findOrphans(
  ['closing-loss', 'unclaimed', 'unclaimed-paid', 'unclaimed-returned'],
  'closed_balances',
  'id',
)
export const findDisputeOrphans = findOrphans(
  ['dispute', 'dispute-lost', 'dispute-released'],
  'disputes',
  'provider_dispute_id',
)
