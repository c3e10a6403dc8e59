import { afterAll, beforeAll, expect, test } from 'vitest'

import { giveRefund } from '#contract/payments/refund-routes.ts'
import { getUserPayments } from '#contract/payments/routes.ts'
import { changePlan, previewPlanChange } from '#contract/subscriptions/change-routes.ts'
import { getSubscription, getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'

import { auditProblems } from './testing/audited.ts'
import { aPageToPay } from './testing/page-to-pay.ts'
import { passTimeTogether, steerSandbox } from './testing/sandbox.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('what was made of an upgrade goes back with it, and the books follow', async () => {
  const page = await aPageToPay(app)
  const sandbox = steerSandbox(app)
  const as = page.members
  const drunk = await aPlan(app.db, page.creator.id, { name: 'Drunk', priceCents: 2500 })
  await page.join()
  const [own] = (await app.call(getUserSubscriptions, {}, { as })).body
  const m2cSubscriptionId = own?._id ?? ''
  const changeTo = async (planId: string) => {
    await passTimeTogether(app, 3600)
    const wish = { m2cSubscriptionId, planId, interval: 'monthly', timing: 'now' } as const
    const { quotedAt, chargedNow } = (await app.call(previewPlanChange, wish, { as })).body
    const order = await app.call(changePlan, { ...wish, quotedAt, chargedNow }, { as })
    await sandbox.pay(order.body.subscriptionId)
    await sandbox.deliver()
  }
  await changeTo(drunk.id)
  const [difference] = (await app.call(getUserPayments, {}, { as })).body
  await changeTo(page.plan.id)
  await changeTo(drunk.id)
  expect(await auditProblems(app)).toEqual([])

  await app.call(giveRefund, { paymentId: difference?._id ?? '', reason: 'Sorry' }, { as: page.owners })
  await app.drain()
  await sandbox.deliver()
  const { body } = await app.call(getSubscription, { m2cSubscriptionId }, { as })
  expect(body).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, plan: { name: 'Tipsy' } })
  expect(await auditProblems(app)).toEqual([])

  // It looks at what is left all the same.
  await run(
    app.db,
    sql`update subscriptions set period_worth_cents = period_worth_cents + 1 where id = ${m2cSubscriptionId}`,
  )
  expect(await auditProblems(app)).toHaveLength(1)
})
