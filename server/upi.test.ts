import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getUserPayments } from '#contract/payments/routes.ts'
import { updatePlan } from '#contract/plans/routes.ts'
import { changePlan, previewPlanChange } from '#contract/subscriptions/change-routes.ts'
import * as joining from '#contract/subscriptions/routes.ts'
import { reconcileSettlements } from '#server/domains/payments/settlements/settlements.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { makeDueTransitions } from '#server/domains/subscriptions/lifecycle/due-transitions.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { auditProblems } from './testing/audited.ts'
import { aPageInRupees, nightlyProblems } from './testing/page-in-rupees.ts'
import { moveClocksTogether, steerSandbox } from './testing/sandbox.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

const DAY_SECONDS = 86_400
const MONTH_SECONDS = 32 * DAY_SECONDS

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const sandbox = () => steerSandbox(app)
const pass = (seconds: number) => moveClocksTogether(app, seconds)

describe('by UPI Autopay', () => {
  test('a plan is joined, renewed, changed and settled as by card', async () => {
    const page = await aPageInRupees(app)
    const m2cSubscriptionId = await page.join(page.rupees.id, 'monthly', 'success@razorpay')
    const own = async () =>
      (await app.call(joining.getSubscription, { m2cSubscriptionId }, { as: await page.members() })).body
    const joined = await own()
    expect(joined).toMatchObject({ status: 'active', upi: 's•••@razorpay', card: null })
    // The debit is announced ahead, so the provider has to hear of an end early.
    expect(joined.debitedFrom).not.toBeNull()

    await pass(MONTH_SECONDS)
    expect(await own()).toMatchObject({ status: 'active', upi: 's•••@razorpay' })
    expect((await app.call(getUserPayments, {}, { as: await page.members() })).body).toHaveLength(2)

    const larger = await aPlan(app.db, page.creator.id, { name: 'Gold', priceCents: 99_900, currency: 'INR' })
    const wish = { m2cSubscriptionId, planId: larger.id, interval: 'monthly' as const }
    const preview = await app.call(previewPlanChange, wish, { as: await page.members() })
    const { quotedAt, chargedNow } = preview.body
    const order = await app.call(changePlan, { ...wish, quotedAt, chargedNow }, { as: await page.members() })
    await sandbox().post('/pay', { subscription_id: order.body.subscriptionId, vpa: 'success@razorpay' })
    await sandbox().deliver()
    expect(await own()).toMatchObject({ status: 'active', plan: { name: 'Gold', price: 999 } })

    await pass(12 * DAY_SECONDS)
    await enqueue(app.db, reconcileSettlements, {})
    await app.drain()
    expect(await nightlyProblems(app)).toEqual([{ problems: [] }])
    expect(await auditProblems(app)).toEqual([])
  })

  test('a yearly debit is announced with its UPI ID', async () => {
    const page = await aPageInRupees(app)
    await page.join(page.rupees.id, 'yearly', 'success@razorpay')
    await pass(355 * DAY_SECONDS)
    await enqueue(app.db, makeDueTransitions, {})
    await app.drain()
    const mails = await app.mails(page.member.email)
    const ahead = mails.find(({ subject }) => subject.includes('renews on'))
    expect(ahead?.text).toContain(
      'for another year: ₹5,389.\n\nIt is debited from your UPI ID s•••@razorpay.',
    )
  })

  test('a debit above a lowered price is refunded in part', async () => {
    const page = await aPageInRupees(app)
    await page.join(page.rupees.id, 'monthly', 'success@razorpay')
    const plan = { pageHandle: page.creator.handle, planId: page.rupees.id, name: 'Tipsy' }
    await app.call(updatePlan, { ...plan, currency: 'INR', price: 399 }, { as: await page.owners() })
    await app.drain()
    await pass(MONTH_SECONDS)
    const paid = await app.call(getUserPayments, {}, { as: await page.members() })
    expect(paid.body.map(({ amount, refunded }) => [amount, refunded])).toEqual([
      [499, 100],
      [499, 0],
    ])
  })

  test('the mail about a failed debit speaks of the UPI ID', async () => {
    const page = await aPageInRupees(app)
    await page.join(page.rupees.id, 'monthly', 'renewal.fails@razorpay')
    await pass(MONTH_SECONDS)
    const mails = await app.mails(page.member.email)
    const failed = mails.find(({ subject }) => subject.includes('could not renew'))
    expect(failed?.text).toContain('If your UPI ID can no longer be debited, choose a card')
    expect(await nightlyProblems(app)).toEqual([{ problems: [] }])
  })
})
