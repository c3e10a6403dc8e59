import { afterAll, beforeAll, expect, test } from 'vitest'

import { requestRefund } from '#contract/payments/refund-routes.ts'
import { getUserPayments } from '#contract/payments/routes.ts'
import { getBalance } from '#contract/payouts/routes.ts'
import * as changes from '#contract/subscriptions/change-routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import { aSession, type BuiltUser } from '#server/domains/accounts/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'

const DAY_SECONDS = 86_400

let app: TestApp
let teller: BillingStory
let asha: BuiltUser
let tipsy: PlanRow
let drunk: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
  await teller.begin()
  const page = { pageName: 'Asha Sings', platformPlan: 'Pro' } as const
  ;({ owner: asha, tipsy, drunk } = await aPageWithPlans(app, { page }))
})
afterAll(() => app.close())

async function watch(): Promise<void> {
  await teller.makeDueTransitions()
  await app.drain()
}

async function balance() {
  const session = await aSession(app.db, app.platform, asha.id)
  return (await app.call(getBalance, {}, { as: session })).body
}

/** Every currency balances to zero, at every step. */
async function expectBalanced(): Promise<void> {
  const sums = await many(
    app.db,
    sql<{ sum: number }>`select sum(amount_minor)::integer as sum from ledger_entries group by currency`,
  )
  expect(sums.every(({ sum }) => sum === 0)).toBe(true)
}

test('a year: join yearly, upgrade, a failed renewal in grace, recovery, cancel, refund; the books right at every step', async () => {
  const { id } = await teller.join(tipsy, 'yearly')
  expect(await teller.own(id)).toMatchObject({ status: 'active', interval: 'yearly', plan: { price: 108 } })
  await expectBalanced()

  await teller.pass(182 * DAY_SECONDS)
  const wish = { m2cSubscriptionId: id, planId: drunk.id, interval: 'yearly' as const }
  const shown = await app.call(changes.previewPlanChange, wish, { as: teller.session })
  expect(shown.body).toMatchObject({ kind: 'upgrade', timing: 'now', nextCharge: 270 })
  const order = await app.call(
    changes.changePlan,
    { ...wish, timing: 'now', quotedAt: shown.body.quotedAt, chargedNow: shown.body.chargedNow },
    { as: teller.session },
  )
  await teller.sandbox.pay(order.body.subscriptionId, 'renewal_fails')
  await teller.sandbox.deliver()
  const upgraded = await teller.own(id)
  expect(upgraded).toMatchObject({ status: 'active', plan: { name: 'Drunk', price: 270 } })
  const topUpCents = Math.round(shown.body.chargedNow * 100)
  expect(await teller.amountsPaid()).toEqual([{ cents: 10_800 }, { cents: topUpCents }])
  await expectBalanced()

  // The renewal day is unchanged; the card no longer works.
  await teller.pass(
    Math.ceil((Date.parse(upgraded.accessUntil ?? '') - app.clock.now().getTime()) / 1000) + 60,
  )
  await watch()
  expect(await teller.own(id)).toMatchObject({ status: 'past_due', plan: { name: 'Drunk' } })
  const rows = await app.call(contract.getUserSubscriptions, {}, { as: teller.session })
  expect(rows.body).toHaveLength(1)

  const card = await app.call(changes.changeCard, { m2cSubscriptionId: id }, { as: teller.session })
  expect(card.body.mode).toBe('card_change')
  await teller.sandbox.post('/pay', {
    subscription_id: card.body.subscriptionId,
    card: 'success',
    card_change: true,
  })
  await teller.sandbox.deliver()
  expect(await teller.own(id)).toMatchObject({ status: 'active' })
  expect(await teller.amountsPaid()).toEqual([{ cents: 10_800 }, { cents: topUpCents }, { cents: 27_000 }])
  await expectBalanced()

  await app.call(contract.cancelSubscription, { m2cSubscriptionId: id }, { as: teller.session })
  expect(await teller.own(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })

  const before = await balance()
  const [last] = (await app.call(getUserPayments, {}, { as: teller.session })).body
  const asked = await app.call(
    requestRefund,
    { paymentId: last?._id ?? '', reason: 'I have no time to listen.' },
    { as: teller.session },
  )
  expect(asked.status).toBe(200)
  await teller.sandbox.deliver()
  await app.drain()
  expect(await teller.own(id)).toMatchObject({ status: 'canceled' })
  expect((await app.call(contract.getUserSubscriptions, {}, { as: teller.session })).body).toEqual([])
  const after = await balance()
  expect(
    before.pending + before.available + before.reserved - after.pending - after.available - after.reserved,
  ).toBeCloseTo(243, 2)
  await expectBalanced()

  const subjects = (await app.mails(teller.member.email)).map(({ subject }) => subject)
  for (const subject of [
    'Welcome to Tipsy by Asha Sings: your receipt',
    'Your membership with Asha Sings has changed',
    'We could not renew your membership with Asha Sings',
    'Your membership with Asha Sings continues',
  ])
    expect(subjects).toContain(subject)
})
