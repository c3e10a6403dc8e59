import { afterAll, beforeAll, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import { requestDeletion } from '#contract/accounts/deletion-routes.ts'
import { changePlan, previewPlanChange } from '#contract/subscriptions/change-routes.ts'
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
  ;({ owner, tipsy, drunk } = await aPageWithPlans(app, { owner: { password: PASSWORD } }))
})
afterAll(() => app.close())

async function wishToUpgrade(id: string) {
  const wish = { m2cSubscriptionId: id, planId: drunk.id, interval: 'monthly' as const }
  const shown = (await app.call(previewPlanChange, wish, { as: teller.session })).body
  const { quotedAt, chargedNow, timing } = shown
  return app.call(changePlan, { ...wish, quotedAt, chargedNow, timing }, { as: teller.session })
}

async function statusAtProvider(id: string): Promise<string> {
  return (await app.platform.razorpay.getSubscription(id)).status
}

/** To half an hour before the paid period ends, when the provider has been notified, and then well beyond. */
async function passPeriodOf(id: string): Promise<void> {
  const end = Date.parse((await teller.own(id)).accessUntil ?? '')
  await teller.pass(Math.floor((end - app.clock.now().getTime()) / 1000) - 1800)
  await teller.pass(10 * DAY_SECONDS)
}

test('a change awaiting payment is given up when one blocks the other, and none can be started after', async () => {
  await teller.begin()
  const { id, providerId } = await teller.join(tipsy)
  await teller.pass(5 * DAY_SECONDS)
  const order = await wishToUpgrade(id)
  expect(order.status).toBe(200)

  const as = await aSession(app.db, app.platform, owner.id)
  await app.call(blockUser, { userId: teller.member.id }, { as })
  await app.drain()
  expect(await statusAtProvider(order.body.subscriptionId)).toBe('cancelled')
  expect(await teller.own(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
  expect((await wishToUpgrade(id)).status).toBe(409)

  // The paid time lasts to its end; nothing is charged for another month.
  await passPeriodOf(id)
  expect(await teller.amountsPaid()).toHaveLength(1)
  expect(await statusAtProvider(providerId)).toBe('cancelled')
})

test('members of a page that closes are not charged again, though it is erased only after fourteen days', async () => {
  await teller.begin()
  const { id, providerId } = await teller.join(tipsy)
  const as = await aSession(app.db, app.platform, owner.id)
  expect((await app.call(requestDeletion, { currentPassword: PASSWORD }, { as })).status).toBe(200)
  await app.drain()
  await passPeriodOf(id)
  expect(await teller.amountsPaid()).toHaveLength(1)
  expect(await statusAtProvider(providerId)).toBe('cancelled')
})
