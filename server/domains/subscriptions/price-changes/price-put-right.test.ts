import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { updatePlan } from '#contract/plans/routes.ts'
import { aSession, type BuiltUser } from '#server/domains/accounts/testing.ts'
import type { CreatorRow } from '#server/domains/creators/service.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'
import { reconcile } from '../jobs.ts'

const DAY_SECONDS = 86_400

let app: TestApp
let teller: BillingStory
let asha: BuiltUser
let creator: CreatorRow
let plan: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  await teller.begin()
  const page = await aPageWithPlans(app, { page: { pageName: 'Asha Sings' } })
  ;({ owner: asha, creator } = page)
  plan = await aPlan(app.db, creator.id, { name: 'Patron', priceCents: 5000 })
})

async function edit(price: number, { isDrained = true } = {}) {
  const answer = await app.call(
    updatePlan,
    { pageHandle: creator.handle, planId: plan.id, name: 'Patron', price },
    { as: await aSession(app.db, app.platform, asha.id) },
  )
  expect(answer.status).toBe(200)
  if (isDrained) await app.drain()
}

/** What was paid and not refunded, payment by payment. */
async function centsKept(): Promise<number[]> {
  const rows = await many(
    app.db,
    sql<{ cents: number }>`select amount_cents - refunded_cents as cents from payments
      where member_id = ${teller.member.id} order by id`,
  )
  return rows.map(({ cents }) => cents)
}

async function passMonths(count: number) {
  for (let month = 0; month < count; month += 1) await teller.pass(31 * DAY_SECONDS)
  await app.drain()
}

test.each([
  ['$5, put right', [5, 50], 5000],
  ['$5, put right by a higher price', [5, 60], 5000],
  ['$5, then half right', [5, 30], 3000],
  ['$30, then $5, put right', [30, 5, 50], 5000],
  ['lowered, put right, and lowered again', [5, 50, 20], 2000],
  ['lowered, put right, lowered, put right', [5, 50, 5, 50], 5000],
] as const)('a price edited before the renewal is charged as it was left: %s', async (_, prices, cents) => {
  await teller.join(plan, 'monthly', 'international')
  for (const price of prices) await edit(price)
  await passMonths(2)
  expect(await centsKept()).toEqual([5000, cents, cents])
})

test('a price put right before its mistake had reached the provider', async () => {
  await teller.join(plan, 'monthly', 'international')
  await edit(5, { isDrained: false })
  await edit(50)
  await passMonths(2)
  expect(await centsKept()).toEqual([5000, 5000, 5000])
})

test('a yearly price put right', async () => {
  await teller.join(plan, 'yearly', 'international')
  await edit(5)
  await edit(50)
  await teller.pass(366 * DAY_SECONDS)
  await app.drain()
  expect(await centsKept()).toEqual([54_000, 54_000])
})

test.each(['error_after_effect', 'reset_after_effect', 'error_before_effect', 'truncated_json'])(
  'a price put right while the provider answers with %s',
  async (mode) => {
    await teller.join(plan, 'monthly', 'international')
    await edit(5)
    await teller.sandbox.post('/knobs', { failNext: { mode, times: 1, pathIncludes: 'scheduled_changes' } })
    await edit(50, { isDrained: false })
    await app.drain()
    await run(app.db, sql`update jobs set run_at = now() where attempts > 0`)
    await app.drain()
    await passMonths(2)
    expect(await centsKept()).toEqual([5000, 5000, 5000])
  },
)

/** The provider's subscription, as it keeps it. */
async function atProvider(id: string) {
  const { subscriptions } = await teller.sandbox.get('/state')
  return (subscriptions as Record<string, { scheduledChange: { planId: string } | null }>)[id]
}

test('a price put right in vain is put right by the look at the provider before the renewal', async () => {
  const { providerId } = await teller.join(plan, 'monthly', 'international')
  await edit(5)
  const planId = (await atProvider(providerId))?.scheduledChange?.planId ?? ''
  await edit(50)
  // An answer that took effect late, or somebody at the provider's dashboard.
  await app.platform.razorpay.changePlan(providerId, { planId, isAtPeriodEnd: true })
  await teller.pass(25 * DAY_SECONDS)
  await runSweep()
  await passMonths(2)
  expect(await centsKept()).toEqual([5000, 5000, 5000])
})

async function runSweep() {
  await enqueue(app.db, reconcile, {})
  await app.drain()
}

test('a price raised while the renewal at the lower one is due stays lower for its member', async () => {
  const { providerId } = await teller.join(plan, 'monthly', 'international')
  await edit(20)
  await teller.sandbox.post(`/subscriptions/${providerId}/next`, { outcome: 'failure' })
  await teller.pass(31 * DAY_SECONDS)
  await edit(50)
  await teller.pass(2 * DAY_SECONDS)
  await passMonths(1)
  expect(await centsKept()).toEqual([5000, 2000, 2000])
})
