import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getMoneyChecks } from '#contract/console/money-routes.ts'
import { MONEY_CHECKS, type MoneyCheckName } from '#contract/console/money-checks.ts'
import { giveRefund, requestRefund } from '#contract/payments/refund-routes.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { changeDetails } from '#server/domains/payouts/details.ts'
import { approvePayout, requestPayout } from '#server/domains/payouts/payouts.ts'
import { INDIAN_BANK } from '#server/domains/payouts/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { publishSeal } from '#server/domains/ledger/published-seals.ts'
import { joinAndPay } from '#server/domains/subscriptions/testing.ts'
import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { aPayablePage } from '#server/testing/payable-page.ts'
import { payOut } from '#server/testing/payout-stories.ts'
import { moveClocksTogether, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { checkMoney } from './check-money.ts'

let app: TestApp

/** Busy books: refunds of every ending, disputes open, won and lost, payouts of every kind, one of them on its way. */
beforeAll(async () => {
  app = await startTestApp({
    RAZORPAY_X_ACCOUNT: '2323230041626905',
    RAZORPAY_X_INR_PER_USD: '83.25',
    ALLOW_STAFF: 'without-second-factor',
  })
  const sandbox = steerSandbox(app)
  await payOut(app, ['processed', 'reversed', 'bank_file'])
  const creator = await aCreator(app.db, (await aUser(app.db)).id, { platformPlan: 'Pro' })
  const plan = await aPlan(app.db, creator.id, { priceCents: 10_000 })
  await joinAndPay(app.platform, { memberId: (await aUser(app.db)).id, planId: plan.id })
  await moveClocksTogether(app, 9 * 86_400)
  const now = app.clock.now()
  await app.db.transaction().execute(async (db) => {
    await changeDetails(db, app.platform, { creatorId: creator.id, form: INDIAN_BANK, now })
    const { id } = await requestPayout(db, creator.id, now)
    await approvePayout(db, id, now)
  })
  for (const step of ['part', 'whole', 'failed', 'lost', 'won', 'open', 'none'] as const) {
    const page = await aPayablePage(app)
    const payment = await page.join()
    const reason = 'Not for me'
    if (step === 'part')
      await app.call(giveRefund, { paymentId: payment.id, reason, amount: 4 }, { as: page.owners })
    if (step === 'failed') await sandbox.post('/knobs', { refundOutcome: 'failed', refundDays: 0 })
    if (step === 'whole' || step === 'failed')
      await app.call(requestRefund, { paymentId: payment.id, reason }, { as: page.members })
    if (step === 'lost' || step === 'won' || step === 'open') {
      const { id } = await sandbox.post(`/payments/${payment.providerPaymentId}/dispute`)
      await sandbox.deliver()
      if (step !== 'open') await sandbox.post(`/disputes/${String(id)}/settle`, { outcome: step })
    }
    await app.drain()
    await sandbox.post('/clock', { advanceSeconds: 1 })
    await sandbox.deliver()
    await sandbox.post('/knobs', { reset: true })
  }
  await enqueue(app.db, publishSeal, {})
  await app.drain()
}, 120_000)
afterAll(() => app.close())

/** What was done is undone in the end. */
async function rolledBack(work: (db: Db) => Promise<void>): Promise<void> {
  const end = new Error('rolled back')
  await app.db
    .transaction()
    .execute(async (db) => {
      await work(db)
      throw end
    })
    .catch((error: unknown) => {
      if (error !== end) throw error
    })
}

/** The checks with something wrong, when all is looked at anew. */
async function wrongChecks(db: Db): Promise<MoneyCheckName[]> {
  await run(db, sql`delete from money_walks`)
  await checkMoney(db, app.clock.now())
  const rows = await many(
    db,
    sql<{ name: MoneyCheckName }>`select distinct check_name as name from money_findings order by 1`,
  )
  return rows.map(({ name }) => name)
}

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

/** Changes what was booked and seals the whole chain anew, its published seals too. */
const rewritten = (statement: string) => `
  do $$ declare seal record; before bytea := decode(repeat('00', 32), 'hex'); anew bytea; begin
    ${statement};
    for seal in select * from ledger_chain order by position loop
      anew := sha256(before || convert_to(ledger_canonical(seal.transaction_id), 'UTF8'));
      update ledger_chain set previous_hash = before, hash = anew where position = seal.position;
      before := anew;
    end loop;
    update published_seals set hash = (select hash from ledger_chain c where c.position = published_seals.position);
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
      insert into ledger_transactions (id, reference, occurred_at) values (charge, 'charge:pay_Seeded00000001', now());
      insert into ledger_entries (transaction_id, account, creator_id, currency, amount_minor) values
        (charge, 'provider_clearing', null, made.currency, made.amount_cents),
        (charge, 'platform_fees', null, made.currency, -made.fee_cents),
        (charge, 'creator_balance', made.creator_id, made.currency, -made.net_cents);
      perform ledger_seal(charge);
    end;`
        : ''
    }
  end $$`

const now = () => `'${app.clock.now().toISOString()}'::timestamptz`

/** Each with the one check that has to notice it. */
const FAULTS: readonly [name: string, check: MoneyCheckName, statement: () => string][] = [
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
    'a transaction that was altered after it was sealed',
    'seals',
    () => `update ledger_transactions set occurred_at = occurred_at + interval '1 second'
      where id = ${transactionLike('charge:%')}`,
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
    'a payout of another amount',
    'balances',
    () => `update payouts set amount_cents = amount_cents - 100 where ctid = ${pick('payouts')}`,
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
    () => `update payouts set approved_at = ${now()} - interval '8 days', sent_at = null
      where status in ('approved', 'sent')`,
  ],
  [
    'a webhook that nobody applied',
    'events',
    () => `update provider_events set applied_at = null, received_at = ${now()} - interval '6 minutes'
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
    'a member whose card ends next week and who was not told',
    'cards',
    () => `update subscriptions set card_expires_at = ${now()} + interval '7 days', cancel_at_period_end = false
      where ctid = ${pick('subscriptions', "status = 'active'")}`,
  ],
]

