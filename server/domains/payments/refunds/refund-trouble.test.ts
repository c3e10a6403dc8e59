import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { retryRefund } from '#contract/payments/refund-routes.ts'
import { getCreatorPayments } from '#contract/payments/routes.ts'
import { getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { productMetrics } from '#server/platform/http/metrics.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { auditProblems } from '#server/testing/audited.ts'
import { accountsOf, aPayablePage, type PayablePage } from '#server/testing/payable-page.ts'
import { type PaymentSandbox, moveClocksTogether, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import {
  listTroubledRefunds,
  payRefundByBank,
  refundByOperator,
  retryByOperator,
  transferByOperator,
} from './operator-refunds.ts'
import { paymentJobs } from './refund-jobs.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

let app: TestApp
let sandbox: PaymentSandbox
let page: PayablePage
let payment: Awaited<ReturnType<PayablePage['join']>>

beforeAll(async () => {
  app = await startTestApp()
  sandbox = steerSandbox(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  await sandbox.post('/knobs', { reset: true })
  await sandbox.post('/funds', { amount: 50_000_000 })
  await sandbox.endAll()
  page = await aPayablePage(app)
  payment = await page.join()
})

async function pass(ms: number) {
  await moveClocksTogether(app, ms / 1000)
  page.members = await aSession(app.db, app.platform, page.member.id)
  page.owners = await aSession(app.db, app.platform, page.owner.id)
}

/** Asks the provider about everything that is due, as the job does every quarter of an hour. */
async function look() {
  const job = paymentJobs.find(({ name }) => name === 'payments.reconcile-refunds')
  if (!job) throw new Error('There is no such job')
  await enqueue(app.db, job, {})
  await app.drain()
  await sandbox.deliver()
}

async function settleAll() {
  await app.drain()
  await sandbox.deliver()
}

const isMember = async () => (await app.call(getUserSubscriptions, {}, { as: page.members })).body.length > 0

const troubled = async () =>
  (await listTroubledRefunds(app.db)).filter(({ paymentId }) => paymentId === payment.id)

const inTransaction = <Answer>(work: Parameters<typeof transact<Answer>>[0]) => transact(work)
function transact<Answer>(work: (db: TestApp['db']) => Promise<Answer>): Promise<Answer> {
  return app.db.transaction().execute(work)
}

/** A refund by our own rule that the bank refuses: it waits for a bank transfer. */
async function owedByRule(amountCents: number): Promise<void> {
  const { refundPayment } = await import('../service.ts')
  await sandbox.post('/knobs', { refundOutcome: 'failed' })
  const refund = { paymentId: payment.id, amountCents, reason: 'Not owed.', now: app.clock.now() }
  await inTransaction((db) => refundPayment(db, { ...refund, origin: 'rule' }))
  await settleAll()
  await pass(6 * DAY_MS)
  expect((await troubled())[0]).toMatchObject({ status: 'manual', amountCents })
}

/** Refunds all of the payment at the provider's own dashboard. */
async function giveBackInDashboard(): Promise<void> {
  await app.platform.razorpay.refundPayment(payment.providerPaymentId, {
    amountCents: 999,
    notes: {},
    idempotencyKey: `dashboard-${payment.id}`,
  })
  await sandbox.deliver()
}

const order = (refundId: string) => ({ refundId, operator: 'imani', now: app.clock.now() })

describe('an account without enough balance', () => {
  test('delays a refund: the member sees it and keeps access, the operator sees it, and it goes when there is money', async () => {
    await sandbox.post('/settlements')
    await page.ask(payment.id)
    await settleAll()
    expect((await page.ownPayment())?.refund).toMatchObject({ status: 'approved', isDelayed: true })
    expect(await isMember()).toBe(true)
    const [refund] = await troubled()
    expect(refund).toMatchObject({ status: 'approved', attempts: 1 })
    expect(refund?.refusal).toContain('does not have enough balance')
    const waitMs = (refund?.nextAttemptAt?.getTime() ?? 0) - app.clock.now().getTime()
    expect(Math.ceil(waitMs / 60_000)).toBe(15)
    await look()
    expect(await productMetrics.metrics()).toContain('refunds_troubled{state="delayed"} 1')

    // It waits first a quarter of an hour, then an hour.
    expect((await troubled())[0]?.attempts).toBe(1)
    await pass(16 * 60_000)
    await look()
    expect((await troubled())[0]).toMatchObject({ attempts: 2 })
    await sandbox.post('/funds', { amount: 50_000_000 })
    await pass(HOUR_MS)
    await look()
    expect(await page.ownPayment()).toMatchObject({ refundStatus: 'processed', refunded: 9.99 })
    expect(await isMember()).toBe(false)
    expect(await troubled()).toEqual([])
  })

  test('can be retried by the operator once there is money', async () => {
    await sandbox.post('/settlements')
    await page.ask(payment.id)
    await settleAll()
    await sandbox.post('/funds', { amount: 50_000_000 })
    const [refund] = await troubled()
    await inTransaction((db) => retryByOperator(db, order(refund?.id ?? '')))
    await settleAll()
    expect(await page.ownPayment()).toMatchObject({ refundStatus: 'processed' })
  })
})

test('an unknown refusal is never taken as final: it is shown, and asked again', async () => {
  await sandbox.post('/knobs', {
    failNext: { mode: 'bad_request', times: 1, method: 'POST', pathIncludes: '/refund' },
  })
  await page.ask(payment.id)
  await settleAll()
  expect((await troubled())[0]).toMatchObject({ status: 'approved', attempts: 1 })
  expect(await page.ownPayment()).toMatchObject({ refunded: 9.99 })
  await pass(16 * 60_000)
  await look()
  expect(await page.ownPayment()).toMatchObject({ refundStatus: 'processed' })
})

test('a refund made in the dashboard meanwhile is that refund, and not another one', async () => {
  await sandbox.post('/settlements')
  await page.ask(payment.id)
  await settleAll()
  await sandbox.post('/funds', { amount: 50_000_000 })
  await giveBackInDashboard()
  expect(await page.ownPayment()).toMatchObject({ refunded: 9.99, refundStatus: 'processed' })
  expect(await troubled()).toEqual([])
  await pass(HOUR_MS)
  await look()
  expect(await page.ownPayment()).toMatchObject({ refunded: 9.99, refundStatus: 'processed' })
})

describe('a refund that failed', () => {
  async function fail(days = 9) {
    await sandbox.post('/knobs', { refundOutcome: 'failed', refundDays: days })
    await page.ask(payment.id)
    await settleAll()
    await pass(days * DAY_MS + HOUR_MS)
    await sandbox.post('/knobs', { refundOutcome: 'processed' })
  }

  test('on the ninth day can be requested again: the first request was in time', async () => {
    await fail()
    const own = await page.ownPayment()
    expect(own).toMatchObject({ refundStatus: 'failed', refunded: 0, refundableUntil: null })
    expect((await page.ask(payment.id)).body.status).toBe('approved')
    await settleAll()
    expect(await page.ownPayment()).toMatchObject({ refundStatus: 'processed', refunded: 9.99 })
    expect(await isMember()).toBe(false)
  })

  test('is sent again by the member or the creator with one press, and by nobody else', async () => {
    await fail()
    const refundId = (await page.ownPayment())?.refund?._id ?? ''
    const stranger = await aSession(app.db, app.platform, (await aUser(app.db)).id)
    expect((await app.call(retryRefund, { refundId }, { as: stranger })).status).toBe(404)
    const [shown] = (await app.call(getCreatorPayments, { limit: 1 }, { as: page.owners })).body
    expect(shown?.refund).toMatchObject({ _id: refundId, status: 'failed' })
    expect((await app.call(retryRefund, { refundId }, { as: page.owners })).body.status).toBe('approved')
    expect((await app.call(retryRefund, { refundId }, { as: page.members })).failure.code).toBe(
      'refund_not_failed',
    )
    await settleAll()
    expect(await page.ownPayment()).toMatchObject({ refundStatus: 'processed', refunded: 9.99 })
  })

  test('is made again by the operator, or paid by bank transfer: never a dead end', async () => {
    await fail()
    const [failed] = await troubled()
    expect(failed).toMatchObject({ status: 'failed' })
    const manual = await inTransaction((db) => transferByOperator(db, order(failed?.id ?? '')))
    expect(manual).toMatchObject({ status: 'manual', amountCents: 999, operator: 'imani' })
    await settleAll()
    expect(await isMember()).toBe(true)
    expect((await app.mails(page.member.email)).map(({ subject }) => subject)).toContain(
      'Where should we send your refund of $9.99?',
    )
    const paid = { ...order(manual.id), reference: 'NEFT-4711' }
    await inTransaction((db) => payRefundByBank(db, paid))
    await settleAll()
    expect(await isMember()).toBe(false)
    expect(await inTransaction((db) => payRefundByBank(db, paid))).toMatchObject({ status: 'processed' })
  })
})

test('a payment older than six months is refunded by bank transfer: from the bank, not from the provider', async () => {
  await pass(190 * DAY_MS)
  await inTransaction((db) =>
    refundByOperator(db, {
      reference: payment.id,
      amountCents: null,
      reason: 'The page never opened.',
      operator: 'imani',
      now: app.clock.now(),
    }),
  )
  await settleAll()
  const [refund] = await troubled()
  expect(refund).toMatchObject({ status: 'manual', amountCents: 999, memberEmail: page.member.email })
  expect(refund?.refusal).toContain('more than 6 months old')
  const before = await accountsOf(app, page.creator.id)
  expect(before).toMatchObject({ 'refunds_payable USD': -999 })

  await inTransaction((db) => payRefundByBank(db, { ...order(refund?.id ?? ''), reference: 'UTR1' }))
  await settleAll()
  const after = await accountsOf(app, page.creator.id)
  expect(after).not.toHaveProperty('refunds_payable USD')
  expect(after).toMatchObject({
    'bank USD': -999,
    'provider_clearing USD': before['provider_clearing USD'],
  })
})

test('a refund by our own rule never falls back to the creator: if the bank refuses it, it is paid by transfer', async () => {
  await owedByRule(400)
  expect(await accountsOf(app, page.creator.id)).toMatchObject({
    'provider_clearing USD': 999,
    'refunds_payable USD': -400,
    'creator_balance USD': -539,
  })
})

test('a returned refund that waits for a bank transfer is settled when it is made in the dashboard', async () => {
  await owedByRule(999)
  await sandbox.post('/knobs', { reset: true })
  await giveBackInDashboard()
  await look()
  // Nobody pays it a second time, and nothing is owed any more.
  expect(await troubled()).toEqual([])
  expect(await page.ownPayment()).toMatchObject({ refunded: 9.99, refundStatus: 'processed' })
  expect(await accountsOf(app, page.creator.id)).toEqual({})
  expect((await auditProblems(app)).filter((problem) => problem.includes(page.creator.id))).toEqual([])
})

test('a returned refund is owed again when the one made in the dashboard in its place fails too', async () => {
  await owedByRule(400)
  await giveBackInDashboard()
  await pass(6 * DAY_MS)
  await look()
  await pass(6 * DAY_MS)
  await look()
  expect((await troubled())[0]).toMatchObject({ status: 'manual', amountCents: 400 })
  expect(await accountsOf(app, page.creator.id)).toMatchObject({ 'refunds_payable USD': -400 })
  expect((await auditProblems(app)).filter((problem) => problem.includes(page.creator.id))).toEqual([])
})
