import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { giveRefund } from '#contract/payments/refund-routes.ts'
import { getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { many, sql } from '#server/platform/db/query.ts'
import {
  accountsOf,
  aPayablePage,
  type PayablePage,
  expectAllReturned,
} from '#server/testing/payable-page.ts'
import { type PaymentSandbox, steerSandbox } from '#server/testing/sandbox.ts'
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

describe('a dispute', () => {
  async function dispute(outcome: 'won' | 'lost' | 'closed') {
    const payment = await page.join()
    const { id } = await sandbox.post(`/payments/${payment.providerPaymentId}/dispute`)
    await sandbox.deliver()
    const frozen = await accountsOf(app, page.creator.id)
    expect(frozen).toMatchObject({ 'provider_clearing USD': 999, 'disputes USD': -999 })
    expect(frozen).not.toHaveProperty('creator_balance USD')
    // Money in dispute has no owner, so it can't be refunded either.
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

  test('that is lost takes the money from platform and creator, and both are notified', async () => {
    await dispute('lost')
    await expectAllReturned(app, page.creator.id)
    const subjects = (await app.mails(page.owner.email)).map(({ subject }) => subject)
    expect(subjects).toContain('$9.99 is held: a bank is disputing a payment')
    expect(subjects).toContain('The dispute about $9.99 was lost')
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

  test('reported in rupees is that share of the dollars, with its phase and its answer deadline', async () => {
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

  test('that no webhook reported is found by asking', async () => {
    const payment = await page.join()
    await sandbox.post('/knobs', { dropProbability: 1 })
    await sandbox.post(`/payments/${payment.providerPaymentId}/dispute`)
    await app.platform.database.pool.query(`insert into jobs (name) values ('payments.reconcile-disputes')`)
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
      page = await aPayablePage(app)
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

  test('that a bank reopens after it was won, in a new phase, is held again, and then lost', async () => {
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

describe('a dispute that is lost after its payment was refunded', () => {
  async function lose(amount?: number) {
    const payment = await page.join()
    const gift = { paymentId: payment.id, reason: 'Not for me', ...(amount === undefined ? {} : { amount }) }
    expect((await app.call(giveRefund, gift, { as: page.owners })).body.status).toBe('approved')
    await app.drain()
    const { id } = await sandbox.post(`/payments/${payment.providerPaymentId}/dispute`)
    await sandbox.deliver()
    await sandbox.post(`/disputes/${String(id)}/settle`, { outcome: 'lost' })
    await sandbox.deliver()
    await app.platform.database.pool.query(`insert into jobs (name) values ('payments.reconcile-disputes')`)
    await app.drain()
    return accountsOf(app, page.creator.id)
  }

  test('costs the platform what the bank took a second time, and the creator nothing more', async () => {
    const accounts = await lose()
    expect(accounts).toMatchObject({ 'provider_clearing USD': -999, 'dispute_losses USD': 999 })
    for (const settled of ['creator_balance USD', 'platform_fees USD', 'disputes USD'])
      expect(accounts).not.toHaveProperty(settled)
  })

  test('in part, costs the creator the rest and the platform the part', async () => {
    const accounts = await lose(4)
    expect(accounts).toMatchObject({ 'provider_clearing USD': -400, 'dispute_losses USD': 400 })
    expect(accounts).not.toHaveProperty('creator_balance USD')
  })
})
