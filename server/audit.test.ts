import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { giveRefund, requestRefund } from '#contract/payments/refund-routes.ts'
import { createRazorpaySubscription } from '#contract/subscriptions/routes.ts'
import type { PublishedSeal } from '#scripts/audit-queries.ts'
import { readSealFile } from '#scripts/audit-seals.ts'
import { audit } from '#scripts/audit.ts'
import type { ProviderBooks } from '#scripts/provider-books.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { proveLedger } from '#server/domains/ledger/proof.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { publishSeal } from './domains/ledger/published-seals.ts'

import { openAuditClient, providerBooks } from './testing/audited.ts'
import { aPayablePage } from './testing/payable-page.ts'
import { payOut } from './testing/payout-stories.ts'
import { steerSandbox } from './testing/sandbox.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let app: TestApp
let client: pg.Client
let provider: ProviderBooks
let written: PublishedSeal[]

/** Six pages with a member each: refunded in part, wholly, in vain, disputed, both, left alone. Three more were paid out. */
beforeAll(async () => {
  app = await startTestApp({ RAZORPAY_X_ACCOUNT: '2323230041626905', RAZORPAY_X_INR_PER_USD: '83.25' })
  const sandbox = steerSandbox(app)
  for (const step of ['part', 'whole', 'failed', 'dispute', 'both', 'none'] as const) {
    const page = await aPayablePage(app)
    const payment = await page.join()
    const reason = 'Not for me'
    if (step === 'both') await app.call(giveRefund, { paymentId: payment.id, reason }, { as: page.owners })
    if (step === 'part')
      await app.call(giveRefund, { paymentId: payment.id, reason, amount: 4 }, { as: page.owners })
    if (step === 'failed') await sandbox.post('/knobs', { refundOutcome: 'failed', refundDays: 0 })
    if (step === 'whole' || step === 'failed')
      await app.call(requestRefund, { paymentId: payment.id, reason }, { as: page.members })
    if (step === 'dispute' || step === 'both') {
      const { id } = await sandbox.post(`/payments/${payment.providerPaymentId}/dispute`)
      await sandbox.deliver()
      await sandbox.post(`/disputes/${String(id)}/settle`, { outcome: 'lost' })
    }
    await app.drain()
    // Due by now: the bank's answer to a refund without delay.
    await sandbox.post('/clock', { advanceSeconds: 1 })
    await sandbox.deliver()
    await sandbox.post('/knobs', { reset: true })
  }
  await payOut(app, ['processed', 'reversed', 'bank_file'])
  const { plan } = await aPayablePage(app)
  const as = await aSession(app.db, app.platform, (await aUser(app.db)).id)
  expect((await app.call(createRazorpaySubscription, { planId: plan.id }, { as })).status).toBe(200)
  client = await openAuditClient(app)
  await enqueue(app.db, publishSeal, {})
  await app.drain()
  written = readSealFile(app.platform.config.dataDir)
  provider = await providerBooks(app)
}, 120_000)
afterAll(async () => {
  await client.end()
  await app.close()
})

test('correct books are also proved by the nightly job', async () => {
  await app.platform.database.db.transaction().execute((db) => enqueue(db, proveLedger, {}))
  await app.drain()
  const proofs = await many(app.db, sql`select transaction_count > 9 as whole, problems from ledger_proofs`)
  expect(proofs).toEqual([{ whole: true, problems: [] }])
})

test('correct books are proved, by the script and by the database', async () => {
  expect(await audit(client, provider)).toEqual([])
  expect(await many(app.db, sql`select * from ledger_breaks()`)).toEqual([])
})

const pick = (table: string, condition = 'true') =>
  `(select ctid from ${table} where ${condition} order by ctid limit 1)`
const charge = `(select id from ledger_transactions where reference like 'charge:%' order by id limit 1)`

