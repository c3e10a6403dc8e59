import { paymentCaptured } from '#server/domains/payments/events.ts'

import { IS_REFUNDED, writePayouts, writeRefunds } from './money-back.ts'
import { PLANS_MAX, planIdOf, planNameOf, versionIdOf } from './people.ts'
import {
  daysAgo,
  idOf,
  memberId,
  memberOfMembership,
  pageOfMembership,
  RUNNING_SHARE,
  seeded,
  type Shape,
} from './shape.ts'
import type { Writer } from './writer.ts'

/* Memberships with what was paid for them, booked and receipted; each is paid up to its end, in whole seconds. */

/** One payment has this many numbers before the next membership's. */
const CHARGES_MAX = 8
const YEARLY_SHARE = 0.1
/** Of those that run: ends with its period. */
const ENDING_SHARE = 0.06

export async function writeMemberships(writer: Writer, shape: Shape): Promise<void> {
  const { run, inParts } = writer
  await run(`create temp table populate_batch (i bigint, number bigint, page integer, id uuid, member_id uuid, creator_id uuid,
    plan_id uuid, version_id uuid, tier integer, interval text, step interval, currency text, amount_cents bigint, price_place integer,
    fee_basis_points integer, is_running boolean, ends boolean, charges integer, until_at timestamptz) on commit drop`)
  await run(`create temp table populate_charges on commit drop as ${CHARGES}`)
  await inParts('memberships', shape.subscriptions, async (from, to) => {
    await run('truncate populate_batch')
    await run(batchOf(shape, from, to))
    await run('analyze populate_batch')
    await run(SUBSCRIPTIONS)
    await run('truncate populate_charges')
    await run(`insert into populate_charges ${CHARGES} order by from_at`)
    await run(PAYMENTS)
    await run(TRANSACTIONS)
    await run(ENTRIES)
    await run(EVENTS, [paymentCaptured.name])
    await writeRefunds(writer)
  })
  await run(`insert into member_counts (creator_id, status, cancel_at_period_end, members)
    select creator_id, status, cancel_at_period_end, count(*) from subscriptions
    where access_until is not null and not has_newer group by 1, 2, 3`)
  await run(`insert into payer_counts (creator_id, plan_id, payers)
    select creator_id, plan_id, count(*) from subscriptions where status in ('active', 'past_due') group by 1, 2`)
  await writePayouts(writer, shape)
  await writeReceipts(writer)
  await seal(writer)
  await countBalances(writer)
}

const batchOf = (shape: Shape, from: number, to: number) => {
  const some = seeded(shape)
  return `insert into populate_batch
    select i, member, page, ${idOf('subscription', 'i', 'until_at - charges * step')}, ${memberId(shape, 'member')}, creator_id,
      ${planIdOf('page', 'tier', 'page_at')}, ${versionIdOf('page', 'tier', 'page_at')}, tier, interval, step, currency,
      amount_cents, place, fee_basis_points, is_running, is_running and ${some('i', 3)} < ${ENDING_SHARE}, charges,
      until_at
    from (select made.*, price.amount_cents, price.place, price.fee_basis_points, price.currency,
        case when is_running then ${daysAgo(shape, `left_share * case made.interval when 'yearly' then 360 else 27 end`)} + step
          else ${daysAgo(shape, '1 + 200 * left_share')} end as until_at
      from (select numbers.*, p.id as creator_id, p.at as page_at, p.currency as page_currency,
          p.fee_basis_points as points, floor(p.plans * power(${some('i', 4)}, 2))::integer as tier,
          case when is_yearly then 'yearly' else 'monthly' end as interval,
          case when is_yearly then interval '1 year' else interval '1 month' end as step,
          case when is_yearly then 1 + (${some('i', 5)} < 0.3)::integer
            else 1 + floor(5 * power(${some('i', 5)}, 3))::integer end as charges
        from (select i, ${pageOfMembership(shape, 'i')} as page, ${memberOfMembership(shape, 'i')} as member,
            ${some('i', 1)} < ${RUNNING_SHARE} as is_running, ${some('i', 2)} < ${YEARLY_SHARE} as is_yearly,
            ${some('i', 6)} as left_share
          from generate_series(${from}::bigint, ${to}::bigint) i offset 0) numbers
          join populate_pages p on p.number = numbers.page offset 0) made
      join populate_prices price on price.currency = page_currency and price.interval = made.interval
        and price.fee_basis_points = points and price.place = tier + page % ${PLANS_MAX}) priced`
}

