import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { giveRefund } from '#contract/payments/refund-routes.ts'
import { changeCard } from '#contract/subscriptions/change-routes.ts'
import { audit } from '#scripts/audit.ts'
import { proveLedger } from '#server/domains/ledger/proof.ts'
import { bookSettlement, listEntries } from '#server/domains/ledger/service.ts'
import { reconcileSettlements } from '#server/domains/payments/settlements/settlements.ts'
import { many, one, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { openAuditClient, providerBooks } from './testing/audited.ts'
import { aPayablePage } from './testing/payable-page.ts'
import { moveClocksTogether, steerSandbox } from './testing/sandbox.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

const DAY_SECONDS = 86_400

let app: TestApp
let client: pg.Client

beforeAll(async () => {
  app = await startTestApp()
  client = await openAuditClient(app)
})
afterAll(async () => {
  await client.end()
  await app.close()
})

const sandbox = () => steerSandbox(app)

const passDays = (days: number) => moveClocksTogether(app, days * DAY_SECONDS)

async function reconcile(): Promise<void> {
  await enqueue(app.db, reconcileSettlements, {})
  await enqueue(app.db, proveLedger, {})
  await app.drain()
}

const books = () => providerBooks(app)

/** The balances of the accounts that settlements move, leaving out zeros. */
async function accounts(): Promise<Record<string, number>> {
  const rows = await many(
    app.db,
    sql<{
      name: string
      minor: number
    }>`select account || ' ' || currency as name, sum(amount_minor)::bigint as minor
      from ledger_entries where account in ('provider_clearing', 'exchange', 'exchange_differences',
        'settlement_differences', 'bank') group by 1 having sum(amount_minor) <> 0 order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, minor }) => [name, minor]))
}

const nightlyProblems = () =>
  many(
    app.db,
    sql<{ problems: string[] }>`select problems from ledger_proofs order by proved_at desc limit 1`,
  )

test("payouts into our bank empty the provider's balance, in both currencies, to the paisa", async () => {
  const page = await aPayablePage(app)
  const payment = await page.join()
  await app.call(giveRefund, { paymentId: payment.id, reason: 'A gift', amount: 4 }, { as: page.owners })
  await app.drain()
  await sandbox().deliver()
  await aPayablePage(app).then((other) => other.join())
  await reconcile()
  // Nothing is settled yet: the provider holds the charges, less the refunds.
  expect(await accounts()).toMatchObject({ 'provider_clearing USD': 999 - 400 + 999 })
  expect(await nightlyProblems()).toEqual([{ problems: [] }])

  await passDays(12)
  await reconcile()
  await reconcile()
  const settled = await books()
  const paidIn = (settled.settlements ?? []).reduce((sum, { amount }) => sum + amount, 0)
  expect(paidIn).toBeGreaterThan(0)
  // At 83 rupees a dollar: $15.98 are ₹1,326.34; the bank has that less the provider's fees.
  const fees = settled.payments.reduce((sum, { fee }) => sum + (fee ?? 0), 0)
  expect(paidIn).toBe(1598 * 83 - fees)
  expect(await accounts()).toEqual({
    'bank INR': paidIn,
    'exchange INR': -1598 * 83,
    'exchange USD': 1598,
  })
  expect(await nightlyProblems()).toEqual([{ problems: [] }])
  expect(await audit(client, settled)).toEqual([])
})

test('a later refund and lost dispute are deducted from the next settlement', async () => {
  const page = await aPayablePage(app)
  const [returned, disputed] = [await page.join(), await aPayablePage(app).then((other) => other.join())]
  await passDays(12)
  await reconcile()
  await app.call(giveRefund, { paymentId: returned.id, reason: 'A gift' }, { as: page.owners })
  const { id } = await sandbox().post(`/payments/${disputed.providerPaymentId}/dispute`)
  await sandbox().deliver()
  await sandbox().post(`/disputes/${String(id)}/settle`, { outcome: 'lost' })
  await app.drain()
  await sandbox().deliver()
  // The provider deducts both from its next payout.
  expect(await accounts()).toMatchObject({ 'provider_clearing USD': -999 - 999 })
  for (let count = 0; count < 4; count += 1) await aPayablePage(app).then((other) => other.join())
  await passDays(12)
  await reconcile()
  const after = await accounts()
  expect(after['provider_clearing USD']).toBeUndefined()
  expect(after['provider_clearing INR']).toBeUndefined()
  expect(after['settlement_differences INR']).toBeUndefined()
  expect(await nightlyProblems()).toEqual([{ problems: [] }])
  expect(await audit(client, await books())).toEqual([])
})

describe('a lost dispute reported in rupees, of a charge in dollars', () => {
  const nightly = async () => {
    await enqueue(app.db, proveLedger, {})
    await app.drain()
    return nightlyProblems()
  }

  async function lose(providerPaymentId: string, told: Record<string, unknown> = {}): Promise<void> {
    const { id } = await sandbox().post(`/payments/${providerPaymentId}/dispute`, {
      in_rupees: true,
      ...told,
    })
    await sandbox().deliver()
    await sandbox().post(`/disputes/${String(id)}/settle`, { outcome: 'lost' })
    await sandbox().deliver()
    await app.drain()
  }

  test("takes the charge's dollars, and leaves nothing with the provider once it is settled", async () => {
    const whole = await aPayablePage(app).then((page) => page.join())
    const inParts = await aPayablePage(app).then((page) => page.join())
    await passDays(12)
    await reconcile()
    await lose(whole.providerPaymentId)
    await lose(inParts.providerPaymentId, { amount: 334 })
    expect(await accounts()).toMatchObject({ 'provider_clearing USD': -999 - 334 })
    expect(await audit(client, await books())).toEqual([])
    expect(await nightly()).toEqual([{ problems: [] }])

    for (let count = 0; count < 4; count += 1) await aPayablePage(app).then((page) => page.join())
    await passDays(12)
    await reconcile()
    const after = await accounts()
    for (const account of ['provider_clearing', 'settlement_differences', 'exchange_differences'])
      expect([after[`${account} USD`], after[`${account} INR`]]).toEqual([undefined, undefined])
    expect(await nightlyProblems()).toEqual([{ problems: [] }])

    // A second part of the same payment, while the first is settled.
    await lose(inParts.providerPaymentId, { amount: 333 })
    expect(await accounts()).toMatchObject({ 'provider_clearing USD': -333 })
    expect(await nightly()).toEqual([{ problems: [] }])
    expect(await audit(client, await books())).toEqual([])
    for (let count = 0; count < 2; count += 1) await aPayablePage(app).then((page) => page.join())
    await passDays(12)
    await reconcile()
    expect((await accounts())['provider_clearing USD']).toBeUndefined()
    expect(await nightlyProblems()).toEqual([{ problems: [] }])
    expect(await audit(client, await books())).toEqual([])
  })
})

describe('a corruption is found', () => {
  test.each([
    'update settlements set amount_minor = amount_minor + 1',
    "update settlement_items set debit_minor = debit_minor + 1 where kind = 'refund'",
    "update settlement_items set base_minor = base_minor + 1 where kind = 'payment'",
    `delete from ledger_entries where account = 'exchange' and currency = 'INR'`,
    "update ledger_entries set account = 'bank' where account = 'exchange'",
  ])('%s', async (statement) => {
    await client.query('begin')
    try {
      await client.query('set local session_replication_role = replica')
      expect((await client.query(statement)).rowCount).toBeGreaterThan(0)
      expect(await audit(client, await books())).not.toEqual([])
    } finally {
      await client.query('rollback')
    }
  })

  test('a settlement that was never booked', async () => {
    const provider = await books()
    const missed = { id: 'setl_missed', amount: 5, entities: [], createdAt: 0 }
    const settlements = [...(provider.settlements ?? []), missed]
    expect(await audit(client, { ...provider, settlements })).toEqual([
      'settlement setl_missed: paid by the provider, but not booked',
    ])
  })
})

test('what the provider keeps for registering a card is a fee, and no difference', async () => {
  const page = await aPayablePage(app)
  await page.join()
  await reconcile()
  const before = (await accounts())['settlement_differences INR']
  const kept = () =>
    one(
      app.db,
      sql<{ minor: number }>`select coalesce(sum(e.amount_minor), 0)::bigint as minor
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where e.account = 'provider_fees' and e.currency = 'INR' and t.reference like 'settlement:%'`,
    )
  const { minor: keptBefore } = await kept()
  const { id: m2cSubscriptionId } = await one(
    app.db,
    sql<{ id: string }>`select id from subscriptions where member_id = ${page.member.id}`,
  )
  const card = await app.call(changeCard, { m2cSubscriptionId }, { as: page.members })
  await sandbox().post('/pay', {
    subscription_id: card.body.subscriptionId,
    card: 'success',
    card_change: true,
  })
  await sandbox().deliver()
  await passDays(12)
  await reconcile()
  await passDays(3)
  await reconcile()
  expect((await accounts())['settlement_differences INR']).toBe(before)
  // A dollar registers a card: ₹83, of which 2% or 3% and their tax don't come back.
  const fee = (await kept()).minor - keptBefore
  expect(fee).toBeGreaterThan(100)
  expect(fee).toBeLessThan(400)
  expect(await nightlyProblems()).toEqual([{ problems: [] }])
  expect(await audit(client, await books())).toEqual([])
})

test('a refund at another rate than its payment leaves an exchange difference', async () => {
  const line = { entityId: '', paymentId: null, feeMinor: 0, bookedFeeMinor: 0 }
  await app.platform.database.db.transaction().execute((db) =>
    bookSettlement(db, {
      id: 'setl_rates',
      currency: 'INR',
      amountMinor: 80_000 - 42_500 + 7,
      occurredAt: app.clock.now(),
      items: [
        // $10 at ₹83, of which the provider keeps ₹30; half of it goes back at ₹85.
        {
          ...line,
          kind: 'payment',
          chargedMinor: 1000,
          chargedCurrency: 'USD',
          baseMinor: 83_000,
          creditMinor: 80_000,
          debitMinor: 0,
        },
        {
          ...line,
          kind: 'refund',
          chargedMinor: 500,
          chargedCurrency: 'USD',
          baseMinor: 41_500,
          creditMinor: 0,
          debitMinor: 42_500,
        },
      ],
    }),
  )
  const entries = await listEntries(app.db, 'settlement:setl_rates')
  const of = (account: string, currency: string) =>
    entries.find((entry) => entry.account === account && entry.currency === currency)?.amountMinor
  expect(of('exchange', 'USD')).toBe(500)
  expect(of('exchange', 'INR')).toBe(-41_500)
  expect(of('exchange_differences', 'INR')).toBe(1000)
  expect(of('settlement_differences', 'INR')).toBe(-7)
  expect(of('bank', 'INR')).toBe(37_507)
  expect(of('provider_clearing', 'USD')).toBe(-500)
  // The fee was booked with the charge.
  expect(of('provider_clearing', 'INR')).toBe(3000)
})
