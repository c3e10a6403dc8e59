import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getReceipt, getUserPayments } from '#contract/payments/routes.ts'
import * as changes from '#contract/subscriptions/change-routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import { refundPayment } from '#server/domains/payments/service.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'

const DAY_SECONDS = 86_400

let app: TestApp
let teller: BillingStory
let tipsy: PlanRow
let drunk: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
  ;({ tipsy, drunk } = await aPageWithPlans(app, { page: { pageName: 'Asha Rao' } }))
})
afterAll(() => app.close())

beforeEach(() => teller.begin())

const change = (id: string, plan: PlanRow, interval: 'monthly' | 'yearly' = 'monthly') =>
  teller.change({ m2cSubscriptionId: id, planId: plan.id, interval })

const payments = async () => (await app.call(getUserPayments, {}, { as: teller.session })).body

/** Refunds a payment as the operator, and lets everything that follows happen. */
async function giveBack(paymentId: string | undefined) {
  const now = app.platform.clock.now()
  await app.platform.database.db.transaction().execute((db) =>
    refundPayment(db, {
      paymentId: paymentId ?? '',
      origin: 'operator',
      amountCents: null,
      reason: 'It was not what you expected.',
      now,
    }),
  )
  await app.drain()
  await teller.sandbox.deliver()
}

async function statusAtProvider(id: string) {
  const state = await teller.sandbox.get('/state')
  return (state['subscriptions'] as Record<string, { status: string }>)[id]?.status
}

describe('refunding the proration of an upgrade', () => {
  test('takes the upgrade back: the former plan lasts to the day it was paid to, and nothing is charged after', async () => {
    const { id } = await teller.join(tipsy)
    await teller.pass(10 * DAY_SECONDS)
    const { accessUntil } = await teller.own(id)
    const dearer = await change(id, drunk)
    const [proration] = await payments()
    expect(proration).toMatchObject({
      kind: 'proration',
      plan: { name: 'Drunk' },
      period: { until: accessUntil },
    })
    await giveBack(proration?._id)

    expect(await teller.own(id)).toMatchObject({
      status: 'active',
      plan: { name: 'Tipsy', price: 10 },
      accessUntil,
      accessEnds: accessUntil,
      cancelAtPeriodEnd: true,
      keptBy: 'checkout',
      next: null,
    })
    expect(await statusAtProvider(dearer)).toBe('cancelled')
    const mail = (await app.mails(teller.member.email)).find(({ subject }) =>
      subject.includes('from Asha Rao has been sent'),
    )
    expect(mail?.text).toContain('Your upgrade to Drunk has ended with it. You are back on Tipsy')
    expect(mail?.text).toContain('Keep my membership')

    await teller.pass(40 * DAY_SECONDS)
    await teller.makeDueTransitions()
    expect(await teller.own(id)).toMatchObject({ status: 'canceled' })
    expect(await teller.amountsPaid()).toHaveLength(2)
  })

  test('leaves one press to continue: the card is registered, and the former price is charged when the period ends', async () => {
    const { id } = await teller.join(tipsy)
    await teller.pass(10 * DAY_SECONDS)
    await change(id, drunk)
    await giveBack((await payments())[0]?._id)
    const undo = await app.call(
      contract.resumeSubscription,
      { m2cSubscriptionId: id },
      { as: teller.session },
    )
    expect(undo.failure.code).toBe('card_needed')

    const order = await app.call(changes.reactivate, { m2cSubscriptionId: id }, { as: teller.session })
    expect(order.body.mode).toBe('payment')
    await teller.sandbox.pay(order.body.subscriptionId)
    await teller.sandbox.deliver()
    expect(await teller.own(id)).toMatchObject({
      status: 'active',
      plan: { name: 'Tipsy' },
      cancelAtPeriodEnd: false,
      keptBy: 'undo',
    })
    await teller.pass(25 * DAY_SECONDS)
    expect((await teller.amountsPaid()).map(({ cents }) => cents).toSpliced(1, 1)).toEqual([1000, 1000])
  })

  test('and then the period itself: access ends', async () => {
    const { id } = await teller.join(tipsy)
    await teller.pass(5 * DAY_SECONDS)
    await change(id, drunk)
    const [proration, period] = await payments()
    await giveBack(proration?._id)
    await giveBack(period?._id)
    const { status, accessUntil } = await teller.own(id)
    expect(status).toBe('canceled')
    expect(Date.parse(accessUntil ?? '')).toBeLessThanOrEqual(app.platform.clock.now().getTime())
  })

  test('after a renewal at the new price, ends nothing', async () => {
    const { id } = await teller.join(tipsy)
    await teller.pass(25 * DAY_SECONDS)
    await change(id, drunk)
    const [proration] = await payments()
    await teller.pass(8 * DAY_SECONDS)
    const before = await teller.own(id)
    await giveBack(proration?._id)
    expect(await teller.own(id)).toEqual(before)
  })

  test('of two upgrades goes back one step at a time', async () => {
    const { id } = await teller.join(tipsy)
    await teller.pass(5 * DAY_SECONDS)
    await change(id, drunk)
    const wasted = await aPlan(app.db, drunk.creatorId, { name: 'Wasted', priceCents: 9000 })
    await change(id, wasted)
    const [second, first] = await payments()
    await giveBack(second?._id)
    expect((await teller.own(id)).plan.name).toBe('Drunk')
    await giveBack(first?._id)
    expect((await teller.own(id)).plan.name).toBe('Tipsy')
  })
})

test('a receipt says what was bought, also after a switch to another plan and interval', async () => {
  const { id } = await teller.join(tipsy)
  await teller.pass(5 * DAY_SECONDS)
  await change(id, drunk)
  await teller.pass(27 * DAY_SECONDS)
  await change(id, tipsy, 'yearly')
  await teller.pass(31 * DAY_SECONDS)
  const bought = (await payments()).map(({ plan, interval, kind, amount }) => [
    plan.name,
    interval,
    kind,
    amount,
  ])
  expect(bought).toEqual([
    ['Tipsy', 'yearly', 'period', 108],
    ['Drunk', 'monthly', 'period', 25],
    ['Drunk', 'monthly', 'proration', bought[2]?.[3]],
    ['Tipsy', 'monthly', 'period', 10],
  ])
  const first = (await payments()).at(-1)
  const receipt = await app.call(getReceipt, { paymentId: first?._id ?? '' }, { as: teller.session })
  expect(receipt.body).toMatchObject({ plan: { name: 'Tipsy' }, interval: 'monthly', kind: 'period' })
  const { from, until } = receipt.body.period
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000
  // A February, less what was over of the first day: the provider's days begin at midnight in India.
  expect(days).toBeGreaterThan(27)
  expect(days).toBeLessThanOrEqual(31)
})
