import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import {
  changeCard,
  changePlan,
  reactivate,
  previewPlanChange,
} from '#contract/subscriptions/change-routes.ts'
import { createRazorpaySubscription } from '#contract/subscriptions/routes.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'
import { aSubscription } from '../testing.ts'

/* Nobody pays twice for the same days, whoever ended the membership, and nothing opens before it is paid. */

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

const joinAnew = (plan: PlanRow) =>
  app.call(createRazorpaySubscription, { planId: plan.id }, { as: teller.session })

test('a membership the provider ended lasts to the end of the paid time, and continues from there', async () => {
  const { id, providerId } = await teller.join(tipsy)
  const { accessUntil } = await teller.own(id)
  await app.platform.razorpay.cancelSubscription(providerId, { isAtPeriodEnd: false })
  await teller.sandbox.deliver()
  const ending = { status: 'active', cancelAtPeriodEnd: true, keptBy: 'checkout', accessUntil }
  expect(await teller.own(id)).toMatchObject(ending)
  expect(await joinAnew(tipsy)).toMatchObject({ status: 409, failure: { code: 'already_subscribed' } })

  const order = await app.call(reactivate, { m2cSubscriptionId: id }, { as: teller.session })
  await teller.sandbox.pay(order.body.subscriptionId)
  await teller.sandbox.deliver()
  const kept = { status: 'active', cancelAtPeriodEnd: false, accessUntil }
  expect(await teller.own(id)).toMatchObject(kept)
  expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
})

test("an ended membership with paid time left can't be joined again before that runs out", async () => {
  const accessUntil = new Date(app.clock.now().getTime() + DAY_SECONDS * 1000)
  await aSubscription(app.db, teller.member.id, tipsy, { status: 'canceled', accessUntil })
  expect(await joinAnew(drunk)).toMatchObject({ status: 409, failure: { code: 'still_paid' } })
  await teller.pass(2 * DAY_SECONDS)
  expect((await joinAnew(drunk)).status).toBe(200)
})

test('a dearer plan that begins with the next period opens with its charge, not while that fails', async () => {
  const { id } = await teller.join(tipsy)
  const wish = {
    m2cSubscriptionId: id,
    planId: drunk.id,
    interval: 'monthly' as const,
    timing: 'period_end' as const,
  }
  const { body } = await app.call(previewPlanChange, wish, { as: teller.session })
  const { quotedAt, chargedNow } = body
  const order = await app.call(changePlan, { ...wish, quotedAt, chargedNow }, { as: teller.session })
  await teller.sandbox.pay(order.body.subscriptionId, 'renewal_fails')
  await teller.sandbox.deliver()
  await teller.pass(33 * DAY_SECONDS)
  await teller.makeDueTransitions()
  expect(await teller.own(id)).toMatchObject({ status: 'past_due', plan: { name: 'Tipsy' } })

  const card = await app.call(changeCard, { m2cSubscriptionId: id }, { as: teller.session })
  await teller.sandbox.post('/pay', {
    subscription_id: card.body.subscriptionId,
    card: 'success',
    card_change: true,
  })
  await teller.sandbox.deliver()
  expect(await teller.own(id)).toMatchObject({ status: 'active', plan: { name: 'Drunk' }, next: null })
  expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 2500 }])
})
