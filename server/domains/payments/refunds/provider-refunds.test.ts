import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { joinAndPay } from '#server/domains/subscriptions/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import {
  accountsOf,
  aPayablePage,
  type PayablePage,
  expectAllReturned,
  paymentOf,
} from '#server/testing/payable-page.ts'
import { type PaymentSandbox, moveClocksTogether, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let sandbox: PaymentSandbox
let page: PayablePage

beforeAll(async () => {
  app = await startTestApp()
  sandbox = steerSandbox(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  await sandbox.post('/knobs', { reset: true })
  page = await aPayablePage(app)
})

/** Asks the provider about refunds, as is done every quarter of an hour. */
async function reconcile(): Promise<void> {
  await app.platform.database.pool.query(`insert into jobs (name) values ('payments.reconcile-refunds')`)
  await app.drain()
}

describe('the provider', () => {
  test.each(['error_after_effect', 'reset_after_effect', 'truncated_json', 'error_before_effect'])(
    'refunds once, whatever happens to its answer: %s',
    async (mode) => {
      const payment = await page.join()
      await sandbox.post('/knobs', { failNext: { mode, times: 1, method: 'POST', pathIncludes: '/refund' } })
      await page.ask(payment.id)
      await app.drain()
      // The queue waits before it retries; here we run the reconciler ourselves.
      await run(app.db, sql`update jobs set run_at = now()`)
      await app.drain()
      await sandbox.deliver()
      const { refunds } = (await sandbox.get('/state')) as {
        refunds: Record<string, { paymentId: string; amount: number }>
      }
      const made = Object.values(refunds).filter(({ paymentId }) => paymentId === payment.providerPaymentId)
      expect(made.map(({ amount }) => amount)).toEqual([999])
      expect(await page.ownPayment()).toMatchObject({ refunded: 9.99, refundStatus: 'processed' })
      await expectAllReturned(app, page.creator.id)
    },
  )

  test('may fail days later: the money is the creator’s again, and the supporter is notified', async () => {
    const payment = await page.join()
    await sandbox.post('/knobs', { refundOutcome: 'failed' })
    await page.ask(payment.id)
    await app.drain()
    await sandbox.deliver()
    expect(await page.ownPayment()).toMatchObject({ refunded: 9.99, refundStatus: 'sent' })
    await moveClocksTogether(app, 6 * 86_400)
    expect(await page.ownPayment()).toMatchObject({ refunded: 0, refundStatus: 'failed' })
    expect(await accountsOf(app, page.creator.id)).toMatchObject({
      'provider_clearing USD': 999,
      'platform_fees USD': -100,
      'creator_balance USD': -899,
    })
    expect((await app.mails(page.member.email)).map(({ subject }) => subject)).toContain(
      'Your refund of $9.99 did not arrive',
    )
  })

  test('may refund money on its own: that is booked as well', async () => {
    const payment = await page.join()
    const { razorpay } = app.platform
    const ordered = { amountCents: 300, notes: {}, idempotencyKey: `dashboard-${payment.id}` }
    await razorpay.refundPayment(payment.providerPaymentId, ordered)
    await sandbox.deliver()
    expect(await page.ownPayment()).toMatchObject({ refunded: 3, refundStatus: 'processed' })
  })

  test('may refund money on its own, and its webhook be lost: we ask', async () => {
    const payment = await page.join()
    await sandbox.post('/knobs', { dropProbability: 1 })
    const ordered = { amountCents: 300, notes: {}, idempotencyKey: `dashboard-${payment.id}` }
    await app.platform.razorpay.refundPayment(payment.providerPaymentId, ordered)
    await reconcile()
    await sandbox.post('/knobs', { reset: true })
    expect(await page.ownPayment()).toMatchObject({ refunded: 3 })
  })

  test.each([
    ['processed', 9.99],
    ['failed', 0],
  ])('may refund money on its own, and we ask for its outcome: %s', async (outcome, refunded) => {
    const payment = await page.join()
    await sandbox.post('/knobs', { refundOutcome: outcome === 'failed' ? 'failed' : 'pending' })
    const ordered = { amountCents: 999, notes: {}, idempotencyKey: `dashboard-${payment.id}` }
    await app.platform.razorpay.refundPayment(payment.providerPaymentId, ordered)
    await sandbox.deliver()
    expect(await page.ownPayment()).toMatchObject({ refunded: 9.99, refundStatus: 'sent' })
    await sandbox.post('/knobs', { dropProbability: 1 })
    for (let day = 0; day < 7; day += 1) {
      await app.clock.advance(app.db, 86_400_000)
      await sandbox.post('/clock', { advanceSeconds: 86_400 })
      await reconcile()
    }
    await sandbox.post('/knobs', { reset: true })
    expect(await page.ownPayment()).toMatchObject({ refunded, refundStatus: outcome })
  })

  test('may have refunded it while we were away for a week: we ask for all of that week', async () => {
    const payment = await page.join()
    await reconcile()
    await sandbox.post('/knobs', { dropProbability: 1 })
    const ordered = { amountCents: 300, notes: {}, idempotencyKey: `dashboard-${payment.id}` }
    await app.platform.razorpay.refundPayment(payment.providerPaymentId, ordered)
    await app.clock.advance(app.db, 7 * 86_400_000)
    await sandbox.post('/clock', { advanceSeconds: 7 * 86_400 })
    await sandbox.post('/knobs', { reset: true })
    await reconcile()
    expect(await page.ownPayment()).toMatchObject({ refunded: 3 })
  })

  test('may have more than a hundred of them: every page is read', async () => {
    const payment = await page.join()
    const { razorpay } = app.platform
    await sandbox.post('/knobs', { dropProbability: 1 })
    // Less than a rupee would be refused.
    const giveBackTwoCents = (_: unknown, count: number) =>
      razorpay.refundPayment(payment.providerPaymentId, {
        amountCents: 2,
        notes: {},
        idempotencyKey: `dashboard-${payment.id}-${count}`,
      })
    await Promise.all(Array.from({ length: 120 }, giveBackTwoCents))
    expect(await razorpay.listRefunds(payment.providerPaymentId)).toHaveLength(120)
    await reconcile()
    await sandbox.post('/knobs', { reset: true })
    expect(await page.ownPayment()).toMatchObject({ refunded: 2.4 })
  })

  test('may have refunded it before we heard of the charge', async () => {
    await sandbox.post('/knobs', { dropProbability: 1 })
    await joinAndPay(
      {
        ...app.platform,
        razorpay: {
          ...app.platform.razorpay,
          listInvoices: () => Promise.resolve([]),
        },
      },
      { memberId: page.member.id, planId: page.plan.id },
    )
    const { payments } = (await sandbox.get('/state')) as { payments: Record<string, { id: string }> }
    const lost = Object.values(payments).at(-1)?.id ?? ''
    await app.platform.razorpay.refundPayment(lost, {
      amountCents: 999,
      notes: {},
      idempotencyKey: `dashboard-${lost}`,
    })
    await sandbox.post('/knobs', { reset: true })
    const { items } = (await sandbox.get(`/events?entity=${lost}&event=refund.processed`)) as {
      items: { id: string }[]
    }
    await sandbox.post(`/events/${items[0]?.id}/redeliver`)
    await sandbox.deliver()
    await app.drain()
    expect(await paymentOf(app, page.member.id)).toMatchObject({
      providerPaymentId: lost,
      refundedCents: 999,
    })
    expect((await app.call(getUserSubscriptions, {}, { as: page.members })).body).toEqual([])
    await expectAllReturned(app, page.creator.id)
  })
})

test('the database refuses to refund more than came in', async () => {
  const payment = await page.join()
  await expect(
    run(app.db, sql`update payments set refunded_cents = 1000 where id = ${payment.id}`),
  ).rejects.toThrow(/payments_refunded_within_captured/)
})
