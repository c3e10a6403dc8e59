import type { MoneyCheckName } from '#contract/console/money-checks.ts'

/* Faults, as statements of SQL for somebody with full rights: triggers are silenced. */

const pick = (table: string, condition = 'true') =>
  `(select ctid from ${table} where ${condition} order by ctid limit 1)`

/** What a program with a mistake might book: sealed like everything else. */
const booked = (reference: string, entries: readonly [account: string, minor: number][]) => `
  do $$ declare made uuid := gen_random_uuid(); begin
    insert into ledger_transactions (id, reference, occurred_at) values (made, ${reference}, now());
    insert into ledger_entries (transaction_id, account, currency, amount_minor)
      select made, account, 'USD', minor from (values ${entries.map(([account, minor]) => `('${account}', ${minor})`).join(', ')}) v (account, minor);
    perform ledger_seal(made);
  end $$`

/** Changes what was booked, seals the whole chain anew, its published seals too, and counts the days of balances again. */
const rewritten = (statement: string) => `
  do $$ declare seal record; before bytea := decode(repeat('00', 32), 'hex'); anew bytea; begin
    ${statement};
    for seal in select * from ledger_chain order by position loop
      anew := sha256(before || convert_to(ledger_canonical(seal.transaction_id), 'UTF8'));
      update ledger_chain set previous_hash = before, hash = anew where position = seal.position;
      before := anew;
    end loop;
    update published_seals set hash = (select hash from ledger_chain c where c.position = published_seals.position);
    delete from balance_days;
    delete from balance_totals;
    update balances_counted set position = 0;
    perform balances_count(1000000);
  end $$`

const transactionLike = (pattern: string) =>
  `(select id from ledger_transactions where reference like '${pattern}' order by id limit 1)`

/** A payment without a fee at the provider, with everything that belongs to it except what a fault leaves out. */
const aPaymentRow = ({ isBooked = true, hasReceipt = true, hoursAgo = 1 }) => `
  do $$ declare made payments%rowtype; begin
    select * into made from payments order by id desc limit 1;
    made.id := gen_random_uuid();
    made.provider_payment_id := 'pay_Seeded00000001';
    made.refunded_cents := 0;
    made.provider_fee_minor := null;
    made.provider_tax_minor := null;
    made.provider_fee_currency := null;
    made.captured_at := (select max(captured_at) from payments) - interval '${hoursAgo} hours';
    insert into payments select made.*;
    ${
      hasReceipt
        ? `update receipt_counters set last_number = last_number + 1 where year = (select max(year) from receipts);
    insert into receipts (payment_id, year, number, issued_at)
      select made.id, year, last_number, now() from receipt_counters where year = (select max(year) from receipts);`
        : ''
    }
    ${
      isBooked
        ? `declare charge uuid := gen_random_uuid(); begin
      insert into ledger_transactions (id, reference, occurred_at) values (charge, 'charge:pay_Seeded00000001', made.captured_at);
      insert into ledger_entries (transaction_id, account, creator_id, currency, amount_minor) values
        (charge, 'provider_clearing', null, made.currency, made.amount_cents),
        (charge, 'platform_fees', null, made.currency, -made.fee_cents),
        (charge, 'creator_balance', made.creator_id, made.currency, -made.net_cents);
      perform ledger_seal(charge);
    end;`
        : ''
    }
  end $$`

/** The product's time, which tests move. */
const at = (now: Date) => `'${now.toISOString()}'::timestamptz`

