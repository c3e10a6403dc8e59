import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import * as contract from '#contract/subscriptions/routes.ts'
import { type BuiltUser, reinstate, suspend } from '#server/domains/accounts/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'
import { tellDisputes } from './dispute-testing.ts'

let app: TestApp
let teller: BillingStory
let owner: BuiltUser
let tipsy: PlanRow
let banks: ReturnType<typeof tellDisputes>

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
  banks = tellDisputes(app, teller)
})
afterAll(() => app.close())

beforeEach(async () => {
  ;({ owner, tipsy } = await aPageWithPlans(app, { page: { pageName: 'Asha sings' } }))
  await teller.begin()
})

describe('while a bank disputes a payment', () => {
  test.each(['chargeback', 'fraud'])(
    'nothing more is charged, and the member knows why (%s)',
    async (phase) => {
      const { id, providerId } = await teller.join(tipsy)
      await banks.dispute({ phase })
      const own = await teller.own(id)
      expect(own).toMatchObject({ status: 'paused', disputed: { amount: 10 } })
      expect(await banks.statusAtProvider(providerId)).toBe('paused')
      const lists = async () => {
        const [current, resting] = [contract.getUserSubscriptions, contract.getPausedSubscriptions]
        return [
          (await app.call(current, {}, { as: teller.session })).body,
          (await app.call(resting, {}, { as: teller.session })).body,
        ]
      }
      expect(await lists()).toMatchObject([[{ _id: id, disputed: { amount: 10 } }], []])
      const [, notice, ...rest] = await banks.subjects()
      expect([notice, rest]).toEqual([
        'Your bank is disputing a payment to Asha sings: nothing more is charged for now',
        [],
      ])
      await banks.passDays(70)
      expect(await banks.payments()).toHaveLength(1)
      expect(await lists()).toMatchObject([[], [{ _id: id, disputed: { amount: 10 } }]])
    },
  )

  test('nobody can come back or join again', async () => {
    const { id } = await teller.join(tipsy)
    await banks.dispute()
    expect(await banks.back(id)).toMatchObject({ status: 409, failure: { code: 'payment_disputed' } })
    const as = teller.session
    expect(await app.call(contract.createRazorpaySubscription, { planId: tipsy.id }, { as })).toMatchObject({
      status: 409,
      failure: { code: 'payment_disputed' },
    })
    await app.call(contract.cancelSubscription, { m2cSubscriptionId: id }, { as })
    expect(await teller.own(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    expect(await app.call(contract.createRazorpaySubscription, { planId: tipsy.id }, { as })).toMatchObject({
      status: 409,
      failure: { code: 'payment_disputed' },
    })
  })

  test('an order that was open can no longer be paid', async () => {
    const first = await teller.join(tipsy)
    await app.call(contract.cancelSubscription, { m2cSubscriptionId: first.id }, { as: teller.session })
    await banks.passDays(40)
    const { body: open } = await app.call(
      contract.createRazorpaySubscription,
      { planId: tipsy.id },
      { as: teller.session },
    )
    await banks.dispute()
    expect(await banks.statusAtProvider(open.subscriptionId)).toBe('cancelled')
  })

  test('a renewal that the bank had begun before goes back automatically', async () => {
    const { id } = await teller.join(tipsy, 'monthly', 'ahead')
    const end = Date.parse((await teller.own(id)).accessUntil ?? '')
    await teller.pass(Math.floor((end - app.clock.now().getTime()) / 1000) - 20 * 3600)
    await banks.dispute()
    await banks.passDays(2)
    await teller.sandbox.deliver()
    const [first, second, ...others] = await banks.payments()
    expect([first?.backCents, second?.backCents, others]).toEqual([0, 1000, []])
    expect(await teller.own(id)).toMatchObject({
      status: 'paused',
      accessUntil: new Date(end).toISOString(),
    })
    const [refund] = await many(
      app.db,
      sql<{ reason: string }>`select reason from refunds where payment_id = ${second?.id ?? ''}`,
    )
    expect(refund?.reason).toBe(
      'This payment came in while a bank was disputing another payment for the membership.',
    )
  })

  test('a renewal that was charged before, but reported late, is kept', async () => {
    const { id, providerId } = await teller.join(tipsy)
    const end = Date.parse((await teller.own(id)).accessUntil ?? '')
    await teller.sandbox.post('/knobs', { dropProbability: 1 })
    await teller.pass(Math.floor((end - app.clock.now().getTime()) / 1000) + 60)
    await teller.sandbox.post('/knobs', { reset: true })
    expect(await banks.payments()).toHaveLength(1)
    await teller.pass(60)
    await banks.dispute()
    expect(await teller.own(id)).toMatchObject({ status: 'paused' })
    await app.platform.database.pool.query(
      `insert into jobs (name, payload) values ('subscriptions.sync', json_build_object('providerSubscriptionId', '${providerId}'))`,
    )
    await app.drain()
    await teller.sandbox.deliver()
    const [first, second, ...others] = await banks.payments()
    expect([first?.backCents, second?.backCents, others]).toEqual([0, 0, []])
    const own = await teller.own(id)
    expect(own).toMatchObject({ status: 'paused', disputed: { amount: 10 } })
    expect(Date.parse(own.accessUntil ?? '')).toBeGreaterThan(end)
  })

  test('the provider’s report that it still runs opens nothing', async () => {
    const { id, providerId } = await teller.join(tipsy)
    await teller.sandbox.post('/knobs', {
      failNext: { mode: 'error_before_effect', times: 1, method: 'POST', pathIncludes: '/pause' },
    })
    await banks.dispute()
    expect(await banks.statusAtProvider(providerId)).toBe('active')
    await app.platform.database.pool.query(
      `insert into jobs (name, payload) values ('subscriptions.sync', json_build_object('providerSubscriptionId', '${providerId}'))`,
    )
    await app.drain()
    expect(await teller.own(id)).toMatchObject({ status: 'paused' })
  })
})

describe('once the bank has decided', () => {
  test.each(['won', 'closed'] as const)(
    '%s within the period: renewals continue, and are charged',
    async (outcome) => {
      const { id, providerId } = await teller.join(tipsy)
      const disputeId = await banks.dispute()
      await banks.passDays(5)
      await banks.decide(disputeId, outcome)
      expect(await teller.own(id)).toMatchObject({ status: 'active', disputed: null })
      expect(await banks.statusAtProvider(providerId)).toBe('active')
      expect((await banks.subjects()).at(-1)).toBe('The dispute about your payment to Asha sings is over')
      await banks.passDays(28)
      expect(await banks.payments()).toHaveLength(2)
      expect((await banks.payments()).map(({ backCents }) => backCents)).toEqual([0, 0])
    },
  )

  test('a suspicion of fraud that is dropped lets them continue, too', async () => {
    const { id } = await teller.join(tipsy)
    const disputeId = await banks.dispute({ phase: 'fraud' })
    await banks.decide(disputeId, 'closed')
    expect(await teller.own(id)).toMatchObject({ status: 'active', disputed: null })
  })

  test('won after the paid time: nothing is charged until the member comes back', async () => {
    const { id } = await teller.join(tipsy)
    const disputeId = await banks.dispute()
    await banks.passDays(40)
    await banks.decide(disputeId, 'won')
    expect(await teller.own(id)).toMatchObject({ status: 'paused', disputed: null })
    const [newest] = await app.mails(teller.member.email)
    expect(newest?.text).toContain('come back or join again')
    await teller.sandbox.pay((await banks.back(id)).body.subscriptionId)
    await teller.sandbox.deliver()
    expect(await teller.own(id)).toMatchObject({ status: 'active' })
    expect(await banks.payments()).toHaveLength(2)
  })

  test('lost: the membership has ended, and is never charged again', async () => {
    const { id } = await teller.join(tipsy)
    await banks.decide(await banks.dispute(), 'lost')
    expect(await teller.own(id)).toMatchObject({ status: 'canceled' })
    expect((await banks.subjects()).at(-1)).toBe('Your bank has taken back $10 for Asha sings')
    await banks.passDays(40)
    expect(await banks.payments()).toHaveLength(1)
  })

  test.each(['heard of before', 'heard of as lost'])(
    'lost for an older payment, %s: time paid since stays open, and is renewed when the member says so',
    async (heard) => {
      const { id, providerId } = await teller.join(tipsy)
      await banks.passDays(32)
      expect(await banks.payments()).toHaveLength(2)
      if (heard === 'heard of as lost') await teller.sandbox.post('/knobs', { dropProbability: 1 })
      const disputeId = await banks.dispute()
      await teller.sandbox.post('/knobs', { reset: true })
      await banks.decide(disputeId, 'lost')
      await banks.passDays(1)
      const own = await teller.own(id)
      expect(own).toMatchObject({ status: 'paused', disputed: null })
      expect(Date.parse(own.accessUntil ?? '')).toBeGreaterThan(app.clock.now().getTime())
      expect(await banks.statusAtProvider(providerId)).toBe('paused')
      expect((await banks.back(id)).body.mode).toBe('none')
      expect(await teller.own(id)).toMatchObject({ status: 'active' })
      await banks.passDays(1)
      expect(await teller.own(id)).toMatchObject({ status: 'active' })
    },
  )

  test('a partial loss ends nothing, and is a reason to ask', async () => {
    const { id } = await teller.join(tipsy)
    await banks.decide(await banks.dispute({ amount: 400 }), 'lost')
    await banks.passDays(1)
    const own = await teller.own(id)
    expect(own).toMatchObject({ status: 'paused' })
    expect(Date.parse(own.accessUntil ?? '')).toBeGreaterThan(app.clock.now().getTime())
    await banks.passDays(40)
    expect(await banks.payments()).toHaveLength(1)
  })

  test('nothing resumes while the page is suspended or another payment is disputed', async () => {
    const { id } = await teller.join(tipsy)
    await banks.passDays(32)
    const [first, second] = [await banks.dispute(), await banks.dispute({ phase: 'fraud' }, 1)]
    await banks.decide(first, 'won')
    expect(await teller.own(id)).toMatchObject({ status: 'paused' })
    await suspend(app.db, app.platform, owner.id)
    await banks.decide(second, 'closed')
    expect(await teller.own(id)).toMatchObject({ status: 'paused' })
    await reinstate(app.db, app.platform, owner.id)
    await app.drain()
    expect(await teller.own(id)).toMatchObject({ status: 'active' })
  })
})
