import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getStaffPayment } from '#contract/console/payment-routes.ts'
import { giveRefund, requestRefund, retryRefund } from '#contract/payments/refund-routes.ts'
import { getCreatorPayments } from '#contract/payments/routes.ts'
import { getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { aSession } from '#server/domains/accounts/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { auditProblems } from '#server/testing/audited.ts'
import { accountsOf, aPayablePage, type PayablePage } from '#server/testing/payable-page.ts'
import { moveClocksTogether, type PaymentSandbox, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import {
  listTroubledRefunds,
  payRefundByBank,
  retryByOperator,
  transferByOperator,
} from './operator-refunds.ts'
import { paymentJobs } from './refund-jobs.ts'

const DAY_MS = 86_400_000
const WHOLE = 999

let app: TestApp
let sandbox: PaymentSandbox
let page: PayablePage
let payment: Awaited<ReturnType<PayablePage['join']>>

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
  sandbox = steerSandbox(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  await sandbox.post('/knobs', { reset: true })
  await fund()
  await sandbox.endAll()
  page = await aPayablePage(app)
  payment = await page.join()
})

const fund = () => sandbox.post('/funds', { amount: 50_000_000 })

async function settle() {
  await app.drain()
  await sandbox.deliver()
}

async function pass(ms: number) {
  await moveClocksTogether(app, ms / 1000)
  page.members = await aSession(app.db, app.platform, page.member.id)
  page.owners = await aSession(app.db, app.platform, page.owner.id)
}

async function look(name = 'payments.reconcile-refunds') {
  const job = paymentJobs.find((each) => each.name === name)
  if (!job) throw new Error('There is no such job')
  await enqueue(app.db, job, {})
  await settle()
}

async function dispute(amount = WHOLE): Promise<string> {
  const { id } = await sandbox.post(`/payments/${payment.providerPaymentId}/dispute`, { amount })
  await sandbox.deliver()
  return String(id)
}

async function decide(id: string, outcome: 'won' | 'lost' | 'closed') {
  await sandbox.post(`/disputes/${id}/settle`, { outcome })
  await settle()
}

/** A refund that the provider refuses for want of money. */
async function refundWaits(amount?: number) {
  await sandbox.post('/settlements')
  if (amount === undefined) await page.ask(payment.id)
  else await app.call(giveRefund, { paymentId: payment.id, amount, reason: 'Sorry' }, { as: page.owners })
  await settle()
}

/** Time and money enough for everything that waits. */
async function letAllGo() {
  await fund()
  await pass(2 * DAY_MS)
  await look()
  await look()
}

/** What the provider has sent back for the payment by refunds, in cents. */
async function sentCents(): Promise<number> {
  const refunds = await app.platform.razorpay.listRefunds(payment.providerPaymentId)
  return refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
}

const accounts = () => accountsOf(app, page.creator.id)
const isMember = async () => (await app.call(getUserSubscriptions, {}, { as: page.members })).body.length > 0
const troubled = async () =>
  (await listTroubledRefunds(app.db)).filter(({ paymentId }) => paymentId === payment.id)
const order = (refundId: string) => ({ refundId, operator: 'imani', now: app.clock.now() })
const transact = <Answer>(work: (db: TestApp['db']) => Promise<Answer>) => app.db.transaction().execute(work)
const statusOfMembership = async () =>
  (
    await many(
      app.db,
      sql<{ status: string }>`select status from subscriptions where member_id = ${page.member.id}`,
    )
  ).map(({ status }) => status)

const TAKE_NOTHING = new Set(['requested', 'declined', 'failed'])

/** As the console writes it, one below the other: what came in, less what went or is set aside, is what is left. */
async function expectColumnToAddUp() {
  const { session } = await aStaffMember(app, 'finance')
  const { body } = await app.call(getStaffPayment, { paymentId: payment.id }, { as: session })
  const refunds = body.refunds.filter(({ status }) => !TAKE_NOTHING.has(status))
  const disputes = body.disputes.filter(({ status }) => status === 'open' || status === 'lost')
  const taken = [...refunds.map(({ amount }) => amount), ...disputes.map((each) => each.taken)]
  const leftCents = taken.reduce((left, amount) => left - Math.round(amount * 100), WHOLE)
  expect(leftCents).toBe(Math.round(body.refundable * 100))
  return body
}

async function expectProved() {
  expect(await auditProblems(app)).toEqual([])
  await expectColumnToAddUp()
}

describe('a refund that waits when a bank disputes the payment', () => {
  test('stops, is replaced by the dispute when that is lost, and the money goes once', async () => {
    await refundWaits()
    const id = await dispute()
    expect(await accounts()).toMatchObject({ 'refunds_payable USD': -WHOLE })
    await letAllGo()
    expect(await sentCents()).toBe(0)
    expect((await expectColumnToAddUp()).disputes).toMatchObject([{ amount: 9.99, taken: 0 }])
    await decide(id, 'lost')
    await letAllGo()
    const { refunds, disputes } = await expectColumnToAddUp()
    expect(refunds).toMatchObject([{ status: 'failed', isReplaced: true }])
    expect(disputes).toMatchObject([{ status: 'lost', taken: 9.99 }])
    expect(await sentCents()).toBe(0)
    const after = await accounts()
    for (const name of ['creator_balance', 'platform_fees', 'disputes', 'dispute_losses', 'refunds_payable'])
      expect(after).not.toHaveProperty(`${name} USD`)
    expect(await troubled()).toEqual([])
    expect(await isMember()).toBe(false)
    await expectProved()
  })

  test.each(['won', 'closed'] as const)('goes on once that is %s', async (outcome) => {
    await refundWaits()
    const id = await dispute()
    await letAllGo()
    expect(await sentCents()).toBe(0)
    await decide(id, outcome)
    expect(await sentCents()).toBe(WHOLE)
    expect(await page.ownPayment()).toMatchObject({ refundStatus: 'processed', refunded: 9.99 })
    await expectProved()
  })

  test.each([
    [4, 250, 150],
    [4, 400, 0],
    [4, 700, 0],
    [9.98, 1, 997],
    [0.01, WHOLE, 0],
  ])('of $%f, and a bank that takes %i cents: %i are still refunded', async (refund, taken, rest) => {
    await refundWaits(refund)
    await decide(await dispute(taken), 'lost')
    await letAllGo()
    expect(await sentCents()).toBe(rest)
    const kept = WHOLE - taken - rest
    const { 'creator_balance USD': creator = 0, 'platform_fees USD': fees = 0 } = await accounts()
    expect(creator + fees + kept).toBe(0)
    expect(await accounts()).not.toHaveProperty('dispute_losses USD')
    await expectProved()
  })

  test('keeps the membership from being renewed until the bank has decided', async () => {
    await refundWaits()
    const id = await dispute()
    expect(await statusOfMembership()).toEqual(['paused'])
    await decide(id, 'won')
    expect(await statusOfMembership()).toEqual(['active'])
    await letAllGo()
    expect(await isMember()).toBe(false)
  })

  test('can be neither sent, nor transferred, nor paid by the operator meanwhile', async () => {
    await refundWaits()
    const [refund] = await troubled()
    const { id = '' } = refund ?? {}
    const disputeId = await dispute()
    for (const act of [retryByOperator, transferByOperator])
      await expect(transact((db) => act(db, order(id)))).rejects.toThrow(/bank has asked/)
    await decide(disputeId, 'won')
    await expectProved()
  })

  test('by bank transfer is not paid out beside the bank', async () => {
    await refundWaits()
    const [refund] = await troubled()
    const { id = '' } = refund ?? {}
    await transact((db) => transferByOperator(db, order(id)))
    const disputeId = await dispute()
    const paid = { ...order(id), reference: 'UTR1' }
    await expect(transact((db) => payRefundByBank(db, paid))).rejects.toThrow(/bank has asked/)
    await decide(disputeId, 'lost')
    await expect(transact((db) => payRefundByBank(db, paid))).rejects.toThrow(/bank/)
    expect(await accounts()).not.toHaveProperty('bank USD')
    await expectProved()
  })

  test('and whose loss is reported first, or twice, is replaced as well', async () => {
    await refundWaits()
    await sandbox.post('/knobs', { dropProbability: 1 })
    const id = await dispute()
    await sandbox.post('/knobs', { reset: true })
    await decide(id, 'lost')
    await look('payments.reconcile-disputes')
    await look('payments.reconcile-disputes')
    await letAllGo()
    expect(await sentCents()).toBe(0)
    await expectProved()
  })
})

describe('a refund that had left when a bank disputes the payment', () => {
  async function leaves(days = 5) {
    await sandbox.post('/knobs', { refundOutcome: 'failed', refundDays: days })
    await page.ask(payment.id)
    await settle()
  }
  const fails = async () => {
    await pass(6 * DAY_MS)
    await look()
  }

  test('and fails after the loss is not given back to the creator, and not sent again', async () => {
    await leaves()
    const id = await dispute()
    await decide(id, 'lost')
    expect(await accounts()).toMatchObject({ 'dispute_losses USD': WHOLE })
    await fails()
    const after = await accounts()
    for (const name of ['creator_balance', 'platform_fees', 'dispute_losses'])
      expect(after).not.toHaveProperty(`${name} USD`)
    expect(await isMember()).toBe(false)
    await sandbox.post('/knobs', { reset: true })
    const refundId = (await page.ownPayment())?.refund?._id ?? ''
    for (const as of [page.members, page.owners])
      expect((await app.call(retryRefund, { refundId }, { as })).failure.code).toBe('refund_disputed')
    expect((await page.ask(payment.id)).failure.code).toBe('refund_disputed')
    await letAllGo()
    expect(await sentCents()).toBe(0)
    expect(await troubled()).toEqual([])
    await expectProved()
  })

  test('and fails while the bank is deciding is held for it, and never sent beside it', async () => {
    await leaves()
    const id = await dispute()
    expect(await statusOfMembership()).toEqual(['paused'])
    await fails()
    expect(await accounts()).toMatchObject({ 'disputes USD': -WHOLE })
    expect(await accounts()).not.toHaveProperty('creator_balance USD')
    await sandbox.post('/knobs', { reset: true })
    const asked = await app.call(
      requestRefund,
      { paymentId: payment.id, reason: 'Again' },
      { as: page.members },
    )
    expect(asked.failure).toMatchObject({ code: 'refund_disputed' })
    for (const { email } of [page.member, page.owner]) {
      const mail = (await app.mails(email)).find(({ subject }) => subject.includes('did not arrive'))
      expect(mail?.text).toMatch(/until it has decided/i)
      expect(mail?.text).not.toMatch(/back in your balance|even after the 7 days|send it again from/)
    }
    await expectProved()
    await decide(id, 'won')
    expect(await accounts()).toMatchObject({ 'creator_balance USD': -899, 'platform_fees USD': -100 })
    expect((await page.ask(payment.id)).body.status).toBe('approved')
    await settle()
    expect(await sentCents()).toBe(WHOLE)
    await expectProved()
  })

  test('and arrives is a loss that the platform bears, and both sides read it', async () => {
    await app.call(giveRefund, { paymentId: payment.id, amount: 4, reason: 'Sorry' }, { as: page.owners })
    await settle()
    await decide(await dispute(), 'lost')
    expect(await accounts()).toMatchObject({ 'dispute_losses USD': 400 })
    expect(await accounts()).not.toHaveProperty('creator_balance USD')
    const [row] = (await app.call(getCreatorPayments, {}, { as: page.owners })).body
    expect(row?.disputes).toMatchObject([{ status: 'lost', amount: 9.99, borne: 4 }])
    await expectProved()
  })
})

test('two disputes: what the first leaves is held for the second', async () => {
  const first = await dispute()
  const second = await dispute(700)
  await decide(first, 'won')
  expect(await accounts()).toMatchObject({ 'disputes USD': -700 })
  await decide(second, 'lost')
  const { 'creator_balance USD': creator = 0, 'platform_fees USD': fees = 0 } = await accounts()
  expect(creator + fees).toBe(-299)
  expect(await accounts()).not.toHaveProperty('dispute_losses USD')
  await expectProved()
})

test('a refund made at the provider while a bank is deciding does not cost the creator twice', async () => {
  const id = await dispute()
  await app.platform.razorpay.refundPayment(payment.providerPaymentId, {
    amountCents: WHOLE,
    notes: {},
    idempotencyKey: `dashboard-${payment.id}`,
  })
  await sandbox.deliver()
  expect(await accounts()).not.toHaveProperty('creator_balance USD')
  await decide(id, 'lost')
  const after = await accounts()
  expect(after).toMatchObject({ 'dispute_losses USD': WHOLE })
  expect(after).not.toHaveProperty('creator_balance USD')
  await expectProved()
})
