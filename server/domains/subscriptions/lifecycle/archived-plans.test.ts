import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import * as changes from '#contract/subscriptions/change-routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import { aSession } from '#server/domains/accounts/testing.ts'
import type { CreatorRow } from '#server/domains/creators/service.ts'
import { type PlanRow, retirePlan } from '#server/domains/plans/service.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'

const DAY_SECONDS = 86_400

let app: TestApp
let teller: BillingStory
let creator: CreatorRow
let tipsy: PlanRow
let drunk: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  await teller.begin()
  ;({ creator, tipsy, drunk } = await aPageWithPlans(app, { page: { pageName: 'Asha Rao' } }))
})

async function archive(plan: PlanRow) {
  await app.db.transaction().execute((db) => retirePlan(db, creator.id, plan.id, app.clock.now()))
  await app.drain()
}

/** Plans a change for the end of the period, and registers the card for it. */
async function planChange(id: string, to: PlanRow): Promise<string> {
  const wish = { m2cSubscriptionId: id, planId: to.id, interval: 'monthly', timing: 'period_end' } as const
  const { quotedAt, chargedNow } = (await app.call(changes.previewPlanChange, wish, { as: teller.session }))
    .body
  const order = await app.call(changes.changePlan, { ...wish, quotedAt, chargedNow }, { as: teller.session })
  await teller.sandbox.pay(order.body.subscriptionId)
  await teller.sandbox.deliver()
  return order.body.subscriptionId
}

const act = (
  route: typeof contract.resumeSubscription | typeof changes.reactivate | typeof changes.changeCard,
  id: string,
) => app.call(route as typeof contract.resumeSubscription, { m2cSubscriptionId: id }, { as: teller.session })

const statusAtProvider = async (id: string) => (await app.platform.razorpay.getSubscription(id)).status

describe('a planned change', () => {
  test('to a plan that is archived meanwhile is dropped; the member is notified and charged for neither', async () => {
    const { id } = await teller.join(drunk)
    const planned = await planChange(id, tipsy)
    await archive(tipsy)
    expect(await teller.own(id)).toMatchObject({
      status: 'active',
      plan: { name: 'Drunk' },
      next: null,
      cancelAtPeriodEnd: true,
      keptBy: 'checkout',
    })
    expect(await statusAtProvider(planned)).toBe('cancelled')
    const [mail] = await app.mails(teller.member.email)
    expect(mail?.subject).toBe('Your change to Tipsy won’t go ahead')
    expect(mail?.text).toContain('You stay on Drunk')
    await teller.pass(40 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 2500 }])
  })

  test('that was dropped leaves one press to continue on the present plan', async () => {
    const { id } = await teller.join(drunk)
    await planChange(id, tipsy)
    await archive(tipsy)
    const order = await app.call(changes.reactivate, { m2cSubscriptionId: id }, { as: teller.session })
    expect(order.status).toBe(200)
    await teller.sandbox.pay(order.body.subscriptionId)
    await teller.sandbox.deliver()
    await teller.pass(32 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 2500 }, { cents: 2500 }])
  })

  test('from an archived plan to a live one is kept', async () => {
    const { id } = await teller.join(drunk)
    const planned = await planChange(id, tipsy)
    await archive(drunk)
    expect(await teller.own(id)).toMatchObject({ cancelAtPeriodEnd: false, next: { planName: 'Tipsy' } })
    expect(await statusAtProvider(planned)).toBe('authenticated')
    await teller.pass(32 * DAY_SECONDS)
    expect(await teller.own(id)).toMatchObject({ status: 'active', plan: { name: 'Tipsy' } })
    expect(await teller.amountsPaid()).toEqual([{ cents: 2500 }, { cents: 1000 }])
  })

  test('from an archived plan to its other interval is dropped too', async () => {
    const { id } = await teller.join(tipsy)
    const wish = {
      m2cSubscriptionId: id,
      planId: tipsy.id,
      interval: 'yearly',
      timing: 'period_end',
    } as const
    const { quotedAt, chargedNow } = (await app.call(changes.previewPlanChange, wish, { as: teller.session }))
      .body
    const order = await app.call(
      changes.changePlan,
      { ...wish, quotedAt, chargedNow },
      { as: teller.session },
    )
    await teller.sandbox.pay(order.body.subscriptionId)
    await teller.sandbox.deliver()
    await archive(tipsy)
    expect(await teller.own(id)).toMatchObject({ cancelAtPeriodEnd: true, next: null })
    await teller.pass(40 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
  })
})

describe('a membership of an archived plan', () => {
  test('is renewed in none of the three ways', async () => {
    // By the provider.
    const running = await teller.join(tipsy)
    await archive(tipsy)
    expect((await teller.own(running.id)).plan.isOffered).toBe(false)
    // By taking the end back.
    expect(await act(contract.resumeSubscription, running.id)).toMatchObject({
      status: 404,
      failure: { code: 'plan_not_found' },
    })
    // By the card.
    expect(await act(changes.reactivate, running.id)).toMatchObject({ status: 404 })
    await teller.pass(40 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
  })

  test('is not come back to when it was paused, nor paid late when its renewal had failed', async () => {
    const { id } = await teller.join(tipsy)
    await app.call(changes.pauseSubscription, { m2cSubscriptionId: id }, { as: teller.session })
    const { member } = teller
    await teller.beginAnother()
    const failing = await teller.join(tipsy, 'monthly', 'renewal_fails')
    await teller.pass(32 * DAY_SECONDS)
    expect((await teller.own(failing.id)).status).toBe('past_due')
    await archive(tipsy)
    expect(await act(changes.changeCard, failing.id)).toMatchObject({ status: 404 })
    expect(await act(changes.reactivate, failing.id)).toMatchObject({ status: 404 })
    const as = await aSession(app.db, app.platform, member.id)
    const back = await app.call(changes.reactivate, { m2cSubscriptionId: id }, { as })
    expect(back).toMatchObject({ status: 404, failure: { code: 'plan_not_found' } })
  })

  test('is over at once when its renewal had failed, as there is nothing left to pay, and its member is notified', async () => {
    const { id } = await teller.join(tipsy, 'monthly', 'renewal_fails')
    await teller.pass(32 * DAY_SECONDS)
    await archive(tipsy)
    await teller.makeDueTransitions()
    expect((await teller.own(id)).status).toBe('canceled')
    const mail = (await app.mails(teller.member.email)).find(({ subject }) => subject.includes('no longer'))
    expect(mail?.text).toContain('Your last renewal wasn’t paid, so your membership is over')
    expect(mail?.text).not.toContain('You keep access until')
  })

  test('may still be changed for a live one', async () => {
    const { id } = await teller.join(tipsy)
    await teller.pass(3 * DAY_SECONDS)
    await archive(tipsy)
    const wish = { m2cSubscriptionId: id, planId: drunk.id, interval: 'monthly', timing: 'now' } as const
    const { quotedAt, chargedNow } = (await app.call(changes.previewPlanChange, wish, { as: teller.session }))
      .body
    const order = await app.call(
      changes.changePlan,
      { ...wish, quotedAt, chargedNow },
      { as: teller.session },
    )
    await teller.sandbox.pay(order.body.subscriptionId)
    await teller.sandbox.deliver()
    expect(await teller.own(id)).toMatchObject({
      status: 'active',
      plan: { name: 'Drunk', isOffered: true },
      cancelAtPeriodEnd: false,
    })
  })
})