/** What a clumsy or malicious person with full rights could do to the tables. */
const CORRUPTIONS: Record<string, string> = {
  'one cent more for a creator': `update ledger_entries set amount_minor = amount_minor - 1
    where ctid = ${pick('ledger_entries', "account = 'creator_balance'")}`,
  'a cent moved from the platform to a creator': `update ledger_entries set amount_minor = amount_minor
      + case account when 'platform_fees' then 1 when 'creator_balance' then -1 else 0 end
    where transaction_id = ${charge}`,
  'an entry that is gone': `delete from ledger_entries where ctid = ${pick('ledger_entries')}`,
  'a whole transaction that is gone, its seal too': `with gone as (select ${charge} as id),
      seal as (delete from ledger_chain where transaction_id = (select id from gone)),
      lines as (delete from ledger_entries where transaction_id = (select id from gone))
    delete from ledger_transactions where id = (select id from gone)`,
  'the last transaction and its seal gone': `with gone as (select transaction_id as id from ledger_chain
      order by position desc limit 1),
      seal as (delete from ledger_chain where transaction_id = (select id from gone)),
      lines as (delete from ledger_entries where transaction_id = (select id from gone))
    delete from ledger_transactions where id = (select id from gone)`,
  'an entry twice': `insert into ledger_entries (transaction_id, account, creator_id, currency, amount_minor)
    select transaction_id, account, creator_id, currency, amount_minor from ledger_entries limit 1`,
  'a balanced pair slipped into an old transaction': `insert into ledger_entries
      (transaction_id, account, currency, amount_minor)
    select ${charge}, account, 'USD', amount from (values ('bank', 5), ('platform_fees', -5)) v (account, amount)`,
  'money booked to another creator': `update ledger_entries set creator_id = (
      select id from creators where id <> ledger_entries.creator_id limit 1)
    where ctid = ${pick('ledger_entries', 'creator_id is not null')}`,
  'another currency': `update ledger_entries set currency = 'EUR' where transaction_id = ${charge}`,
  'another account': `update ledger_entries set account = 'bank'
    where ctid = ${pick('ledger_entries', "account = 'platform_fees'")}`,
  'another reference': `update ledger_transactions set reference = reference || 'x' where id = ${charge}`,
  'another moment': `update ledger_transactions set occurred_at = occurred_at + interval '1 second' where id = ${charge}`,
  'a transaction with nothing behind it': `with made as (insert into ledger_transactions (id, reference, occurred_at)
      values (gen_random_uuid(), 'charge:pay_invented', now()) returning id)
    insert into ledger_entries (transaction_id, account, currency, amount_minor)
    select made.id, account, 'USD', amount from made, (values ('bank', 5), ('platform_fees', -5)) v (account, amount)`,
  'a seal that was forged': `update ledger_chain set hash = sha256('forged') where position = 2`,
  'a seal that is gone': `delete from ledger_chain where position = 3`,
  'a seal that has been waited for since two minutes': `with gone as (delete from ledger_chain
      where position = (select max(position) from ledger_chain) returning transaction_id)
    insert into ledger_unsealed (transaction_id, since)
      select transaction_id, clock_timestamp() - interval '2 minutes' from gone`,
  'a seal that nobody waits for': `delete from ledger_chain where position = (select max(position) from ledger_chain)`,
  'a receipt that has been waited for since two minutes': `with gone as (delete from receipts
      where number = (select max(number) from receipts) returning payment_id)
    insert into receipts_waiting (payment_id, since)
      select payment_id, clock_timestamp() - interval '2 minutes' from gone`,
  'a payment that is gone': `delete from payments where ctid = ${pick('payments')}`,
  'a payment with another amount': `update payments set amount_cents = amount_cents + 100,
      net_cents = net_cents + 100 where ctid = ${pick('payments')}`,
  'a fee that moved': `update payments set fee_cents = fee_cents - 10, net_cents = net_cents + 10
    where ctid = ${pick('payments')}`,
  'a refund that is gone': `delete from refunds where ctid = ${pick('refunds')}`,
  'a refund called failed': `update refunds set status = 'failed' where ctid = ${pick('refunds')}`,
  'a refund set aside twice': `update payments set refunded_cents = refunded_cents + 1 where ctid = ${pick('payments')}`,
  'a membership that is open though all its money went back': `update subscriptions s
    set access_until = now() + interval '20 days' from payments p join refunds r on r.payment_id = p.id
    where p.subscription_id = s.id and r.status = 'processed' and r.amount_cents = p.amount_cents`,
  'a membership that ended though its refund failed': `update subscriptions s set access_until = now(),
      status = 'canceled' from payments p join refunds r on r.payment_id = p.id
    where p.subscription_id = s.id and r.status = 'failed'`,
  'a refund that took effect before the money left': `update refunds set effective_at = now() where status = 'failed'`,
  'a refund that never took effect': `update refunds set effective_at = null where status = 'processed'`,
  'a bank transfer that nobody made': `update refunds set rail = 'bank' where status = 'processed'`,
  'a lost dispute without its booking': `with gone as (select id from ledger_transactions
        where reference like 'dispute-lost:%'),
      seal as (delete from ledger_chain where transaction_id in (select id from gone)),
      lines as (delete from ledger_entries where transaction_id in (select id from gone)),
      called as (update disputes set status = 'open', settled_at = null)
    delete from ledger_transactions where id in (select id from gone)`,
  'a lost dispute that is gone with all that was booked of it': `with gone as (select id from ledger_transactions
        where reference like 'dispute%'),
      seal as (delete from ledger_chain where transaction_id in (select id from gone)),
      lines as (delete from ledger_entries where transaction_id in (select id from gone)),
      row as (delete from disputes)
    delete from ledger_transactions where id in (select id from gone)`,
  'a dispute that took a cent less, its bookings too': `with less as (update disputes
        set amount_cents = amount_cents - 1, net_cents = net_cents - 1 returning provider_dispute_id as id)
    update ledger_entries set amount_minor = amount_minor - sign(amount_minor)
    where account <> 'platform_fees' and transaction_id in (
      select t.id from ledger_transactions t, less where t.reference in ('dispute:' || less.id, 'dispute-lost:' || less.id))`,
  'a dispute called won': `update disputes set status = 'won'`,
  'what a dispute took a second time, forgotten with its booking': `with gone as (select id from ledger_transactions
        where reference like 'dispute-loss:%'),
      seal as (delete from ledger_chain where transaction_id in (select id from gone)),
      lines as (delete from ledger_entries where transaction_id in (select id from gone)),
      row as (delete from dispute_losses)
    delete from ledger_transactions where id in (select id from gone)`,
  'what a dispute took a second time, a cent less': `update dispute_losses set amount_cents = amount_cents - 1`,
  'a receipt number that was skipped': `update receipts set number = number + 1
    where number = (select max(number) from receipts)`,
  'a payout of another amount': `update payouts set amount_cents = amount_cents - 100
    where ctid = ${pick('payouts')}`,
  'a payout twice': `insert into payouts (id, creator_id, amount_cents, currency, status, method, encrypted_details,
      details_hint, rail, batch_id, requested_at, approved_at, sent_at, settled_at)
    select gen_random_uuid(), creator_id, amount_cents, currency, 'paid', method, encrypted_details, details_hint,
      'bank_file', gen_random_uuid(), requested_at, approved_at, sent_at, settled_at
    from payouts where ctid = ${pick('payouts')}`,
  'a payout that is gone': `delete from payouts where ctid = ${pick('payouts')}`,
  'a payout to another creator': `update payouts set creator_id = (
      select id from creators where id <> payouts.creator_id limit 1) where ctid = ${pick('payouts')}`,
  'a payout called sent that nobody was asked for': `update payouts set status = 'sent', provider_payout_id = null,
      asked_at = null where ctid = ${pick('payouts', "status = 'paid' and rail = 'razorpayx'")}`,
  'a payout called paid that stands in no bank file': `update payouts set batch_id = null
    where ctid = ${pick('payouts', "rail = 'bank_file'")}`,
  'a payout moved to the bank file after the provider made it': `update payouts set rail = 'bank_file',
      provider_payout_id = null, batch_id = gen_random_uuid() where ctid = ${pick('payouts', "rail = 'razorpayx'")}`,
  'a payout with another id at the provider': `update payouts set provider_payout_id = 'pout_00000000000000'
    where ctid = ${pick('payouts', "rail = 'razorpayx'")}`,
  'rupees other than those that were sent': `update payouts set rail_amount_minor = rail_amount_minor - 1
    where ctid = ${pick('payouts', "rail = 'razorpayx'")}`,
  'what a payout cost, smaller, its booking too': `with less as (update payouts
      set rail_fee_minor = rail_fee_minor - 1 where ctid = ${pick('payouts', "status = 'paid' and rail = 'razorpayx'")}
      returning id)
    update ledger_entries set amount_minor = amount_minor - sign(amount_minor) where transaction_id = (
      select id from ledger_transactions where reference = 'payout-fee:' || (select id from less))`,
  'what a payout cost, forgotten': `update payouts set rail_fee_minor = null
    where ctid = ${pick('payouts', "status = 'paid' and rail = 'razorpayx'")}`,
  'a reversal that was forgotten': `with gone as (select id from ledger_transactions where reference like 'payout-reversed:%'),
      seal as (delete from ledger_chain where transaction_id in (select id from gone)),
      lines as (delete from ledger_entries where transaction_id in (select id from gone)),
      called as (update payouts set status = 'paid' where status = 'reversed')
    delete from ledger_transactions where id in (select id from gone)`,
  'a provider fee that is smaller, its booking too': `with less as (update payments
      set provider_fee_minor = provider_fee_minor - 1 where ctid = ${pick('payments')} returning provider_payment_id)
    update ledger_entries set amount_minor = amount_minor - sign(amount_minor) where transaction_id = (
      select id from ledger_transactions where reference = 'provider-fee:' || (select provider_payment_id from less))`,
  'a cent more of worth in a membership': `update subscriptions set period_worth_cents = period_worth_cents + 1
    where ctid = ${pick('subscriptions', "status = 'active'")}`,
  'a period that began later than it was paid for': `update subscriptions
    set period_from = period_from + interval '1 hour' where ctid = ${pick('subscriptions', "status = 'active'")}`,
  'a day of access more than what was paid for': `update subscriptions
    set access_until = access_until + interval '1 day' where ctid = ${pick('subscriptions', "status = 'active'")}`,
  'an amount that waits and could have been charged': `update subscriptions set carried_cents = 50
    where ctid = ${pick('subscriptions', "status = 'active'")}`,
  'a membership that ended before the time its payment was for': `update subscriptions
      set status = 'canceled', access_until = '2020-01-01', ended_at = '2020-01-01' where status = 'active'`,
  'an attempt closed here that the provider still takes money for': `update subscriptions set status = 'expired'
    where status = 'pending'`,
  'an order whose end was moved': `update subscriptions set order_expires_at = order_expires_at + interval '1 day'
    where status = 'pending'`,
  'a provider fee that was forgotten': `update payments set provider_fee_minor = null where ctid = ${pick('payments')}`,
}

