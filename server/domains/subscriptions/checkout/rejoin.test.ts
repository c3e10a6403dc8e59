import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import * as contract from '#contract/subscriptions/routes.ts'
import { aSession, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { type PaymentSandbox, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aSubscription } from '../testing.ts'

const DAY_MS = 86_400_000

let app: TestApp
let sandbox: PaymentSandbox
let plan: PlanRow
let other: PlanRow
let member: BuiltUser
let session: TestSession

beforeAll(async () => {
  app = await startTestApp()
  sandbox = steerSandbox(app)
  const creator = await aCreator(app.db, (await aUser(app.db)).id)
  plan = await aPlan(app.db, creator.id, { name: 'Tipsy' })
  other = await aPlan(app.db, creator.id, { name: 'Drunk', priceCents: 2500 })
})
afterAll(() => app.close())

beforeEach(async () => {
  await sandbox.post('/knobs', { reset: true })
  member = await aUser(app.db)
  session = await aSession(app.db, app.platform, member.id)
})

function openCheckout(wanted: PlanRow) {
  return app.call(contract.createRazorpaySubscription, { planId: wanted.id }, { as: session })
}

async function statesAtProvider(): Promise<Map<string, string>> {
  const state = await sandbox.get('/state')
  const all = Object.values(
    state['subscriptions'] as Record<string, { status: string; notes: Record<string, string> }>,
  )
  return new Map(all.map(({ status, notes }) => [Object.values(notes)[0] ?? '', status]))
}

describe('an attempt that is given up while the provider is slow', () => {
  test('is no longer handed out, and is cancelled there, so that nobody pays for nothing', async () => {
    await openCheckout(plan)
    member = await aUser(app.db)
    session = await aSession(app.db, app.platform, member.id)
    await sandbox.post('/knobs', {
      stallMs: 1500,
      failNext: { mode: 'stall', method: 'POST', pathIncludes: '/subscriptions' },
    })
    const slow = openCheckout(plan)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await openCheckout(other)).status).toBe(200)
    expect((await slow).failure.code).toBe('wish_replaced')
    await app.drain()

    const attempts = await many(
      app.db,
      sql<{ id: string; planId: string; status: string }>`select id, plan_id as "planId", status
        from subscriptions where member_id = ${member.id} order by id`,
    )
    const states = await statesAtProvider()
    expect(
      attempts.map(({ id, planId, status }) => ({
        plan: planId === plan.id ? 'Tipsy' : 'Drunk',
        status,
        atProvider: states.get(id),
      })),
    ).toEqual([
      { plan: 'Tipsy', status: 'expired', atProvider: 'cancelled' },
      { plan: 'Drunk', status: 'pending', atProvider: 'created' },
    ])
  })
})

describe('a member whose card failed for good', () => {
  test('keeps access through the grace period and can join again after it', async () => {
    const lapsed = await aSubscription(app.db, member.id, plan, {
      status: 'past_due',
      accessUntil: new Date(app.clock.now().getTime() - 6 * DAY_MS),
    })
    expect((await openCheckout(plan)).failure.code).toBe('already_subscribed')
    await app.clock.advance(app.db, 2 * DAY_MS)
    const again = await openCheckout(plan)
    expect(again.status).toBe(200)
    expect(again.body.m2cSubscriptionId).not.toBe(lapsed.id)
    await sandbox.pay(again.body.subscriptionId)
    await sandbox.deliver()
    const own = await app.call(contract.getUserSubscriptions, {}, { as: session })
    expect(own.body.map(({ _id }) => _id)).toEqual([again.body.m2cSubscriptionId])
  })
})

describe('cancelling', () => {
  async function aPaidSubscription() {
    const { body } = await openCheckout(plan)
    await sandbox.pay(body.subscriptionId)
    await sandbox.deliver()
    return body.m2cSubscriptionId
  }

  test('keeps access to the end of the period, then ends without another charge', async () => {
    const m2cSubscriptionId = await aPaidSubscription()
    const canceled = await app.call(contract.cancelSubscription, { m2cSubscriptionId }, { as: session })
    expect(canceled.body).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    const twice = await app.call(contract.cancelSubscription, { m2cSubscriptionId }, { as: session })
    expect(twice.body).toEqual(canceled.body)
    await app.drain()
    expect((await statesAtProvider()).get(m2cSubscriptionId)).toBe('active')

    const end = Date.parse(canceled.body.accessUntil ?? '')
    await app.clock.advance(app.db, end - 1_800_000 - app.clock.now().getTime())
    const late = await aSession(app.db, app.platform, member.id)
    await app.drain()
    expect((await app.call(contract.getUserSubscriptions, {}, { as: late })).body).toHaveLength(1)

    await sandbox.post('/clock', { advanceSeconds: 40 * 86_400 })
    await app.clock.advance(app.db, 40 * DAY_MS)
    await sandbox.deliver()
    expect((await statesAtProvider()).get(m2cSubscriptionId)).toBe('cancelled')
    const later = await aSession(app.db, app.platform, member.id)
    expect((await app.call(contract.getUserSubscriptions, {}, { as: later })).body).toEqual([])
    const payments = await many(
      app.db,
      sql`select id from payments where subscription_id = ${m2cSubscriptionId}`,
    )
    expect(payments).toHaveLength(1)
  })

  test('can be taken back, and the renewals continue', async () => {
    const m2cSubscriptionId = await aPaidSubscription()
    await app.call(contract.cancelSubscription, { m2cSubscriptionId }, { as: session })
    const resumed = await app.call(contract.resumeSubscription, { m2cSubscriptionId }, { as: session })
    expect(resumed.body).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
    await app.clock.advance(app.db, 60 * DAY_MS)
    await app.drain()
    expect((await statesAtProvider()).get(m2cSubscriptionId)).toBe('active')
  })

  test('is refused for an ended subscription, and for one that is not yours', async () => {
    const ended = await aSubscription(app.db, member.id, plan, { status: 'canceled' })
    const refused = await app.call(
      contract.cancelSubscription,
      { m2cSubscriptionId: ended.id },
      { as: session },
    )
    expect(refused).toMatchObject({ status: 409, failure: { code: 'not_running' } })
    const stranger = await aSession(app.db, app.platform, (await aUser(app.db)).id)
    const hidden = await app.call(
      contract.cancelSubscription,
      { m2cSubscriptionId: ended.id },
      { as: stranger },
    )
    expect(hidden).toMatchObject({ status: 404, failure: { code: 'subscription_not_found' } })
  })
})
