import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import * as contract from '#contract/subscriptions/routes.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'

const HALF_A_DAY_SECONDS = 43_200

let app: TestApp
let teller: BillingStory
let tipsy: PlanRow
let drunk: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  await teller.begin()
  ;({ tipsy, drunk } = await aPageWithPlans(app))
})

/** A payment is made, its webhook gets lost, and no job runs for half a day. */
async function unheard<Answer>(pay: () => Promise<Answer>): Promise<Answer> {
  await teller.sandbox.post('/knobs', { dropProbability: 1 })
  const answer = await pay()
  await teller.pass(HALF_A_DAY_SECONDS)
  await teller.sandbox.post('/knobs', { reset: true })
  return answer
}

test('a change that was paid in time takes effect once the provider can be reached', async () => {
  const { id } = await teller.join(tipsy)
  const wish = { m2cSubscriptionId: id, planId: drunk.id, interval: 'monthly' } as const
  const subscriptionId = await unheard(() => teller.change(wish))
  await teller.sandbox.post('/knobs', {
    failNext: { mode: 'error_before_effect', times: 1, method: 'GET', pathIncludes: subscriptionId },
  })
  await teller.makeDueTransitions()
  await teller.makeDueTransitions()
  expect(await teller.own(id)).toMatchObject({ plan: { name: 'Drunk' } })
  expect(await teller.refunds()).toEqual([])
})

test('a membership whose first payment was made in time begins, and renews', async () => {
  const wish = { planId: tipsy.id, interval: 'monthly' } as const
  const { body } = await app.call(contract.createRazorpaySubscription, wish, { as: teller.session })
  await unheard(() => teller.sandbox.pay(body.subscriptionId))
  await teller.makeDueTransitions()
  expect(await teller.own(body.m2cSubscriptionId)).toMatchObject({ status: 'active' })
  expect(await app.platform.razorpay.getSubscription(body.subscriptionId)).toMatchObject({ status: 'active' })
  expect(await teller.refunds()).toEqual([])
})
