import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkMoney } from '#server/domains/console/money/check-money.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { type BillingStory, tellBilling } from '#server/domains/subscriptions/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'

import { auditProblems } from './testing/audited.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

const DAY_SECONDS = 86_400
let app: TestApp
let teller: BillingStory

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
  await teller.begin()
})
afterAll(() => app.close())

async function aMemberAt(cents: number, interval: 'monthly' | 'yearly' = 'monthly') {
  await teller.beginAnother()
  const creator = await aCreator(app.db, (await aUser(app.db)).id)
  const plan = await aPlan(app.db, creator.id, { priceCents: cents })
  return teller.join(plan, interval, 'international')
}

/** Somebody at the provider's dashboard schedules another plan for the next period. */
async function scheduleAtProvider(providerId: string, amountCents: number, period: 'monthly' | 'yearly') {
  const { razorpay } = app.platform
  const { id } = await razorpay.createPlan({
    period,
    name: 'By hand',
    amountCents,
    currency: 'USD',
    notes: {},
  })
  await razorpay.changePlan(providerId, { planId: id, isAtPeriodEnd: true })
}

/** What the console lists as charged otherwise than agreed, in cents. */
async function differences() {
  await run(app.db, sql`delete from money_walks`)
  await checkMoney((work) => work(app.db), app.clock.now())
  return many(
    app.db,
    sql<{ cents: number }>`select difference_minor::float8 as cents from money_findings
      where check_name = 'captures' and problem = 'price' order by difference_minor`,
  )
}

test('correct prices, monthly and yearly: nothing is found', async () => {
  await aMemberAt(5000)
  await aMemberAt(999, 'yearly')
  expect([await auditProblems(app), await differences()]).toEqual([[], []])
})

test('the audit finds what is about to be charged otherwise, and both find what was', async () => {
  const low = await aMemberAt(5000)
  const high = await aMemberAt(5000)
  await scheduleAtProvider(low.providerId, 500, 'monthly')
  await scheduleAtProvider(high.providerId, 7000, 'monthly')
  expect(await auditProblems(app)).toEqual([
    `subscription ${low.id}: the provider is about to charge 500, and 5000 is agreed`,
    `subscription ${high.id}: the provider is about to charge 7000, and 5000 is agreed`,
  ])
  await teller.pass(31 * DAY_SECONDS)
  await app.drain()
  expect(await differences()).toEqual([{ cents: -4500 }])
  const found = await auditProblems(app)
  expect(found).toContainEqual(expect.stringMatching(/^payment pay_\w+: 500 was charged, and 5000 agreed$/))
  // The rest of the other one is on its way back, until somebody takes that refund away.
  await run(app.db, sql`delete from jobs`)
  await app.db.transaction().execute(async (db) => {
    await run(db, sql`set local session_replication_role = replica`)
    await run(db, sql`update payments set refunded_cents = 0 where amount_cents = 7000`)
  })
  expect(await differences()).toEqual([{ cents: -4500 }, { cents: 2000 }])
  const after = await auditProblems(app)
  expect(after).toContainEqual(expect.stringMatching(/^payment pay_\w+: 7000 is kept, and 5000 was agreed$/))
})