describe('a corruption is found', () => {
  test.each(Object.entries(CORRUPTIONS))('%s', async (_, statement) => {
    await client.query('begin')
    try {
      // With every trigger silenced, as the owner of the database can do.
      await client.query('set local session_replication_role = replica')
      const { rowCount } = await client.query(statement)
      expect(rowCount).toBeGreaterThan(0)
      expect(await audit(client, provider)).not.toEqual([])
    } finally {
      await client.query('rollback')
    }
  })

  test('a transaction with nothing behind it, though its id ends as another one does', async () => {
    await client.query('begin')
    try {
      await client.query('set local session_replication_role = replica')
      await client.query(`insert into ledger_transactions (id, reference, occurred_at)
        select overlay(id::text placing 'f' from 1)::uuid, 'charge:pay_invented', now()
        from ledger_transactions where id = ${charge}`)
      expect(await audit(client, provider)).toContainEqual(expect.stringMatching(/nothing accounts for/))
    } finally {
      await client.query('rollback')
    }
  })

  test('a ledger and chain that were rewritten as a whole, and are consistent in themselves', async () => {
    await client.query('begin')
    try {
      await client.query('set local session_replication_role = replica')
      await client.query(`do $$
        declare
          seal record;
          before bytea := decode(repeat('00', 32), 'hex');
          anew bytea;
        begin
          update ledger_transactions set occurred_at = occurred_at - interval '30 days' where id = ${charge};
          for seal in select * from ledger_chain order by position loop
            anew := sha256(before || convert_to(ledger_canonical(seal.transaction_id), 'UTF8'));
            update ledger_chain set previous_hash = before, hash = anew where position = seal.position;
            before := anew;
          end loop;
          update published_seals set hash = (select hash from ledger_chain c where c.position = published_seals.position);
        end $$`)
      // The database alone cannot tell.
      expect(await audit(client, provider)).toEqual([])
      const [problem, ...others] = await audit(client, provider, written)
      expect(problem).toMatch(/^the seal of \d{4}-\d{2}-\d{2} in DATA_DIR is not the one at \d+$/)
      expect(others).toEqual([])
    } finally {
      await client.query('rollback')
    }
  })

  test('a charge at the provider that we do not know', async () => {
    const unknown = { id: 'pay_unknown', amount: 999, currency: 'USD', captured: true, refunded: 0 }
    const unpaid = { ...unknown, fee: null, feeCurrency: 'INR' }
    const problems = await audit(client, { ...provider, payments: [...provider.payments, unpaid] })
    expect(problems).toEqual([
      'payment pay_unknown: charged, but unknown to us',
      'USD: the provider holds 999 more than the ledger',
    ])
  })

  test('money the provider refunded and we did not book', async () => {
    const payments = provider.payments.map((payment) => ({ ...payment, refunded: payment.amount }))
    expect(await audit(client, { ...provider, payments })).not.toEqual([])
  })

  test('a payout at the provider that we do not know, or made twice', async () => {
    const [made] = provider.payouts
    if (!made) throw new Error('Nothing was paid out')
    for (const reference of [made.reference, 'somebody']) {
      const again = { ...made, id: 'pout_again', reference }
      expect(await audit(client, { ...provider, payouts: [again, ...provider.payouts] })).not.toEqual([])
    }
    expect(await audit(client, { ...provider, payouts: [] })).not.toEqual([])
  })

  test('a fee the provider raised after we booked it', async () => {
    const payments = provider.payments.map((payment) => ({ ...payment, fee: (payment.fee ?? 0) + 1 }))
    expect(await audit(client, { ...provider, payments })).not.toEqual([])
  })

  test('nothing remains after these tests: the books are proved again', async () => {
    expect(await audit(client, provider)).toEqual([])
  })
})