/** What can be wrong with busy books, each with the one check that has to notice it. */
export const FAULTS: readonly [name: string, check: MoneyCheckName, statement: (now: Date) => string][] = [
  [
    'a transaction whose entries do not balance',
    'ledger-sum',
    () =>
      booked(`'test:odd'`, [
        ['bank', 5],
        ['platform_fees', -4],
      ]),
  ],
  [
    'an entry that was written twice',
    'ledger-sum',
    () =>
      rewritten(`insert into ledger_entries (transaction_id, account, creator_id, currency, amount_minor)
        select transaction_id, account, creator_id, currency, amount_minor from ledger_entries
        where account = 'platform_fees' order by id limit 1`),
  ],
  ['a forged seal', 'seals', () => `update ledger_chain set hash = sha256('forged') where position = 2`],
  ['a seal that is gone', 'seals', () => `delete from ledger_chain where position = 3`],
  [
    'a transaction that has waited for its seal for two minutes',
    'seals',
    () => `with made as (insert into ledger_transactions (id, reference, occurred_at)
          values (gen_random_uuid(), 'test:waiting', now()) returning id),
        waiting as (insert into ledger_unsealed (transaction_id, since)
          select id, clock_timestamp() - interval '2 minutes' from made)
      insert into ledger_entries (transaction_id, account, currency, amount_minor)
        select made.id, account, 'USD', minor from made, (values ('bank', 5), ('platform_fees', -5)) v (account, minor)`,
  ],
  [
    'a transaction that was taken away before its seal',
    'seals',
    () => `insert into ledger_unsealed (transaction_id, since)
      values (gen_random_uuid(), clock_timestamp() - interval '2 minutes')`,
  ],
  [
    'a transaction that was altered after it was sealed',
    'seals',
    () => `update ledger_transactions set occurred_at = occurred_at + interval '1 second'
      where id = ${transactionLike('refund:%')}`,
  ],
  [
    'a chain that was sealed anew after its newest seal was published',
    'seals',
    () => `update published_seals set hash = sha256('another')`,
  ],
  [
    'a charge that nobody paid',
    'captures',
    () =>
      rewritten(`update ledger_transactions set reference = 'charge:pay_Nobody00000001', takes_back = null
        where id = ${transactionLike('charge:%')}`),
  ],
  [
    'a cent moved from the platform to a creator',
    'captures',
    () =>
      rewritten(`update ledger_entries set amount_minor = amount_minor
        + case account when 'platform_fees' then 1 when 'creator_balance' then -1 else 0 end
        where transaction_id = ${transactionLike('charge:%')}`),
  ],
  [
    'a charge below the agreed price',
    'captures',
    () => `update plan_versions set price_cents = price_cents + 1
      where id = (select plan_version_id from payments where kind = 'period' order by id limit 1)`,
  ],
  [
    'a charge above the agreed price of which nothing goes back',
    'captures',
    () => `update plan_versions set price_cents = price_cents - 1
      where id = (select plan_version_id from payments where kind = 'period' and refunded_cents = 0 order by id limit 1)`,
  ],
  [
    'a payment moved out of its refund window',
    'captures',
    () =>
      `update payments set captured_at = captured_at - interval '8 days' where ctid = ${pick('payments')}`,
  ],
  [
    'a payment that paid for a day more',
    'captures',
    () =>
      `update payments set period_until = period_until + interval '1 day' where ctid = ${pick('payments')}`,
  ],
  [
    'a payment of another interval',
    'captures',
    () => `update payments set interval = 'yearly' where ctid = ${pick('payments', "interval = 'monthly'")}`,
  ],
  [
    'a payment that carried a cent',
    'captures',
    () => `update payments set carried_cents = carried_cents + 1 where ctid = ${pick('payments')}`,
  ],
  [
    'a payment that the provider does not know',
    'captures',
    (now) => `insert into unconfirmed_payments (payment_id, creator_id, noted_at, unknown_since)
      select id, creator_id, ${at(now)}, ${at(now)} from payments where ctid = ${pick('payments')}
      on conflict (payment_id) do update set unknown_since = excluded.unknown_since`,
  ],
  [
    'money set aside for a refund that nobody decided',
    'refunds',
    () => `update payments set refunded_cents = refunded_cents + 1
      where ctid = ${pick('payments', 'refunded_cents = 0')}`,
  ],
  [
    'a refund of more than was paid',
    'refunds',
    () => `do $$ declare
        made uuid := gen_random_uuid();
        given uuid := gen_random_uuid();
        paid payments%rowtype;
      begin
        select * into paid from payments where refunded_cents = 0 order by id desc limit 1;
        insert into refunds (id, payment_id, status, origin, decided_by, reason, amount_cents, fee_cents, net_cents,
            requested_at, decided_at)
          values (given, paid.id, 'approved', 'operator', 'operator', 'Twice', 200000, 0, 200000, now(), now());
        insert into ledger_transactions (id, reference, occurred_at) values (made, 'refund:' || given, now());
        insert into ledger_entries (transaction_id, account, creator_id, currency, amount_minor) values
          (made, 'creator_balance', paid.creator_id, paid.currency, 200000),
          (made, 'refunds_payable', null, paid.currency, -200000);
        perform ledger_seal(made);
      end $$`,
  ],
  [
    'a bank that took more than was left, with its booking',
    'refunds',
    () => `do $$ declare
        made uuid := gen_random_uuid();
        lost disputes%rowtype;
      begin
        select * into lost from disputes where status = 'lost' order by opened_at limit 1;
        insert into dispute_losses values (lost.provider_dispute_id, lost.payment_id, 1, now());
        insert into ledger_transactions (id, reference, occurred_at)
          values (made, 'dispute-loss:' || lost.provider_dispute_id, now());
        insert into ledger_entries (transaction_id, account, currency, amount_minor)
          values (made, 'dispute_losses', 'USD', 1), (made, 'provider_clearing', 'USD', -1);
        perform ledger_seal(made);
      end $$`,
  ],
  [
    'a payout of another amount',
    'balances',
    () => `update payouts set amount_cents = amount_cents - 100 where ctid = ${pick('payouts')}`,
  ],
  [
    'a cent moved from the days of one balance to another',
    'balances',
    () => `with ends as (select min(ctid) as first, max(ctid) as last from balance_days)
      update balance_days d set amount_minor = amount_minor + case when d.ctid = ends.first then 1 else -1 end
      from ends where d.ctid in (ends.first, ends.last)`,
  ],
  ['a payout that is gone', 'balances', () => `delete from payouts where ctid = ${pick('payouts')}`],
  [
    'a refund taken from another creator',
    'balances',
    () =>
      rewritten(`update ledger_entries set creator_id = (select id from creators c where c.id <> creator_id limit 1)
        where account = 'creator_balance' and transaction_id = ${transactionLike('refund:%')}`),
  ],
  [
    'a dispute called closed whose money stays frozen',
    'frozen',
    () => `update disputes set status = 'closed', settled_at = now() where status = 'open'`,
  ],
  [
    'frozen money that no dispute asks for',
    'frozen',
    () =>
      booked(`'dispute:disp_Nobody0000001'`, [
        ['bank', 5],
        ['disputes', -5],
      ]),
  ],
  [
    'a payout that has been on its way for eight days',
    'in-transit',
    (now) => `update payouts set approved_at = ${at(now)} - interval '8 days', sent_at = null
      where status in ('approved', 'sent')`,
  ],
  [
    'a webhook that nobody applied',
    'events',
    (now) => `update provider_events set applied_at = null, received_at = ${at(now)} - interval '6 minutes'
      where ctid = ${pick('provider_events')}`,
  ],
  [
    'a charge whose fee the provider has not told for a day',
    'provider-fees',
    () => aPaymentRow({ hoursAgo: 25 }),
  ],
  ['a payment without a receipt', 'receipts', () => aPaymentRow({ hasReceipt: false, hoursAgo: -1 })],
  [
    'a receipt number that was skipped',
    'receipts',
    () => `update receipts set number = number + 1 where number = (select max(number) from receipts)`,
  ],
  [
    'money that left the provider without a settlement',
    'settlements',
    () =>
      booked(`'test:lost'`, [
        ['bank', 5],
        ['provider_clearing', -5],
      ]),
  ],
  [
    'a provider fee that is smaller than the one that was booked',
    'settlements',
    () => `update payments set provider_fee_minor = provider_fee_minor - 1 where ctid = ${pick('payments')}`,
  ],
  [
    'a renewal the day after tomorrow that the provider has not confirmed',
    'agreements',
    (
      now,
    ) => `update subscriptions set access_until = ${at(now)} + interval '2 days', cancel_at_period_end = false,
        provider_matched_for = 'epoch', provider_subscription_id = coalesce(provider_subscription_id, 'sub_Seeded00000001')
      where ctid = ${pick('subscriptions', "status = 'active'")}`,
  ],
  [
    'a member whose card ends next week and who was not told',
    'cards',
    (
      now,
    ) => `update subscriptions set card_expires_at = ${at(now)} + interval '7 days', cancel_at_period_end = false
      where ctid = ${pick('subscriptions', "status = 'active'")}`,
  ],
]
