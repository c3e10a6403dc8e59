/* What the audit reads from the database, with its own queries; amounts come as whole numbers that a double holds
   exactly. */

/** Records a problem unless the condition is true. */
export type Say = (holds: boolean, problem: string) => void

export type Line = readonly [account: string, creator: string | null, currency: string, amount: number]

/** What should be booked, by reference. */
export type Books = Map<string, Line[]>

/** What the queries below select; each fills its own part. Amounts in minor units. */
export type Row = Record<
  | 'id'
  | 'payment'
  | 'dispute'
  | 'creator'
  | 'currency'
  | 'status'
  | 'kind'
  | 'provider'
  | 'providerCurrency'
  | 'rail',
  string
> &
  Record<
    'amount' | 'fee' | 'net' | 'refunded' | 'base' | 'providerFee' | 'railAmount' | 'railFee' | 'exchanged',
    number
  > & {
    /** Whether the bank had decided by then. */
    isOfLoss: boolean
    /** Whether it has what it must have once it was sent: the moment, and its bank file or the requested amount. */
    isSentWhole: boolean
    /** The provider was asked more than an hour ago, and is asked every quarter of an hour. */
    isAnswerDue: boolean
  }
export type Entry = Record<'transaction' | 'account' | 'creator' | 'currency', string> & { amount: number }
/** The end of the chain on a day. */
export type PublishedSeal = Record<'day' | 'hash', string> & { position: number }
export type Seal = Record<'hash' | 'text', string> & { position: number }

export const PAYMENTS = `select id, provider_payment_id as provider, creator_id as creator, currency, amount_cents::float8 as
  amount, fee_cents::float8 as fee, net_cents::float8 as net, refunded_cents::float8 as refunded,
  base_amount_minor::float8 as base, provider_fee_minor::float8 as "providerFee", provider_fee_currency as "providerCurrency" from payments`
export const REFUNDS = `select id, payment_id as payment, status, amount_cents::float8 as amount, fee_cents::float8 as fee,
  net_cents::float8 as net, provider_refund_id as provider, rail from refunds where status not in ('requested', 'declined')`
export const DISPUTES = `select provider_dispute_id as id, payment_id as payment, status, amount_cents::float8 as amount,
  fee_cents::float8 as fee, net_cents::float8 as net from disputes`
/** What a dispute took after it had frozen something, or gave back; of a lost one, what the platform no longer bears. */
export const DISPUTE_CHANGES = `select c.id, d.payment_id as payment, c.provider_dispute_id as dispute, c.of_loss as "isOfLoss",
  c.amount_cents::float8 as amount, c.fee_cents::float8 as fee, c.net_cents::float8 as net
  from dispute_changes c join disputes d on d.provider_dispute_id = c.provider_dispute_id`
/** What lost disputes took beyond what was still there. */
export const DISPUTE_LOSSES = `select provider_dispute_id as id, payment_id as payment, amount_cents::float8 as amount from dispute_losses`
export const PAYOUTS = `select id, creator_id as creator, currency, status, amount_cents::float8 as amount, rail,
  provider_payout_id as provider, rail_amount_minor::float8 as "railAmount", rail_fee_minor::float8 as "railFee",
  exchanged_minor::float8 as exchanged, coalesce(sent_at is not null and
    case rail when 'bank_file' then batch_id is not null and provider_payout_id is null
      else asked_at is not null and rail_amount_minor > 0 and rail_currency = 'INR' and batch_id is null end,
    false) as "isSentWhole", coalesce(asked_at < now() - interval '1 hour', false) as "isAnswerDue" from payouts`
/** What the ledger says the provider holds for us. */
export interface Held {
  currency: string
  amount: number
}
export const HELD_BY_PROVIDER = `select currency, sum(amount_minor)::float8 as amount from ledger_entries
  where account = 'provider_clearing' group by currency`
/** What banks took of a payment by that name: what its lost disputes held, and what was lost beyond that. In cents. */
export const lostToBanks = (payment: string) =>
  `(coalesce((select sum(d.amount_cents) from disputes d where d.payment_id = ${payment}.id and d.status = 'lost'), 0)
    + coalesce((select sum(l.amount_cents) from dispute_losses l where l.payment_id = ${payment}.id), 0))`
/**
 * Payments of which more went back, or is about to, than came in. A bank may take once more what a refund had given back
 * before it decided, and nothing else.
 */
