import { paymentCaptured } from '#server/domains/payments/events.ts'

import { IS_REFUNDED, writePayouts, writeRefunds } from './money-back.ts'
import { PLANS_MAX, planIdOf, versionIdOf } from './people.ts'
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
    plan_id uuid, version_id uuid, interval text, step interval, currency text, amount_cents bigint, price_place integer,
    fee_basis_points integer, is_running boolean, ends boolean, charges integer, until_at timestamptz) on commit drop`)
  await inParts('memberships', shape.subscriptions, async (from, to) => {
    await run('truncate populate_batch')
    await run(batchOf(shape, from, to))
    await run('analyze populate_batch')
    await run(SUBSCRIPTIONS)
    await run(PAYMENTS)
    await run(TRANSACTIONS)
    await run(ENTRIES)
    await run(EVENTS, [paymentCaptured.name])
    await writeRefunds(writer, CHARGES)
  })
  await run(`insert into member_counts (creator_id, status, cancel_at_period_end, members)
    select creator_id, status, cancel_at_period_end, count(*) from subscriptions
    where access_until is not null and not has_newer group by 1, 2, 3`)
  await run(`insert into payer_counts (creator_id, plan_id, payers)
    select creator_id, plan_id, count(*) from subscriptions where status in ('active', 'past_due') group by 1, 2`)
  await writePayouts(writer, shape)
  await writeReceipts(writer)
  await seal(writer)
}

const batchOf = (shape: Shape, from: number, to: number) => {
  const some = seeded(shape)
  return `insert into populate_batch
    select i, member, page, ${idOf('subscription', 'i', 'until_at - charges * step')}, ${memberId(shape, 'member')}, creator_id,
      ${planIdOf('page', 'tier', 'page_at')}, ${versionIdOf('page', 'tier', 'page_at')}, interval, step, currency,
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

/** The charges of a batch, for what is made of them. */
const CHARGES = `(select b.*, b.i * ${CHARGES_MAX} + n as charge, n, until_at - (charges - n + 1) * step as from_at,
    until_at - (charges - n) * step as to_at, 'pay_' || lpad(to_hex(i * ${CHARGES_MAX} + n), 14, '0') as provider_id,
    price.fee_cents, price.base_minor, price.provider_fee_minor, price.provider_tax_minor
  from populate_batch b cross join generate_series(1, b.charges) n
    join populate_prices price on price.currency = b.currency and price.place = b.price_place
      and price.interval = b.interval and price.fee_basis_points = b.fee_basis_points) c`

const PAYMENTS = `insert into payments (id, provider_payment_id, subscription_id, member_id, creator_id, plan_id, kind,
    plan_version_id, plan_name, interval, period_from, period_until, currency, amount_cents, fee_basis_points, fee_cents,
    net_cents, captured_at, created_at, provider_fee_minor, provider_tax_minor, provider_fee_currency, base_amount_minor, refunded_cents)
  select ${idOf('payment', 'charge', 'from_at')}, provider_id, id, member_id, creator_id, plan_id, 'period', version_id,
    (select name from plans where plans.id = c.plan_id), interval, from_at, to_at, currency, amount_cents,
    fee_basis_points, fee_cents, amount_cents - fee_cents, from_at, from_at, provider_fee_minor, provider_tax_minor,
    'INR', base_minor, case when ${IS_REFUNDED} then amount_cents else 0 end
  from ${CHARGES}`

/* As `bookCharge` and `bookProviderFee` book them; the audit knows each by its reference. */
const CHARGE_ID = idOf('transaction', 'charge * 2', 'from_at')
const FEE_ID = idOf('transaction', 'charge * 2 + 1', 'from_at')

const TRANSACTIONS = `insert into ledger_transactions (id, reference, occurred_at)
  select booked.* from ${CHARGES}, lateral (values (${CHARGE_ID}, 'charge:' || provider_id, from_at),
    (${FEE_ID}, 'provider-fee:' || provider_id, from_at)) booked`

const ENTRIES = `insert into ledger_entries (transaction_id, account, creator_id, currency, amount_minor)
  select booked.transaction_id, account, creator, booked.currency, minor from ${CHARGES}, lateral (values
    (${CHARGE_ID}, 'provider_clearing', null::uuid, currency, amount_cents),
    (${CHARGE_ID}, 'platform_fees', null, currency, -fee_cents),
    (${CHARGE_ID}, 'creator_balance', creator_id, currency, fee_cents - amount_cents),
    (${FEE_ID}, 'provider_fees', null, 'INR', provider_fee_minor),
    (${FEE_ID}, 'provider_clearing', null, 'INR', -provider_fee_minor)
  ) booked (transaction_id, account, creator, currency, minor)`

const EVENTS = `insert into events (id, name, payload, occurred_at)
  select ${idOf('event', 'charge', 'from_at')}, $1, jsonb_build_object('paymentId', ${idOf('payment', 'charge', 'from_at')}),
    from_at
  from ${CHARGES}`

/** Numbered from 1 in each year, in the order of the charges, as `receipts_issue` does one by one. */
async function writeReceipts({ run }: Writer): Promise<void> {
  await run(`insert into receipts (payment_id, year, number, issued_at)
    select id, year, row_number() over (partition by year order by created_at, id), created_at
    from (select id, created_at, extract(year from created_at at time zone 'UTC')::integer as year from payments) p`)
  await run(
    `insert into receipt_counters (year, last_number) select year, max(number) from receipts group by year`,
  )
}

/** Seals all of the ledger, in its order, by the database's own function, part by part. */
async function seal({ run, rows, inParts }: Writer): Promise<void> {
  await run(`create temp table populate_sealed on commit drop as
    select row_number() over (order by id) as number, id from ledger_transactions`)
  await run('alter table populate_sealed add primary key (number)')
  await run('create index populate_entries on ledger_entries (transaction_id)')
  await run('analyze ledger_entries, ledger_transactions, ledger_chain')
  const [{ count } = { count: 0 }] = await rows<{ count: number }>(
    'select count(*)::integer as count from populate_sealed',
  )
  // The chain is empty when its end is first looked for, and would be read from end to end for ever after.
  await run('set local enable_seqscan = off')
  await inParts('seals', count, async (from, to) => {
    await run(
      `insert into ledger_unsealed (transaction_id)
        select id from populate_sealed where number between $1 and $2 order by number`,
      [from, to],
    )
    await run('select ledger_seal_waiting($1)', [to - from + 1])
    // What one's own transaction deleted stays in its way.
    await run('truncate ledger_unsealed')
  })
  await run('set local enable_seqscan = on')
  await run('select balances_count(2000000000)')
  await run('drop index populate_entries')
}
