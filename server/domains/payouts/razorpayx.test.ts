import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Db, many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { exportBankFile } from './bank-file.ts'
import { findPayout } from './payout-queries.ts'
import { payoutDesk, RAZORPAY_X } from './razorpayx-testing.ts'
import { getBalanceAt } from './service.ts'

let app: TestApp
let desk: ReturnType<typeof payoutDesk>

beforeAll(async () => {
  app = await startTestApp(RAZORPAY_X)
  desk = payoutDesk(app)
})
afterAll(() => app.close())

/** The provider's fee booked for a payout, in paise. */
async function keptByProvider(payoutId: string): Promise<number[]> {
  const rows = await many(
    app.db,
    sql<{ amount: number }>`select e.amount_minor as amount from ledger_entries e
      join ledger_transactions t on t.id = e.transaction_id
      where t.reference in (${`payout-fee:${payoutId}`}, ${`payout-fee-returned:${payoutId}`})
        and e.account = 'provider_fees' and e.currency = 'INR' order by e.id`,
  )
  return rows.map(({ amount }) => amount)
}

test("a payout is paid in rupees at the operator's rate, and settled by the webhook", async () => {
  const { id } = await desk.anApprovedPayout()
  await desk.pay(id)
  const made = (await desk.atProvider()).find(({ referenceId }) => referenceId === id)
  expect(made?.amount).toBe(749_250)
  expect(await desk.statusOf(id)).toBe('sent')
  await desk.settle(id, 'processed')
  expect(await findPayout(app.db, id)).toMatchObject({
    status: 'paid',
    bankReference: expect.stringMatching(/^UTR/) as unknown,
    railFeeMinor: 590,
  })
  expect(await keptByProvider(id)).toEqual([590])
})

test('a payout that comes back after it arrived is the creator’s again, once', async () => {
  const { id, creatorId } = await desk.anApprovedPayout()
  await desk.pay(id)
  await desk.settle(id, 'processed')
  await desk.settle(id, 'reversed')
  await desk.settle(id, 'reversed')
  expect(await desk.statusOf(id)).toBe('reversed')
  expect(await getBalanceAt(app.db, creatorId, app.clock.now())).toMatchObject({ availableMinor: 9000 })
  expect(await keptByProvider(id)).toEqual([590, -590])
})

test('a payout that comes back before it was known to have arrived cost nothing', async () => {
  const { id } = await desk.anApprovedPayout()
  await desk.pay(id)
  await desk.settle(id, 'reversed')
  expect(await desk.statusOf(id)).toBe('failed')
  expect(await keptByProvider(id)).toEqual([])
})

test('a lost webhook is made good by looking', async () => {
  const { id } = await desk.anApprovedPayout()
  await desk.pay(id)
  await desk.sandbox.post('/knobs', { dropProbability: 1 })
  await desk.settle(id, 'failed')
  expect(await desk.statusOf(id)).toBe('sent')
  await desk.sandbox.post('/knobs', { reset: true })
  await desk.pay(id)
  expect(await desk.statusOf(id)).toBe('failed')
})

test('payouts that RazorpayX pays are in no bank file, and those it cannot pay are', async () => {
  const { id } = await desk.anApprovedPayout()
  await desk.pay(id)
  const abroad = await desk.anApprovedPayout({
    method: 'iban',
    holder: 'Imani',
    iban: 'DE89370400440532013000',
  })
  await desk.pay(abroad.id)
  expect(await desk.statusOf(abroad.id)).toBe('approved')
  const { csv } = await desk.inTransaction((db: Db) => exportBankFile(db, app.platform, app.clock.now()))
  expect([csv.includes(id), csv.includes(abroad.id)]).toEqual([false, true])
  await desk.pay(abroad.id)
  expect((await desk.atProvider()).some(({ referenceId }) => referenceId === abroad.id)).toBe(false)
})
