import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { cancelDeletion, requestDeletion } from '#contract/accounts/deletion-routes.ts'
import * as changes from '#contract/subscriptions/change-routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import { aSession, type BuiltUser } from '#server/domains/accounts/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'

const DAY_SECONDS = 86_400
const PASSWORD = 'quiet-otter-42-lamps'

let app: TestApp
let teller: BillingStory
let owner: BuiltUser
let tipsy: PlanRow
let drunk: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  await teller.begin()
  ;({ owner, tipsy, drunk } = await aPageWithPlans(app, { owner: { password: PASSWORD } }))
})

async function change(id: string, plan: PlanRow) {
  const wish = { m2cSubscriptionId: id, planId: plan.id, interval: 'monthly', timing: 'period_end' } as const
  const shown = (await app.call(changes.previewPlanChange, wish, { as: teller.session })).body
  const { quotedAt, chargedNow } = shown
  const order = await app.call(changes.changePlan, { ...wish, quotedAt, chargedNow }, { as: teller.session })
  expect(order.status).toBe(200)
  await teller.sandbox.pay(order.body.subscriptionId)
  await teller.sandbox.deliver()
  return { shown, providerId: order.body.subscriptionId }
}

async function reactivate(id: string) {
  return (await app.call(changes.reactivate, { m2cSubscriptionId: id }, { as: teller.session })).body
}

const statusAtProvider = async (id: string) => (await app.platform.razorpay.getSubscription(id)).status

test('a planned change is taken back by asking for the present terms: nothing is charged, and all stays as it was', async () => {
  const { id } = await teller.join(drunk)
  await teller.pass(5 * DAY_SECONDS)
  const before = await teller.own(id)
  const planned = await change(id, tipsy)
  expect((await teller.own(id)).next?.planName).toBe('Tipsy')

  const { shown } = await change(id, drunk)
  expect(shown).toMatchObject({ chargedNow: 0, nextCharge: 25, nextChargeAt: before.accessUntil })
  expect(shown.lines[0]).toBe('You stay on Drunk: the planned change is undone.')
  // Nobody has told yet where the card of the newest agreement is from.
  expect(await teller.own(id)).toEqual({ ...before, isCardIndian: false })
  expect(await statusAtProvider(planned.providerId)).toBe('cancelled')
  await teller.pass(30 * DAY_SECONDS)
  expect(await teller.amountsPaid()).toEqual([{ cents: 2500 }, { cents: 2500 }])
})

test('a pause after a change of plan needs no card to come back, and charges nothing while it lasts', async () => {
  const { id } = await teller.join(drunk)
  await change(id, tipsy)
  await app.call(changes.pauseSubscription, { m2cSubscriptionId: id }, { as: teller.session })
  await teller.sandbox.deliver()
  expect((await teller.own(id)).status).toBe('paused')
  await teller.pass(5 * DAY_SECONDS)
  expect((await reactivate(id)).mode).toBe('none')
  expect((await teller.own(id)).status).toBe('active')
  await teller.pass(30 * DAY_SECONDS)
  expect(await teller.amountsPaid()).toEqual([{ cents: 2500 }, { cents: 1000 }])
})

test('a pause after a change that outlasts the paid time is never charged', async () => {
  const { id } = await teller.join(drunk)
  await change(id, tipsy)
  await app.call(changes.pauseSubscription, { m2cSubscriptionId: id }, { as: teller.session })
  const end = Date.parse((await teller.own(id)).accessUntil ?? '')
  await teller.pass(Math.floor((end - app.clock.now().getTime()) / 1000) - 1800)
  await teller.pass(2 * DAY_SECONDS)
  expect(await teller.amountsPaid()).toEqual([{ cents: 2500 }])
  expect((await reactivate(id)).mode).toBe('payment')
})

/** To so many seconds before its paid time ends: the provider is told two days before. */
async function passUntilBefore(id: string, seconds: number): Promise<void> {
  const end = Date.parse((await teller.own(id)).accessUntil ?? '')
  await teller.pass(Math.floor((end - app.clock.now().getTime()) / 1000) - seconds)
}

test('a page that closes ends its memberships at the provider before they are charged again', async () => {
  const { id, providerId } = await teller.join(tipsy)
  // The deletion becomes final after the paid time.
  await teller.pass(20 * DAY_SECONDS)
  const as = await aSession(app.db, app.platform, owner.id)
  await app.call(requestDeletion, { currentPassword: PASSWORD }, { as })
  await app.drain()
  expect(await teller.own(id)).toMatchObject({
    status: 'active',
    cancelAtPeriodEnd: true,
    keptBy: 'undo',
  })
  expect(await statusAtProvider(providerId)).toBe('active')
  await passUntilBefore(id, 1.5 * DAY_SECONDS)
  expect(await teller.own(id)).toMatchObject({ status: 'active', keptBy: 'checkout' })
  await teller.pass(10 * DAY_SECONDS)
  expect(await statusAtProvider(providerId)).toBe('cancelled')
  expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
})

test('a membership of a page that came back too late continues once its card is registered', async () => {
  const { id } = await teller.join(tipsy)
  await passUntilBefore(id, 1.5 * DAY_SECONDS)
  const as = await aSession(app.db, app.platform, owner.id)
  await app.call(requestDeletion, { currentPassword: PASSWORD }, { as })
  await app.drain()
  expect((await app.call(changes.reactivate, { m2cSubscriptionId: id }, { as: teller.session })).status).toBe(
    404,
  )
  await app.call(cancelDeletion, {}, { as: await aSession(app.db, app.platform, owner.id) })
  await app.drain()
  const undo = await app.call(contract.resumeSubscription, { m2cSubscriptionId: id }, { as: teller.session })
  expect(undo.failure.code).toBe('card_needed')
  const order = await reactivate(id)
  await teller.sandbox.pay(order.subscriptionId)
  await teller.sandbox.deliver()
  expect(await teller.own(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false, keptBy: 'undo' })
  await teller.pass(31 * DAY_SECONDS)
  expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 1000 }])
})