test('busy books without a fault: every check is green', async () => {
  expect(await wrongChecks(app.db)).toEqual([])
})

test('large tables are walked through; what was wrong is looked at every time, until it is right', async () => {
  const [first] = await many(app.db, sql<{ id: string }>`select id from payments order by id limit 1`)
  const set = (by: number) =>
    sql`update payments set refunded_cents = refunded_cents + ${by} where id = ${first?.id}`
  const found = async (db: Db) => {
    await checkMoney(db, app.clock.now(), { inTurn: 2, newest: 1 })
    return (await many(db, sql`select from money_findings where check_name = 'refunds'`)).length
  }
  await rolledBack(async (db) => {
    await run(db, sql`delete from money_walks`)
    await run(db, sql`set local session_replication_role = replica`)
    // The walk has just passed it, and comes back once it was at the end.
    expect(await found(db)).toBe(0)
    await run(db, set(1))
    expect(await found(db)).toBe(0)
    const { rounds } = await one(
      db,
      sql<{ rounds: number }>`select ceil(count(*) / 2.0)::integer as rounds from payments`,
    )
    for (let round = 0; round < rounds; round += 1) await found(db)
    expect(await found(db)).toBe(1)
    await run(db, set(-1))
    expect(await found(db)).toBe(0)
  })
})

test('the staff who may see the money read that all is right, and what there is nothing of', async () => {
  const { session } = await aStaffMember(app, 'finance')
  const { checks } = (await app.call(getMoneyChecks, {}, { as: session })).body
  expect(checks.map(({ name }) => name)).toEqual([...MONEY_CHECKS])
  const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]))
  expect(states).toEqual({
    ...Object.fromEntries(MONEY_CHECKS.map((name) => [name, 'right'])),
    gifts: 'none',
    splits: 'none',
  })
})

describe('a fault turns its check red, and no other', () => {
  test.each(FAULTS)('%s', async (_, check, statement) => {
    await rolledBack(async (db) => {
      // With every trigger silenced, as the owner of the database can do.
      await run(db, sql`set local session_replication_role = replica`)
      await run(db, sql.raw(statement()))
      expect(await wrongChecks(db)).toEqual([check])
    })
  })
})
