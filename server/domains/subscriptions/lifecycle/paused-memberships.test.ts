import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import * as changes from '#contract/subscriptions/change-routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
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
  ;({ tipsy, drunk } = await aPageWithPlans(app))
})
afterAll(() => app.close())

beforeEach(() => teller.begin())

/** A membership that was paused five days into its month. */
async function aRestingMember(plan = tipsy) {
  const joined = await teller.join(plan)
  await teller.pass(5 * DAY_SECONDS)
  await app.call(changes.pauseSubscription, { m2cSubscriptionId: joined.id }, { as: teller.session })
  await teller.sandbox.deliver()
  return joined
}

const running = async () => (await app.call(contract.getUserSubscriptions, {}, { as: teller.session })).body
const paused = async () => (await app.call(contract.getPausedSubscriptions, {}, { as: teller.session })).body

async function change(id: string, plan: PlanRow, timing: 'now' | 'period_end') {
  const wish = { m2cSubscriptionId: id, planId: plan.id, interval: 'monthly', timing } as const
  const shown = await app.call(changes.previewPlanChange, wish, { as: teller.session })
  expect(shown.status).toBe(200)
  const { quotedAt, chargedNow } = shown.body
  const order = await app.call(changes.changePlan, { ...wish, quotedAt, chargedNow }, { as: teller.session })
  expect(order.status).toBe(200)
  await teller.sandbox.pay(order.body.subscriptionId)
  await teller.sandbox.deliver()
  return shown.body
}

describe('a paused membership', () => {
  test('is listed apart from the active ones', async () => {
    const { id } = await aRestingMember()
    expect(await running()).toEqual([])
    expect(await paused()).toMatchObject([{ _id: id, status: 'paused' }])
  })

  test('can be canceled: the paid time stays open, and nothing is charged any more', async () => {
    const { id, providerId } = await aRestingMember()
    const before = await teller.own(id)
    const answer = await app.call(
      contract.cancelSubscription,
      { m2cSubscriptionId: id },
      { as: teller.session },
    )
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'active', cancelAtPeriodEnd: true, accessUntil: before.accessUntil },
    })
    await app.drain()
    expect((await app.platform.razorpay.getSubscription(providerId)).status).toBe('cancelled')
    expect(await paused()).toEqual([])
    expect(await running()).toHaveLength(1)
    await teller.pass(60 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
    expect(
      (await app.call(contract.createSubscription, { planId: tipsy.id }, { as: teller.session })).status,
    ).toBe(200)
  })

  test('can be changed for a dearer plan: it runs again, and the paid time counts', async () => {
    const { id } = await aRestingMember()
    const before = await teller.own(id)
    const shown = await change(id, drunk, 'now')
    // The rest of a month of 28 to 31 days, five of which are over: its share of the $15 between the two plans.
    expect(shown.chargedNow).toBeGreaterThan((15 * 22) / 31)
    expect(shown.chargedNow).toBeLessThan((15 * 27) / 28)
    expect(shown.lines[0]).toBe("Your membership is active again, and what you've paid counts.")
    expect(await teller.own(id)).toMatchObject({
      status: 'active',
      plan: { name: 'Drunk' },
      accessUntil: before.accessUntil,
    })
    await teller.pass(30 * DAY_SECONDS)
    expect((await teller.amountsPaid()).map(({ cents }) => cents)).toEqual([
      1000,
      Math.round(shown.chargedNow * 100),
      2500,
    ])
  })

  test('can be changed for the end of the paid time: nothing is charged before', async () => {
    const { id } = await aRestingMember(drunk)
    await change(id, tipsy, 'period_end')
    expect(await teller.own(id)).toMatchObject({
      status: 'active',
      plan: { name: 'Drunk' },
      next: { planName: 'Tipsy' },
    })
    await teller.pass(30 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 2500 }, { cents: 1000 }])
  })

  test('with no paid time left begins a whole period of another plan', async () => {
    const { id } = await aRestingMember()
    await teller.pass(60 * DAY_SECONDS)
    const shown = await change(id, drunk, 'now')
    expect(shown).toMatchObject({ chargedNow: 25, timing: 'now', nextCharge: 25 })
    const own = await teller.own(id)
    expect(own).toMatchObject({ status: 'active', plan: { name: 'Drunk' } })
    expect(own.accessUntil?.slice(0, 10)).toBe(shown.nextChargeAt.slice(0, 10))
    await teller.pass(32 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 2500 }, { cents: 2500 }])
  })

  test('lets its member join another plan of the page, and stays as it was when the window is closed', async () => {
    const { id } = await aRestingMember()
    await teller.pass(60 * DAY_SECONDS)
    const join = await app.call(
      contract.createRazorpaySubscription,
      { planId: drunk.id },
      { as: teller.session },
    )
    expect(join).toMatchObject({ status: 200, body: { m2cSubscriptionId: id } })
    expect(await paused()).toMatchObject([{ _id: id, planId: { name: 'Tipsy' } }])
    await teller.sandbox.pay(join.body.subscriptionId)
    await teller.sandbox.deliver()
    expect(await running()).toMatchObject([{ _id: id, planId: { name: 'Drunk' }, status: 'active' }])
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 2500 }])
  })

  test('lets its member join another plan while paid time is left, and charges only the difference', async () => {
    const { id } = await aRestingMember()
    const join = await app.call(
      contract.createRazorpaySubscription,
      { planId: drunk.id },
      { as: teller.session },
    )
    expect(join.status).toBe(200)
    await teller.sandbox.pay(join.body.subscriptionId)
    await teller.sandbox.deliver()
    expect(await teller.own(id)).toMatchObject({ status: 'active', plan: { name: 'Drunk' } })
    const [, difference] = await teller.amountsPaid()
    expect(difference?.cents).toBeLessThan(1500)
  })
})
