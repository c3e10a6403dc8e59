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
import { A_CHARGE, CORRUPTIONS, UNGUARDED } from './testing/corruptions.ts'
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
})
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

/** Runs `work` unguarded, as the owner of the database can do, and undoes what it wrote. */
async function corrupting(work: () => Promise<void>) {
  await client.query('begin')
  try {
    for (const statement of UNGUARDED) await client.query(statement)
    await work()
  } finally {
    await client.query('rollback')
  }
}

describe('a corruption is found', () => {
  test.each(Object.entries(CORRUPTIONS))('%s', async (_, statement) => {
    await corrupting(async () => {
      const { rowCount } = await client.query(statement)
      expect(rowCount).toBeGreaterThan(0)
      expect(await audit(client, provider)).not.toEqual([])
    })
  })

  test('a transaction with nothing behind it, though its id ends as another one does', async () => {
    await corrupting(async () => {
      await client.query(`insert into ledger_transactions (id, reference, occurred_at)
        select overlay(id::text placing 'f' from 1)::uuid, 'charge:pay_invented', now()
        from ledger_transactions where id = ${A_CHARGE}`)
      expect(await audit(client, provider)).toContainEqual(expect.stringMatching(/nothing accounts for/))
    })
  })

  test('a ledger, chain and days that were rewritten as a whole, and are consistent in themselves', async () => {
    await corrupting(async () => {
      await client.query(`do $$
        declare
          seal record;
          before bytea := decode(repeat('00', 32), 'hex');
          anew bytea;
        begin
          update ledger_transactions set occurred_at = occurred_at - interval '30 days' where id = ${A_CHARGE};
          update payments set captured_at = captured_at - interval '30 days'
            where 'charge:' || provider_payment_id = (select reference from ledger_transactions where id = ${A_CHARGE});
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
        end $$`)
      // The database alone cannot tell.
      expect(await audit(client, provider)).toEqual([])
      const [problem, ...others] = await audit(client, provider, written)
      expect(problem).toMatch(/^the seal of \d{4}-\d{2}-\d{2} in DATA_DIR is not the one at \d+$/)
      expect(others).toEqual([])
    })
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
