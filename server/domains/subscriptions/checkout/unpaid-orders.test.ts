import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import * as contract from '#contract/subscriptions/routes.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'
import { makeDueTransitions } from '../lifecycle/due-transitions.ts'

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

/** The member pays, the webhook gets lost, and nobody runs for half a day. */
async function payUnheard(subscriptionId: string): Promise<void> {
  await teller.sandbox.post('/knobs', { dropProbability: 1 })
  await teller.sandbox.pay(subscriptionId)
  await teller.pass(HALF_A_DAY_SECONDS)
  await teller.sandbox.post('/knobs', { reset: true })
}

async function makeTransitions(): Promise<void> {
  await enqueue(app.db, makeDueTransitions, {})
  await app.drain()
}

const refunds = () =>
  many(
    app.db,
    sql<{ reason: string }>`select r.reason from refunds r join payments p on p.id = r.payment_id
      where p.member_id = ${teller.member.id}`,
  )

test('a change that was paid in time holds, once the provider can be asked', async () => {
  const { id } = await teller.join(tipsy)
  await teller.sandbox.post('/knobs', { dropProbability: 1 })
  const subscriptionId = await teller.change({
    m2cSubscriptionId: id,
    planId: drunk.id,
    interval: 'monthly',
  })
  await teller.pass(HALF_A_DAY_SECONDS)
  await teller.sandbox.post('/knobs', {
    dropProbability: 0,
    failNext: { mode: 'error_before_effect', times: 1, method: 'GET', pathIncludes: subscriptionId },
  })
  await makeTransitions()
  await makeTransitions()
  expect(await teller.own(id)).toMatchObject({ plan: { name: 'Drunk' } })
  expect(await refunds()).toEqual([])
})

test('a membership whose first payment was made in time begins, and renews', async () => {
  const wish = { planId: tipsy.id, interval: 'monthly' } as const
  const { body } = await app.call(contract.createRazorpaySubscription, wish, { as: teller.session })
  await payUnheard(body.subscriptionId)
  await makeTransitions()
  expect(await teller.own(body.m2cSubscriptionId)).toMatchObject({ status: 'active' })
  expect(await app.platform.razorpay.getSubscription(body.subscriptionId)).toMatchObject({ status: 'active' })
  expect(await refunds()).toEqual([])
})
