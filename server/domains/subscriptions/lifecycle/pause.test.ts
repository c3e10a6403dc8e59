import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import * as changes from '#contract/subscriptions/change-routes.ts'
import { cancelSubscription } from '#contract/subscriptions/routes.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import type { PaymentSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'

const DAY_SECONDS = 86_400

let app: TestApp
let teller: BillingStory
let tipsy: PlanRow
let sandbox: PaymentSandbox

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
  sandbox = teller.sandbox
  ;({ tipsy } = await aPageWithPlans(app))
})
afterAll(() => app.close())

beforeEach(() => teller.begin())

describe('a pause', () => {
  test('stops the charges and is lifted with one press, at no charge while paid time is left', async () => {
    const { id } = await teller.join(tipsy)
    const paused = await app.call(
      changes.pauseSubscription,
      { m2cSubscriptionId: id },
      { as: teller.session },
    )
    expect(paused.body.status).toBe('paused')
    await sandbox.deliver()
    await teller.pass(5 * DAY_SECONDS)
    const back = await app.call(changes.reactivate, { m2cSubscriptionId: id }, { as: teller.session })
    expect(back.body.mode).toBe('none')
    await sandbox.deliver()
    expect((await teller.own(id)).status).toBe('active')
    await teller.pass(30 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 1000 }])
  })

  test('that outlasts the paid time ends with a new period; nothing is charged for the time between', async () => {
    const { id } = await teller.join(tipsy)
    await app.call(changes.pauseSubscription, { m2cSubscriptionId: id }, { as: teller.session })
    await teller.pass(100 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
    const back = await app.call(changes.reactivate, { m2cSubscriptionId: id }, { as: teller.session })
    expect(back.body.mode).toBe('payment')
    await sandbox.pay(back.body.subscriptionId)
    await sandbox.deliver()
    const now = await teller.own(id)
    expect(now.status).toBe('active')
    expect(Date.parse(now.accessUntil ?? '')).toBeGreaterThan(
      app.clock.now().getTime() + 25 * DAY_SECONDS * 1000,
    )
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 1000 }])
  })
})

describe('another card', () => {
  test('pays a renewal that failed, at once', async () => {
    const { id, providerId } = await teller.join(tipsy, 'monthly', 'renewal_fails')
    await teller.pass(32 * DAY_SECONDS)
    expect((await teller.own(id)).status).toBe('past_due')
    const order = await app.call(changes.changeCard, { m2cSubscriptionId: id }, { as: teller.session })
    expect(order.body).toMatchObject({ mode: 'card_change', subscriptionId: providerId })
    await sandbox.post('/pay', { subscription_id: providerId, card: 'success', card_change: true })
    await sandbox.deliver()
    expect((await teller.own(id)).status).toBe('active')
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 1000 }])
  })

  test("once the provider gave up, pays a new period at the member's own price", async () => {
    const { id } = await teller.join(tipsy, 'monthly', 'renewal_fails')
    await teller.pass(36 * DAY_SECONDS)
    const order = await app.call(changes.changeCard, { m2cSubscriptionId: id }, { as: teller.session })
    expect(order.body.mode).toBe('payment')
    await sandbox.pay(order.body.subscriptionId)
    await sandbox.deliver()
    expect((await teller.own(id)).status).toBe('active')
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 1000 }])
  })

  test('does not take a cancellation back', async () => {
    const { id } = await teller.join(tipsy)
    await app.call(changes.pauseSubscription, { m2cSubscriptionId: id }, { as: teller.session })
    await app.call(cancelSubscription, { m2cSubscriptionId: id }, { as: teller.session })
    await app.drain()
    const refused = await app.call(changes.changeCard, { m2cSubscriptionId: id }, { as: teller.session })
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_running' } })
  })
})

describe('cancelling after a change', () => {
  test('ends with the period, though the provider has not begun to charge the new plan', async () => {
    const { id } = await teller.join(tipsy)
    const wish = { m2cSubscriptionId: id, planId: tipsy.id, interval: 'yearly' as const }
    const shown = await app.call(changes.previewPlanChange, wish, { as: teller.session })
    const order = await app.call(
      changes.changePlan,
      { ...wish, timing: 'period_end', quotedAt: shown.body.quotedAt, chargedNow: 0 },
      { as: teller.session },
    )
    await sandbox.pay(order.body.subscriptionId)
    await sandbox.deliver()
    await app.call(cancelSubscription, { m2cSubscriptionId: id }, { as: teller.session })
    const { accessUntil } = await teller.own(id)
    const leftSeconds = Math.floor((Date.parse(accessUntil ?? '') - app.clock.now().getTime()) / 1000)
    await teller.pass(leftSeconds - 1800)
    expect(await teller.own(id)).toMatchObject({ accessUntil })
    await teller.pass(40 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
    await teller.makeDueTransitions()
    expect((await teller.own(id)).status).toBe('canceled')
  })
})
