import { afterAll, beforeAll, expect, test } from 'vitest'

import { giveRefund } from '#contract/payments/refund-routes.ts'
import { getUserPayments } from '#contract/payments/routes.ts'
import { changePlan, previewPlanChange } from '#contract/subscriptions/change-routes.ts'
import { getSubscription, getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'

import { auditProblems } from './testing/audited.ts'
import { aPayablePage } from './testing/payable-page.ts'
import { moveClocksTogether, steerSandbox } from './testing/sandbox.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A member on Tipsy, of a page that also has Drunk, who changes and pays at once. */
async function aMember() {
  const page = await aPayablePage(app)
  const sandbox = steerSandbox(app)
  const as = page.members
  const drunk = await aPlan(app.db, page.creator.id, { name: 'Drunk', priceCents: 2500 })
  await page.join()
  const [own] = (await app.call(getUserSubscriptions, {}, { as })).body
  const m2cSubscriptionId = own?._id ?? ''
  return {
    page,
    m2cSubscriptionId,
    tipsy: page.plan,
    drunk,
    accessUntil: own?.accessUntil,
    own: async () => (await app.call(getSubscription, { m2cSubscriptionId }, { as })).body,
    newestPayment: async () => (await app.call(getUserPayments, {}, { as })).body[0]?._id ?? '',
    changeTo: async (planId: string, interval: 'monthly' | 'yearly' = 'monthly') => {
      await moveClocksTogether(app, 3600)
      const wish = { m2cSubscriptionId, planId, interval, timing: 'now' } as const
      const { quotedAt, chargedNow } = (await app.call(previewPlanChange, wish, { as })).body
      const order = await app.call(changePlan, { ...wish, quotedAt, chargedNow }, { as })
      await sandbox.pay(order.body.subscriptionId)
      await sandbox.deliver()
    },
    giveBack: async (paymentId: string) => {
      await app.call(giveRefund, { paymentId, reason: 'Sorry' }, { as: page.owners })
      await app.drain()
      await sandbox.deliver()
    },
  }
}

test('changes paid for with an upgrade are undone with its refund, and the books follow', async () => {
  const { m2cSubscriptionId, tipsy, drunk, changeTo, newestPayment, giveBack, own } = await aMember()
  await changeTo(drunk.id)
  const difference = await newestPayment()
  await changeTo(tipsy.id)
  await changeTo(drunk.id)
  expect(await auditProblems(app)).toEqual([])

  await giveBack(difference)
  expect(await own()).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, plan: { name: 'Tipsy' } })
  expect(await auditProblems(app)).toEqual([])

  // The audit still checks the rest.
  await run(
    app.db,
    sql`update subscriptions set period_worth_cents = period_worth_cents + 1 where id = ${m2cSubscriptionId}`,
  )
  expect(await auditProblems(app)).toHaveLength(1)
  await run(
    app.db,
    sql`update subscriptions set period_worth_cents = period_worth_cents - 1 where id = ${m2cSubscriptionId}`,
  )
})

test('refunding an upgrade since turned into fewer days of a dearer plan restores the former plan', async () => {
  const { page, drunk, accessUntil, changeTo, newestPayment, giveBack, own } = await aMember()
  const wasted = await aPlan(app.db, page.creator.id, { name: 'Wasted', priceCents: 9000 })
  await changeTo(drunk.id)
  const difference = await newestPayment()
  // Yearly, so that the credit is counted in days of it.
  await changeTo(wasted.id, 'yearly')
  const shorter = await own()
  expect(shorter.plan.name).toBe('Wasted')
  expect(Date.parse(shorter.accessUntil ?? '')).toBeLessThan(Date.parse(accessUntil ?? ''))

  await giveBack(difference)
  expect(await own()).toMatchObject({ accessUntil, cancelAtPeriodEnd: true, plan: { name: 'Tipsy' } })
  expect(await auditProblems(app)).toEqual([])
})
