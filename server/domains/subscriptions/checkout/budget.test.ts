import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import * as control from '#contract/subscriptions/billing-overview-routes.ts'
import * as changes from '#contract/subscriptions/change-routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'

let app: TestApp
let teller: BillingStory
let asha: { tipsy: PlanRow; drunk: PlanRow }
let tomas: { tipsy: PlanRow; drunk: PlanRow }

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
  asha = await aPageWithPlans(app)
  tomas = await aPageWithPlans(app)
})
afterAll(() => app.close())

beforeEach(() => teller.begin())

const budget = (monthlyBudget: number) =>
  app.call(control.setBudget, { monthlyBudget }, { as: teller.session })
const start = (plan: PlanRow) =>
  app.call(contract.createRazorpaySubscription, { planId: plan.id }, { as: teller.session })
const cancel = (id: string) =>
  app.call(contract.cancelSubscription, { m2cSubscriptionId: id }, { as: teller.session })

const REFUSED = { status: 409, failure: { code: 'budget_reached' } }

describe('a monthly budget', () => {
  test('counts an attempt while it can still be paid, and no longer', async () => {
    await budget(15)
    expect((await start(asha.tipsy)).status).toBe(200)
    expect(await start(tomas.tipsy)).toMatchObject(REFUSED)
    await teller.pass(31 * 60)
    expect((await start(tomas.tipsy)).status).toBe(200)
  })

  test('counts a change that can still be paid, at what it leads to', async () => {
    const { id } = await teller.join(asha.tipsy)
    await budget(34)
    const wish = { m2cSubscriptionId: id, planId: asha.drunk.id, interval: 'monthly', timing: 'now' } as const
    const { quotedAt, chargedNow } = (await app.call(changes.previewPlanChange, wish, { as: teller.session }))
      .body
    await app.call(changes.changePlan, { ...wish, quotedAt, chargedNow }, { as: teller.session })
    // $25 once it is paid, and $10 more.
    expect(await start(tomas.tipsy)).toMatchObject(REFUSED)
  })

  test('blocks taking back a cancellation that would exceed it, and says so', async () => {
    const { id } = await teller.join(asha.tipsy)
    await cancel(id)
    await budget(15)
    await teller.join(tomas.tipsy)
    const resumed = await app.call(
      contract.resumeSubscription,
      { m2cSubscriptionId: id },
      { as: teller.session },
    )
    expect(resumed).toMatchObject(REFUSED)
    expect(resumed.failure.message).toContain('monthly budget')
    await budget(20)
    const again = await app.call(
      contract.resumeSubscription,
      { m2cSubscriptionId: id },
      { as: teller.session },
    )
    expect(again).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: false } })
  })

  test('blocks a reactivation that would exceed it', async () => {
    const { id } = await teller.join(asha.tipsy)
    await app.call(changes.pauseSubscription, { m2cSubscriptionId: id }, { as: teller.session })
    await budget(15)
    await teller.join(tomas.tipsy)
    const back = () => app.call(changes.reactivate, { m2cSubscriptionId: id }, { as: teller.session })
    expect(await back()).toMatchObject(REFUSED)
    await teller.pass(40 * 86_400)
    expect(await back()).toMatchObject(REFUSED)
  })
})