export const BACK_BEYOND = `with back as (
    select payment_id, amount_cents, 'refund' as kind, case rail when 'bank' then settled_at else sent_at end as at
      from refunds where status in ('approved', 'manual', 'sent', 'processed')
    union all select payment_id, amount_cents, 'dispute', null from disputes where status in ('open', 'lost')
    union all select payment_id, amount_cents, 'loss', lost_at from dispute_losses)
  select p.provider_payment_id as provider, (sum(b.amount_cents) - p.amount_cents)::float8 as amount
  from back b join payments p on p.id = b.payment_id group by p.id
  having sum(b.amount_cents) - p.amount_cents > least(
    coalesce(sum(b.amount_cents) filter (where b.kind = 'loss'), 0),
    coalesce(sum(b.amount_cents) filter (where b.kind = 'refund' and b.at <= (
      select max(lost_at) from dispute_losses l where l.payment_id = p.id)), 0))`
/*
 * Access without money, and money without access, as far as refunds go. Each says what is wrong with which
 * subscription. A payment is back when refunds that took effect and lost disputes took all of it back, and owed when it
 * is not on the list of those that bought nothing.
 */
const OWED = `select p.*, coalesce((select sum(amount_cents) from refunds r where r.payment_id = p.id
    and r.effective_at is not null), 0) + ${lostToBanks('p')} >= p.amount_cents as is_back,
    greatest((select max(r.effective_at) from refunds r where r.payment_id = p.id),
      (select max(d.settled_at) from disputes d where d.payment_id = p.id)) as back_at
  from payments p where not exists (select from overpayments o where o.payment_id = p.id)`
export const ACCESS_WITHOUT_MONEY = `with owed as (${OWED})
  select s.id from subscriptions s join owed p on p.subscription_id = s.id
  group by s.id, s.access_until having bool_and(p.is_back) and s.access_until > max(p.back_at) + interval '1 hour'`
export const MONEY_WITHOUT_ACCESS = `with owed as (${OWED})
  select p.subscription_id as id from owed p join subscriptions s on s.id = p.subscription_id
  where p.kind = 'period' and not p.is_back
    and exists (select from refunds r where r.payment_id = p.id and r.origin <> 'rule'
      and r.amount_cents = p.amount_cents and r.status in ('approved', 'sent', 'manual', 'failed'))
    and s.access_until < p.period_until
    and not exists (select from payments later where later.subscription_id = p.subscription_id
      and later.captured_at > p.captured_at)
    and not exists (select from subscription_changes ch where ch.subscription_id = p.subscription_id
      and ch.status = 'applied' and ch.settled_at > p.captured_at)
    and not exists (select from unused_time_returns x where x.payment_id = p.id)`
/*
 * A refund takes effect once the money is on its way and only then; seven working days are nine days at least. Before
 * that moment was recorded, it was the moment of the decision.
 */
export const EFFECTS_TOO_EARLY = `select id from refunds where status = 'processed' and effective_at is null
  or effective_at is distinct from decided_at and effective_at is not null and (status not in ('sent', 'processed')
    or status = 'sent' and effective_at < sent_at + interval '9 days')`
/* The sealed text, written out from the columns and not by the database's own function. */
export const SEALS = `select c.position::float8 as position, encode(c.hash, 'hex') as hash, concat_ws('|', t.id, t.reference,
    coalesce(t.takes_back, ''), to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), t.purchase) || (
    select coalesce(string_agg(E'\n' || concat_ws('|', e.id, e.account, coalesce(e.creator_id::text, ''), e.currency,
      e.amount_minor), '' order by e.id), '') from ledger_entries e where e.transaction_id = t.id) as text
  from ledger_chain c left join ledger_transactions t on t.id = c.transaction_id order by c.position`
/* The same of the audit log. */
export const AUDIT_SEALS = `select position::float8 as position, encode(hash, 'hex') as hash, jsonb_build_array(position,
    id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), actor_kind, actor_id, actor_name, role, action,
    subject_kind, subject_id, reason, before, after, request_id)::text as text from audit_log order by audit_log.position`
export const CLOSED_BALANCES = `select id, creator_id as creator, currency, kind, status,
  amount_cents::float8 as amount from closed_balances`
/* The seals reported to the operator, as the database remembers them. */
export const PUBLISHED_SEALS = `select to_char(day, 'YYYY-MM-DD') as day, position::float8 as position,
  encode(hash, 'hex') as hash from published_seals`
