import { afterAll, beforeAll, expect, test } from 'vitest'

import type { PayoutDetailsForm } from '#contract/payouts/details.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { type Db, many, one, sql } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { type PaymentSandbox, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { exportBankFile } from './bank-file.ts'
import { changeDetails } from './details.ts'
import { findPayout } from './payout-queries.ts'
import { approvePayout, requestPayout } from './payouts.ts'
import { payByRazorpayX } from './razorpayx.ts'
import { getBalanceAt } from './service.ts'
import { INDIAN_BANK } from './testing.ts'

let app: TestApp
let sandbox: PaymentSandbox

beforeAll(async () => {
  app = await startTestApp({ RAZORPAY_X_ACCOUNT: '2323230041626905', RAZORPAY_X_INR_PER_USD: '83.25' })
  sandbox = steerSandbox(app)
})
afterAll(() => app.close())

const inTransaction: InTransaction = (work) => app.db.transaction().execute(work)

/** An approved payout of $90. */
async function anApprovedPayout(form: PayoutDetailsForm = INDIAN_BANK) {
  const now = app.clock.now()
  const creator = await aCreator(app.db, (await aUser(app.db)).id, { platformPlan: 'Pro' })
  const plan = await aPlan(app.db, creator.id)
  const member = await aUser(app.db)
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
  const capturedAt = new Date(now.getTime() - 9 * 86_400_000)
  await aPayment(app.db, { subscriptionId, memberId: member.id, plan, amountCents: 10_000, capturedAt })
  await inTransaction((db) => changeDetails(db, app.platform, { creatorId: creator.id, form, now }))
  const { id } = await inTransaction((db) => requestPayout(db, creator.id, now))
  await inTransaction((db) => approvePayout(db, id, now))
  return { id, creatorId: creator.id }
}

const context = () => ({
  platform: app.platform,
  now: app.clock.now(),
  signal: new AbortController().signal,
})
const pay = (payoutId: string, within: InTransaction = inTransaction) =>
  payByRazorpayX.run(within, { payoutId }, context())
const statusOf = async (id: string) => (await findPayout(app.db, id))?.status

interface SandboxPayout {
  id: string
  amount: number
  referenceId: string
}
const atProvider = async () =>
  Object.values((await sandbox.get('/state'))['payouts'] as Record<string, SandboxPayout>)
const settle = async (payoutId: string, outcome: string) => {
  const { providerPayoutId } = (await findPayout(app.db, payoutId)) ?? {}
  await sandbox.post(`/payouts/${providerPayoutId}/settle`, { outcome })
  await sandbox.deliver()
}

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
  const { id } = await anApprovedPayout()
  await pay(id)
  const made = (await atProvider()).find(({ referenceId }) => referenceId === id)
  expect(made?.amount).toBe(749_250)
  expect(await statusOf(id)).toBe('sent')
  await settle(id, 'processed')
  expect(await findPayout(app.db, id)).toMatchObject({
    status: 'paid',
    bankReference: expect.stringMatching(/^UTR/) as unknown,
    railFeeMinor: 590,
  })
  expect(await keptByProvider(id)).toEqual([590])
})

test('a payout that comes back after it arrived is the creator’s again, once', async () => {
  const { id, creatorId } = await anApprovedPayout()
  await pay(id)
  await settle(id, 'processed')
  await settle(id, 'reversed')
  await settle(id, 'reversed')
  expect(await statusOf(id)).toBe('reversed')
  expect(await getBalanceAt(app.db, creatorId, app.clock.now())).toMatchObject({ availableMinor: 9000 })
  expect(await keptByProvider(id)).toEqual([590, -590])
})

test('a payout that comes back before it was known to have arrived cost nothing', async () => {
  const { id } = await anApprovedPayout()
  await pay(id)
  await settle(id, 'reversed')
  expect(await statusOf(id)).toBe('failed')
  expect(await keptByProvider(id)).toEqual([])
})

test('a lost webhook is made good by looking', async () => {
  const { id } = await anApprovedPayout()
  await pay(id)
  await sandbox.post('/knobs', { dropProbability: 1 })
  await settle(id, 'failed')
  expect(await statusOf(id)).toBe('sent')
  await sandbox.post('/knobs', { reset: true })
  await pay(id)
  expect(await statusOf(id)).toBe('failed')
})

test('payouts that RazorpayX pays are in no bank file, and those it cannot pay are', async () => {
  const { id } = await anApprovedPayout()
  await pay(id)
  const abroad = await anApprovedPayout({ method: 'iban', holder: 'Imani', iban: 'DE89370400440532013000' })
  await pay(abroad.id)
  expect(await statusOf(abroad.id)).toBe('approved')
  const { csv } = await inTransaction((db: Db) => exportBankFile(db, app.platform, app.clock.now()))
  expect([csv.includes(id), csv.includes(abroad.id)]).toEqual([false, true])
  await pay(abroad.id)
  expect((await atProvider()).some(({ referenceId }) => referenceId === abroad.id)).toBe(false)
})

const ROUNDS = 40
const SEED = 20261121

test(`nobody is paid twice, wherever the process dies (${ROUNDS} rounds, seed ${SEED})`, async () => {
  let state = SEED
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const modes = ['reset_after_effect', 'error_after_effect', 'error_before_effect', 'truncated_json']
  const payouts: { id: string; creatorId: string }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const payout = await anApprovedPayout()
    payouts.push(payout)
    // Dies before, between or after its transactions, or loses the provider's answer.
    const diesAfter = random(4)
    let count = 0
    const dying: InTransaction = async (work) => {
      if (count === diesAfter) throw new Error('killed')
      count += 1
      return inTransaction(work)
    }
    if (random(2) === 0)
      await sandbox.post('/knobs', {
        failNext: { mode: modes[random(4)], times: 1, method: 'POST', pathIncludes: '/payouts' },
      })
    await pay(payout.id, dying).catch(() => undefined)
    // Two of its successors, at the same time.
    await Promise.allSettled([pay(payout.id), pay(payout.id)])
    await sandbox.post('/knobs', { reset: true })
    await pay(payout.id)
    await settle(payout.id, 'processed')
    if (round % 20 === 0) await settle(payout.id, 'reversed')
  }
  const made = Map.groupBy(await atProvider(), ({ referenceId }) => referenceId)
  for (const [round, { id, creatorId }] of payouts.entries()) {
    expect(made.get(id)).toHaveLength(1)
    expect(await statusOf(id)).toBe(round % 20 === 0 ? 'reversed' : 'paid')
    const { availableMinor } = await getBalanceAt(app.db, creatorId, app.clock.now())
    expect(availableMinor).toBe(round % 20 === 0 ? 9000 : 0)
  }
  const { sum } = await one(
    app.db,
    sql<{ sum: number }>`select sum(amount_minor)::bigint as sum from ledger_entries`,
  )
  expect(sum).toBe(0)
}, 60_000)
