/* What the audit reads of the database, in its own words; amounts leave as whole numbers that a double holds exactly. */

/** Notes a problem unless it holds. */
export type Say = (holds: boolean, problem: string) => void

/** What the queries below select; each fills its own part. Amounts in minor units. */
export type Row = Record<
  'id' | 'payment' | 'creator' | 'currency' | 'status' | 'kind' | 'provider' | 'providerCurrency' | 'rail',
  string
> &
  Record<'amount' | 'fee' | 'net' | 'refunded' | 'providerFee' | 'railAmount' | 'railFee', number> & {
    /** Whether it carries what it must once it was sent: the moment, and its bank file or the amount asked for. */
    isSentWhole: boolean
    /** The provider was asked an hour ago and more, and is asked every quarter of an hour. */
    isAnswerDue: boolean
  }
export type Entry = Record<'transaction' | 'account' | 'creator' | 'currency', string> & { amount: number }
/** The end of the chain on a day. */
export type ToldSeal = Record<'day' | 'hash', string> & { position: number }
export type Seal = Record<'hash' | 'text', string> & { position: number }

export const PAYMENTS = `select id, provider_payment_id as provider, creator_id as creator, currency, amount_cents::float8 as
  amount, fee_cents::float8 as fee, net_cents::float8 as net, refunded_cents::float8 as refunded,
  provider_fee_minor::float8 as "providerFee", provider_fee_currency as "providerCurrency" from payments`
export const REFUNDS = `select id, payment_id as payment, status, amount_cents::float8 as amount, fee_cents::float8 as fee,
  net_cents::float8 as net, provider_refund_id as provider from refunds where status not in ('requested', 'declined')`
export const DISPUTES = `select provider_dispute_id as id, payment_id as payment, status, amount_cents::float8 as amount,
  fee_cents::float8 as fee, net_cents::float8 as net from disputes`
export const PAYOUTS = `select id, creator_id as creator, currency, status, amount_cents::float8 as amount, rail,
  provider_payout_id as provider, rail_amount_minor::float8 as "railAmount", rail_fee_minor::float8 as "railFee", coalesce(sent_at is not null and
    case rail when 'bank_file' then batch_id is not null and provider_payout_id is null
      else asked_at is not null and rail_amount_minor > 0 and rail_currency = 'INR' and batch_id is null end,
    false) as "isSentWhole", coalesce(asked_at < now() - interval '1 hour', false) as "isAnswerDue" from payouts`
export const ENTRIES = `select transaction_id as transaction, account, creator_id as creator, currency,
  amount_minor::float8 as amount from ledger_entries`
/* The sealed text, written out from the columns and not by the database's own function. */
export const SEALS = `select c.position::float8 as position, encode(c.hash, 'hex') as hash, concat_ws('|', t.id, t.reference,
    coalesce(t.takes_back, ''), to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')) || (
    select coalesce(string_agg(E'\n' || concat_ws('|', e.id, e.account, coalesce(e.creator_id::text, ''), e.currency,
      e.amount_minor), '' order by e.id), '') from ledger_entries e where e.transaction_id = t.id) as text
  from ledger_chain c left join ledger_transactions t on t.id = c.transaction_id order by c.position`
export const CLOSED_BALANCES = `select id, creator_id as creator, currency, kind, status,
  amount_cents::float8 as amount from closed_balances`
/* What the operator was told of the chain, as the database remembers it. */
export const TOLD_SEALS = `select to_char(day, 'YYYY-MM-DD') as day, position::float8 as position,
  encode(hash, 'hex') as hash from told_seals`
