import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { giveRefund } from '#contract/payments/refund-routes.ts'
import { getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { joinAndPay } from '#server/domains/subscriptions/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import {
  accountsOf,
  aPageToPay,
  type PageToPay,
  expectAllReturned,
  paymentOf,
} from '#server/testing/page-to-pay.ts'
import { type PaymentSandbox, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let sandbox: PaymentSandbox
let page: PageToPay

beforeAll(async () => {
  app = await startTestApp()
  sandbox = steerSandbox(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  await sandbox.post('/knobs', { reset: true })
  page = await aPageToPay(app)
})

describe('the provider', () => {
  test.each(['error_after_effect', 'reset_after_effect', 'truncated_json', 'error_before_effect'])(
    'refunds once, whatever becomes of its answer: %s',
    async (mode) => {
      const payment = await page.join()
      await sandbox.post('/knobs', { failNext: { mode, times: 1, method: 'POST', pathIncludes: '/refund' } })
      await page.ask(payment.id)
      await app.drain()
      // The queue waits before it tries again; the reconciler does so by our hand.
      await run(app.db, sql`update graphile_worker._private_jobs set run_at = now()`)
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

  test('may fail days later: the money is the creator’s again, and the supporter is told', async () => {
    const payment = await page.join()
    await sandbox.post('/knobs', { refundOutcome: 'failed' })
    await page.ask(payment.id)
    await app.drain()
    await sandbox.deliver()
    expect(await page.ownPayment()).toMatchObject({ refunded: 9.99, refundStatus: 'sent' })
    await app.clock.advance(app.db, 6 * 86_400_000)
    await sandbox.post('/clock', { advanceSeconds: 6 * 86_400 })
    await sandbox.deliver()
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

  test('may give money back on its own: that is booked as well', async () => {
    const payment = await page.join()
    const { razorpay } = app.platform
    const ordered = { amountCents: 300, notes: {}, idempotencyKey: `dashboard-${payment.id}` }
    await razorpay.refundPayment(payment.providerPaymentId, ordered)
    await sandbox.deliver()
    expect(await page.ownPayment()).toMatchObject({ refunded: 3, refundStatus: 'processed' })
  })

  test('may give money back on its own, and its word of that be lost: we ask', async () => {
    const payment = await page.join()
    await sandbox.post('/knobs', { dropProbability: 1 })
    const ordered = { amountCents: 300, notes: {}, idempotencyKey: `dashboard-${payment.id}` }
    await app.platform.razorpay.refundPayment(payment.providerPaymentId, ordered)
    await app.platform.database.pool.query(
      `select graphile_worker.add_job('payments.reconcile-refunds', '{}')`,
    )
    await app.drain()
    await sandbox.post('/knobs', { reset: true })
    expect(await page.ownPayment()).toMatchObject({ refunded: 3 })
  })

  test.each([
    ['processed', 9.99],
    ['failed', 0],
  ])('may give money back on its own, and we ask what became of it: %s', async (outcome, refunded) => {
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
      await app.platform.database.pool.query(
        `select graphile_worker.add_job('payments.reconcile-refunds', '{}')`,
      )
      await app.drain()
    }
    await sandbox.post('/knobs', { reset: true })
    expect(await page.ownPayment()).toMatchObject({ refunded, refundStatus: outcome })
  })

  test('may have given it back while we were away for a week: we ask for all of that week', async () => {
    const payment = await page.join()
    const reconcile = async () => {
      await app.platform.database.pool.query(
        `select graphile_worker.add_job('payments.reconcile-refunds', '{}')`,
      )
      await app.drain()
    }
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
    const giveBackACent = (_: unknown, count: number) =>
      razorpay.refundPayment(payment.providerPaymentId, {
        amountCents: 1,
        notes: {},
        idempotencyKey: `dashboard-${payment.id}-${count}`,
      })
    await Promise.all(Array.from({ length: 120 }, giveBackACent))
    expect(await razorpay.listRefunds(payment.providerPaymentId)).toHaveLength(120)
    await app.platform.database.pool.query(
      `select graphile_worker.add_job('payments.reconcile-refunds', '{}')`,
    )
    await app.drain()
    await sandbox.post('/knobs', { reset: true })
    expect(await page.ownPayment()).toMatchObject({ refunded: 1.2 })
  }, 60_000)

  test('may have given it back before we heard of the charge', async () => {
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

test('the database refuses to give back more than came in', async () => {
  const payment = await page.join()
  await expect(
    run(app.db, sql`update payments set refunded_cents = 1000 where id = ${payment.id}`),
  ).rejects.toThrow(/payments_refunded_within_captured/)
})

describe('a dispute', () => {
  async function dispute(outcome: 'won' | 'lost' | 'closed') {
    const payment = await page.join()
    const { id } = await sandbox.post(`/payments/${payment.providerPaymentId}/dispute`)
    await sandbox.deliver()
    const frozen = await accountsOf(app, page.creator.id)
    expect(frozen).toMatchObject({ 'provider_clearing USD': 999, 'disputes USD': -999 })
    expect(frozen).not.toHaveProperty('creator_balance USD')
    // Money that nobody owns cannot be given back either.
    const gift = { paymentId: payment.id, reason: 'Peace' }
    expect((await app.call(giveRefund, gift, { as: page.owners })).failure.code).toBe('refund_too_large')
    await sandbox.post(`/disputes/${String(id)}/settle`, { outcome })
    await sandbox.deliver()
    return accountsOf(app, page.creator.id)
  }

  test.each(['won', 'closed'] as const)('that is %s releases what it froze', async (outcome) => {
    expect(await dispute(outcome)).toMatchObject({
      'provider_clearing USD': 999,
      'platform_fees USD': -100,
      'creator_balance USD': -899,
    })
  })

  test('that is lost takes the money from platform and creator, and both are told', async () => {
    await dispute('lost')
    await expectAllReturned(app, page.creator.id)
    const subjects = (await app.mails(page.owner.email)).map(({ subject }) => subject)
    expect(subjects).toContain('$9.99 is held: a bank disputes a payment')
    expect(subjects).toContain('The dispute about $9.99 is lost')
  })
})

describe('what a bank asks back', () => {
  const listOpen = async () =>
    many(
      app.db,
      sql<{ amountCents: number; phase: string; respondBy: Date | null; toldCurrency: string }>`select
          d.amount_cents as "amountCents", d.phase, d.respond_by as "respondBy", d.told_currency as "toldCurrency"
        from disputes d join payments p on p.id = d.payment_id where p.creator_id = ${page.creator.id}`,
    )

  test('told in rupees is that share of the dollars, with its phase and the day it has to be answered by', async () => {
    const payment = await page.join()
    await sandbox.post(`/payments/${payment.providerPaymentId}/dispute`, {
      in_rupees: true,
      phase: 'pre_arbitration',
    })
    await sandbox.deliver()
    const [dispute] = await listOpen()
    expect(dispute).toMatchObject({ amountCents: 999, phase: 'pre_arbitration', toldCurrency: 'INR' })
    expect(dispute?.respondBy).toBeInstanceOf(Date)
  })

  test('that no webhook told of is found by asking', async () => {
    const payment = await page.join()
    await sandbox.post('/knobs', { dropProbability: 1 })
    await sandbox.post(`/payments/${payment.providerPaymentId}/dispute`)
    await app.platform.database.pool.query(
      `select graphile_worker.add_job('payments.reconcile-disputes', '{}')`,
    )
    await app.drain()
    await sandbox.post('/knobs', { reset: true })
    expect(await listOpen()).toMatchObject([{ amountCents: 999, phase: 'chargeback' }])
  })

  test('that is only a suspicion of fraud takes nothing, so the payment can be refunded', async () => {
    const payment = await page.join()
    await sandbox.post(`/payments/${payment.providerPaymentId}/dispute`, { phase: 'fraud' })
    await sandbox.deliver()
    expect(await listOpen()).toEqual([])
    const gift = { paymentId: payment.id, reason: 'Peace' }
    expect((await app.call(giveRefund, gift, { as: page.owners })).body.status).toBe('approved')
  })

  test('that is lost ends what the payment bought, and one that is won leaves it', async () => {
    for (const outcome of ['won', 'lost'] as const) {
      page = await aPageToPay(app)
      const payment = await page.join()
      const { id } = await sandbox.post(`/payments/${payment.providerPaymentId}/dispute`)
      await sandbox.deliver()
      expect((await app.call(getUserSubscriptions, {}, { as: page.members })).body).toHaveLength(1)
      await sandbox.post(`/disputes/${String(id)}/settle`, { outcome })
      await sandbox.deliver()
      const memberships = (await app.call(getUserSubscriptions, {}, { as: page.members })).body
      expect([outcome, memberships.length]).toEqual([outcome, outcome === 'won' ? 1 : 0])
    }
  })

  test('again after it was won, as a phase of its own, is held again, and lost then', async () => {
    const payment = await page.join()
    const dispute = async (phase: string) => {
      const { id } = await sandbox.post(`/payments/${payment.providerPaymentId}/dispute`, { phase })
      await sandbox.deliver()
      return String(id)
    }
    for (const phase of ['chargeback', 'pre_arbitration']) {
      const id = await dispute(phase)
      expect(await accountsOf(app, page.creator.id)).toMatchObject({ 'disputes USD': -999 })
      await sandbox.post(`/disputes/${id}/settle`, { outcome: 'won' })
      await sandbox.deliver()
      expect(await accountsOf(app, page.creator.id)).toMatchObject({ 'creator_balance USD': -899 })
    }
    await sandbox.post(`/disputes/${await dispute('arbitration')}/settle`, { outcome: 'lost' })
    await sandbox.deliver()
    expect((await app.call(getUserSubscriptions, {}, { as: page.members })).body).toEqual([])
    await expectAllReturned(app, page.creator.id)
    const phases = (await listOpen()).map(({ phase }) => phase)
    expect(phases.toSorted()).toEqual(['arbitration', 'chargeback', 'pre_arbitration'])
  })
})