const SUBSCRIPTIONS = `insert into subscriptions (id, member_id, creator_id, plan_id, plan_version_id, interval, price_cents,
    currency, status, paid_count, access_until, cancel_at_period_end, created_at, activated_at, ended_at, period_from,
    period_until, period_worth_cents)
  select id, member_id, creator_id, plan_id, version_id, interval, amount_cents, currency,
    case when is_running then 'active' else 'canceled' end, charges, until_at, ends, until_at - charges * step,
    until_at - charges * step, case when not is_running then until_at end, until_at - step, until_at, amount_cents
  from populate_batch`

/* As `bookCharge` and `bookProviderFee` book them; the audit knows each by its reference. */
const CHARGE_ID = idOf('transaction', 'charge * 2', 'from_at')
const FEE_ID = idOf('transaction', 'charge * 2 + 1', 'from_at')

/** The charges of a batch, for what is made of them: `populate_charges`. */
const CHARGES = `select c.*, ${idOf('payment', 'charge', 'from_at')} as payment_id, ${CHARGE_ID} as charge_id, ${FEE_ID} as fee_id,
    ${IS_REFUNDED} as is_refunded
  from (select b.*, b.i * ${CHARGES_MAX} + n as charge, n, until_at - (charges - n + 1) * step as from_at,
      until_at - (charges - n) * step as to_at, 'pay_' || lpad(to_hex(i * ${CHARGES_MAX} + n), 14, '0') as provider_id,
      price.fee_cents, price.base_minor, price.provider_fee_minor, price.provider_tax_minor
    from populate_batch b cross join generate_series(1, b.charges) n
      join populate_prices price on price.currency = b.currency and price.place = b.price_place
        and price.interval = b.interval and price.fee_basis_points = b.fee_basis_points offset 0) c`

const PAYMENTS = `insert into payments (id, provider_payment_id, subscription_id, member_id, creator_id, plan_id, kind,
    plan_version_id, plan_name, interval, period_from, period_until, currency, amount_cents, fee_basis_points, fee_cents,
    net_cents, captured_at, created_at, provider_fee_minor, provider_tax_minor, provider_fee_currency, base_amount_minor, refunded_cents)
  select payment_id, provider_id, id, member_id, creator_id, plan_id, 'period', version_id, ${planNameOf('tier')}, interval,
    from_at, to_at, currency, amount_cents, fee_basis_points, fee_cents, amount_cents - fee_cents, from_at, from_at,
    provider_fee_minor, provider_tax_minor, 'INR', base_minor, case when is_refunded then amount_cents else 0 end
  from populate_charges`

const TRANSACTIONS = `insert into ledger_transactions (id, reference, occurred_at)
  select booked.* from populate_charges, lateral (values (charge_id, 'charge:' || provider_id, from_at),
    (fee_id, 'provider-fee:' || provider_id, from_at)) booked`

const ENTRIES = `insert into ledger_entries (transaction_id, account, creator_id, currency, amount_minor)
  select booked.* from populate_charges, lateral (values
    (charge_id, 'provider_clearing', null::uuid, currency, amount_cents),
    (charge_id, 'platform_fees', null, currency, -fee_cents),
    (charge_id, 'creator_balance', creator_id, currency, fee_cents - amount_cents),
    (fee_id, 'provider_fees', null, 'INR', provider_fee_minor),
    (fee_id, 'provider_clearing', null, 'INR', -provider_fee_minor)
  ) booked`

