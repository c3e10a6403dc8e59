import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import * as changes from '#contract/subscriptions/change-routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import type { CreatorRow } from '#server/domains/creators/service.ts'
import { editPlan, type PlanRow, retirePlan } from '#server/domains/plans/service.ts'
import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'

/* A plan is archived, or its price edited, in the moment in which somebody orders it: two transactions, in both orders. */

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
  ;({ creator, tipsy, drunk } = await aPageWithPlans(app))
})

const order = (plan: PlanRow) =>
  app.call(contract.createRazorpaySubscription, { planId: plan.id }, { as: teller.session })

const archive = (db: Db, plan: PlanRow) => retirePlan(db, creator.id, plan.id, app.clock.now())

const raise = (db: Db, { id, name, description, currency, priceCents }: PlanRow) =>
  editPlan(db, creator.id, id, { name, description, currency, priceCents: priceCents + 500 }, app.clock.now())

/** A transaction that did its work and waits to be told to commit. */
async function begun(work: (db: Db) => Promise<unknown>): Promise<{ commit: () => Promise<void> }> {
  const mayEnd = Promise.withResolvers<undefined>()
  const isDone = Promise.withResolvers<undefined>()
  const whole = app.db.transaction().execute(async (db) => {
    await work(db)
    isDone.resolve(undefined)
    await mayEnd.promise
  })
  await Promise.race([isDone.promise, whole])
  return {
    async commit() {
      mayEnd.resolve(undefined)
      await whole
    },
  }
}

/** Time for a transaction to get as far as it can beside another one. */
const aWhile = () => setTimeout(500)

const attempts = (plan: PlanRow) =>
  many(
    app.db,
    sql<{ status: string; providerId: string | null }>`select status, provider_subscription_id as "providerId"
      from subscriptions where plan_id = ${plan.id} order by id`,
  )

test.each([
  ['archived', archive],
  ['made dearer', raise],
])('a join that has read the plan when it is %s is ended with it', async (_, end) => {
  await order(tipsy)
  const { id } = await one(
    app.db,
    sql<{ id: string }>`select id from subscriptions where plan_id = ${tipsy.id}`,
  )
  // The new attempt replaces the open one, which is locked: it waits between reading the plan and writing itself.
  const other = await begun((db) => run(db, sql`select from subscriptions where id = ${id} for update`))
  const ordering = order(drunk)
  await aWhile()
  const ending = app.db.transaction().execute(async (db) => void (await end(db, drunk)))
  await aWhile()
  await app.drain()
  await other.commit()
  await Promise.all([ordering, ending])
  await app.drain()
  const [attempt, ...others] = await attempts(drunk)
  expect(others).toEqual([])
  expect(attempt?.status).toBe('expired')
  if (attempt?.providerId)
    expect((await app.platform.razorpay.getSubscription(attempt.providerId)).status).toBe('cancelled')
})

test('a join that comes while the plan is being archived finds it gone', async () => {
  const archiving = await begun((db) => archive(db, drunk))
  const ordering = order(drunk)
  await aWhile()
  await archiving.commit()
  expect((await ordering).failure?.code).toBe('plan_not_found')
  expect(await attempts(drunk)).toEqual([])
})

test('a join that comes while the price is being edited is asked for the new one', async () => {
  const editing = await begun((db) => raise(db, drunk))
  const ordering = order(drunk)
  await aWhile()
  await editing.commit()
  expect((await ordering).status).toBe(200)
  const { priceCents } = await one(
    app.db,
    sql<{
      priceCents: number
    }>`select price_cents as "priceCents" from subscriptions where plan_id = ${drunk.id}`,
  )
  expect(priceCents).toBe(drunk.priceCents + 500)
})

test('a change that comes while its plan is being archived finds it gone', async () => {
  const { id } = await teller.join(tipsy)
  const wish = { m2cSubscriptionId: id, planId: drunk.id, interval: 'monthly', timing: 'now' } as const
  const { quotedAt, chargedNow } = (await app.call(changes.previewPlanChange, wish, { as: teller.session }))
    .body
  const archiving = await begun((db) => archive(db, drunk))
  const ordering = app.call(changes.changePlan, { ...wish, quotedAt, chargedNow }, { as: teller.session })
  await aWhile()
  await archiving.commit()
  expect((await ordering).failure?.code).toBe('plan_not_found')
})