const EVENTS = `insert into events (id, name, payload, occurred_at)
  select ${idOf('event', 'charge', 'from_at')}, $1, jsonb_build_object('paymentId', payment_id), from_at
  from populate_charges`

/** Numbered from 1 in each year, in the order of the charges, as `receipts_issue` does one by one. */
async function writeReceipts({ run }: Writer): Promise<void> {
  await run(`insert into receipts (payment_id, year, number, issued_at)
    select id, year, row_number() over (partition by year order by created_at, id), created_at
    from (select id, created_at, extract(year from created_at at time zone 'UTC')::integer as year from payments) p`)
  await run(
    `insert into receipt_counters (year, last_number) select year, max(number) from receipts group by year`,
  )
}

/** Before the first seal. */
const FIRST_HASH = `\\x${'00'.repeat(32)}`

/**
 * Seals all of the ledger, in its order. `ledger_seal_waiting` looks each booking up; all of them at once are quicker read from end to
 * end. The audit works out each seal for itself, and so does `ledger_breaks`.
 */
async function seal({ run }: Writer): Promise<void> {
  await run('analyze ledger_entries, ledger_transactions')
  await run(`create function pg_temp.hash_after(before bytea, canonical bytea) returns bytea language plpgsql immutable
    as 'begin return sha256(before || canonical); end'`)
  await run(
    `create aggregate pg_temp.chained (bytea) (sfunc = pg_temp.hash_after, stype = bytea, initcond = '${FIRST_HASH}')`,
  )
  await run(`insert into ledger_chain (position, transaction_id, last_entry_id, previous_hash, hash)
    select row_number() over in_order, id, last_entry_id, lag(hash, 1, '${FIRST_HASH}'::bytea) over in_order, hash
    from (select t.id, last_entry_id, pg_temp.chained(convert_to(t.id || '|' || t.reference || '|' || coalesce(t.takes_back, '')
          || '|' || to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || lines.text, 'UTF8'))
          over (order by t.id rows unbounded preceding) as hash
      from ledger_transactions t
        join (select transaction_id, max(id) as last_entry_id, string_agg(E'\n' || id || '|' || account || '|'
            || coalesce(creator_id::text, '') || '|' || currency || '|' || amount_minor, '' order by id) as text
          from ledger_entries group by transaction_id) lines on lines.transaction_id = t.id) links
    window in_order as (order by id)`)
}

/**
 * Counts every balance as `balances_count` does, which looks each booking up; all of them at once are quicker read from end to end.
 * A booking of ours has one entry at most of a creator's balance, and one of our fees.
 */
async function countBalances({ run }: Writer): Promise<void> {
  await run(`insert into balance_days (creator_id, currency, day, amount_minor, line_count, fee_minor, charged_minor,
      charged_fee_minor, paid_out_minor)
    select creator_id, currency, day, sum(minor), count(*), sum(fee), coalesce(sum(minor) filter (where kind = 'charge'), 0),
      coalesce(sum(fee) filter (where kind = 'charge'), 0), coalesce(sum(minor) filter (where kind = 'payout'), 0)
    from (select own.creator_id, own.currency, (t.occurred_at at time zone 'UTC')::date as day, own.amount_minor as minor,
        coalesce(fee.amount_minor, 0) as fee, split_part(t.reference, ':', 1) as kind
      from ledger_entries own join ledger_transactions t on t.id = own.transaction_id
        left join ledger_entries fee on fee.transaction_id = t.id and fee.account = 'platform_fees' and fee.currency = own.currency
      where own.account = 'creator_balance') moves
    group by 1, 2, 3`)
  await run(`insert into balance_totals (account, currency, amount_minor)
    select account, currency, sum(amount_minor) from ledger_entries group by 1, 2`)
  await run('update balances_counted set position = (select max(position) from ledger_chain)')
}
