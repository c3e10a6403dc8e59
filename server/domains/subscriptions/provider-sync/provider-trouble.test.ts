import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import * as contract from '#contract/subscriptions/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { retirePlan } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { type PaymentSandbox, moveClocksTogether, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { subscriptionJobs } from '../jobs.ts'

let app: TestApp
let sandbox: PaymentSandbox
let creatorId: string
let plan: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  sandbox = steerSandbox(app)
  creatorId = (await aCreator(app.db, (await aUser(app.db)).id, { pageName: 'Asha Sings' })).id
  plan = await aPlan(app.db, creatorId, { name: 'Tipsy', priceCents: 1500 })
})
afterAll(() => app.close())
afterEach(async () => {
  await sandbox.post('/knobs', { reset: true })
  await sandbox.endAll()
})

async function aJoiner() {
  const user = await aUser(app.db)
  return { user, session: await aSession(app.db, app.platform, user.id) }
}

function joinAs(joiner: Awaited<ReturnType<typeof aJoiner>>) {
  return app.call(contract.createRazorpaySubscription, { planId: plan.id }, { as: joiner.session })
}

async function subscriptionsAtProvider(m2cSubscriptionId: string): Promise<number> {
  const state = await sandbox.get('/state')
  const all = Object.values(state['subscriptions'] as Record<string, { notes: Record<string, string> }>)
  return all.filter(({ notes }) => Object.values(notes).includes(m2cSubscriptionId)).length
}

function reconcile(): Promise<void> {
  const job = subscriptionJobs.find(({ name }) => name === 'subscriptions.reconcile') as Job
  return enqueue(app.db, job, {}).then(() => app.drain())
}

function stateOf(id: string) {
  return one(
    app.db,
    sql<{ status: string; cancelAtPeriodEnd: boolean; payments: number }>`select status,
        cancel_at_period_end as "cancelAtPeriodEnd",
        (select count(*) from payments where subscription_id = subscriptions.id) as payments
      from subscriptions where id = ${id}`,
  )
}

describe('a lost answer from the provider', () => {
  test.each(['error_after_effect', 'reset_after_effect', 'truncated_json'])(
    'after the effect (%s) leaves one subscription there, once the person tries again',
    async (mode) => {
      const joiner = await aJoiner()
      // The plan has to exist first, so that it is the subscription whose answer is lost.
      await joinAs(await aJoiner())
      await sandbox.post('/knobs', { failNext: { mode, method: 'POST', pathIncludes: '/subscriptions' } })
      const failed = await joinAs(joiner)
      expect(failed).toMatchObject({ status: 502, failure: { code: 'provider_unavailable' } })
      const again = await joinAs(joiner)
      expect(again.status).toBe(200)
      expect(await subscriptionsAtProvider(again.body.m2cSubscriptionId)).toBe(1)
    },
  )

  test.each(['error_before_effect', 'rate_limit', 'html_502'])(
    'before the effect (%s) is a clear message, and trying again works at once',
    async (mode) => {
      const joiner = await aJoiner()
      await sandbox.post('/knobs', { failNext: { mode, method: 'POST', pathIncludes: '/subscriptions' } })
      const failed = await joinAs(joiner)
      expect(failed.failure.message).toBe(
        "The payment service isn't responding right now. Nothing was charged; please try again.",
      )
      const again = await joinAs(joiner)
      expect(again.status).toBe(200)
      expect(await subscriptionsAtProvider(again.body.m2cSubscriptionId)).toBe(1)
    },
  )

  test('when the checkout is confirmed does not fail the person: the job asks again', async () => {
    const joiner = await aJoiner()
    const { body } = await joinAs(joiner)
    const paid = await sandbox.pay(body.subscriptionId)
    await sandbox.post('/knobs', { failNext: { mode: 'html_502', method: 'GET' } })
    const confirmed = await app.call(
      contract.confirmPayment,
      { subscriptionId: body.subscriptionId, ...paid },
      { as: joiner.session },
    )
    expect(confirmed.body.status).toBe('pending')
    await app.drain()
    expect((await stateOf(body.m2cSubscriptionId)).status).toBe('active')
  })
})

describe('an order whose answer is lost', () => {
  test('is found by the reconciler when the person does not come back', async () => {
    await joinAs(await aJoiner())
    const joiner = await aJoiner()
    await sandbox.post('/knobs', {
      failNext: { mode: 'reset_after_effect', method: 'POST', pathIncludes: '/subscriptions' },
    })
    expect((await joinAs(joiner)).status).toBe(502)
    await reconcile()
    const found = await one(
      app.db,
      sql<{ providerId: string | null }>`select provider_subscription_id as "providerId" from subscriptions
        where member_id = ${joiner.user.id}`,
    )
    expect(found.providerId).toMatch(/^sub_/)
    expect((await joinAs(joiner)).body.subscriptionId).toBe(found.providerId)
  })
})

describe('webhooks', () => {
  test('that are all lost are made up for by the reconciler', async () => {
    await sandbox.post('/knobs', { dropProbability: 1 })
    const { body } = await joinAs(await aJoiner())
    await sandbox.pay(body.subscriptionId)
    await sandbox.deliver()
    expect((await stateOf(body.m2cSubscriptionId)).status).toBe('pending')
    await reconcile()
    expect(await stateOf(body.m2cSubscriptionId)).toMatchObject({ status: 'active', payments: 1 })
  })

  test('that come twice and in any order end in the same state', async () => {
    await sandbox.post('/knobs', { duplicateProbability: 1, reorderWindow: 10, seed: 7 })
    const { body } = await joinAs(await aJoiner())
    await sandbox.pay(body.subscriptionId)
    await sandbox.deliver()
    expect(await stateOf(body.m2cSubscriptionId)).toMatchObject({ status: 'active', payments: 1 })
  })

  test('book the renewals of a year, one payment a month, and access moves along', async () => {
    const { body } = await joinAs(await aJoiner())
    await sandbox.pay(body.subscriptionId)
    await sandbox.deliver()
    await moveClocksTogether(app, 365 * 86_400)
    const { payments, status } = await stateOf(body.m2cSubscriptionId)
    expect(status).toBe('active')
    expect(payments).toBeGreaterThanOrEqual(12)
    expect(payments).toBeLessThanOrEqual(14)
    const { isCovered } = await one(
      app.db,
      sql<{ isCovered: boolean }>`select access_until > ${app.clock.now()} as "isCovered"
        from subscriptions where id = ${body.m2cSubscriptionId}`,
    )
    expect(isCovered).toBe(true)
  })

  test('of a failed renewal keep the member in, and the payment that follows settles it', async () => {
    const { body } = await joinAs(await aJoiner())
    await sandbox.pay(body.subscriptionId)
    await sandbox.deliver()
    await sandbox.post(`/subscriptions/${body.subscriptionId}/charge`, { outcome: 'failure' })
    await sandbox.deliver()
    expect(await stateOf(body.m2cSubscriptionId)).toMatchObject({ status: 'past_due', payments: 1 })
    await sandbox.post(`/subscriptions/${body.subscriptionId}/charge`, { outcome: 'success' })
    await sandbox.deliver()
    expect(await stateOf(body.m2cSubscriptionId)).toMatchObject({ status: 'active', payments: 2 })
  })
})

describe('a card that is declined', () => {
  test('leaves the attempt open, and another card then works', async () => {
    const { body } = await joinAs(await aJoiner())
    expect(await sandbox.pay(body.subscriptionId, 'declined')).toMatchObject({ outcome: 'failed' })
    await sandbox.deliver()
    expect(await stateOf(body.m2cSubscriptionId)).toMatchObject({ status: 'pending', payments: 0 })
    await sandbox.pay(body.subscriptionId, 'otp')
    await sandbox.deliver()
    expect(await stateOf(body.m2cSubscriptionId)).toMatchObject({ status: 'active', payments: 1 })
  })
})

describe('a bank that agrees late', () => {
  test('after another card has paid, has its money returned automatically', async () => {
    const { body } = await joinAs(await aJoiner())
    const failed = (await sandbox.post('/pay', {
      subscription_id: body.subscriptionId,
      card: 'declined',
    })) as { error: { metadata: { payment_id: string } } }
    await sandbox.pay(body.subscriptionId)
    await sandbox.deliver()
    await sandbox.post(`/payments/${failed.error.metadata.payment_id}/authorize-late`)
    await sandbox.deliver()
    const kept = await one(
      app.db,
      sql<{ payments: number; refunded: number }>`select count(*) as payments,
          count(*) filter (where refunded_cents = amount_cents) as refunded
        from payments where subscription_id = ${body.m2cSubscriptionId}`,
    )
    expect(kept).toEqual({ payments: 2, refunded: 1 })
    expect((await stateOf(body.m2cSubscriptionId)).status).toBe('active')
  })
})

describe('a plan that is no longer offered', () => {
  test('keeps its members to the end of the paid time, notifies them, and charges nobody again', async () => {
    const retired = await aPlan(app.db, creatorId, { name: 'Vintage', priceCents: 2000 })
    const { user, session } = await aJoiner()
    const joined = await app.call(
      contract.createRazorpaySubscription,
      { planId: retired.id },
      { as: session },
    )
    await sandbox.pay(joined.body.subscriptionId)
    await sandbox.deliver()

    await app.platform.database.db
      .transaction()
      .execute((db) => retirePlan(db, creatorId, retired.id, app.clock.now()))
    await app.drain()
    await app.drain()
    expect(await stateOf(joined.body.m2cSubscriptionId)).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
    })
    const mails = await app.mails(user.email)
    expect(mails[0]?.subject).toBe('Asha Sings no longer offers Vintage')
    expect(mails[0]?.text).toContain('you will not be charged again')

    const own = await app.call(contract.getUserSubscriptions, {}, { as: session })
    expect(own.body.map(({ planId }) => planId.name)).toEqual(['Vintage'])
    await moveClocksTogether(app, 62 * 86_400)
    expect(await stateOf(joined.body.m2cSubscriptionId)).toMatchObject({ status: 'canceled', payments: 1 })
    // An unused session does not last two months.
    const later = await aSession(app.db, app.platform, user.id)
    expect((await app.call(contract.getUserSubscriptions, {}, { as: later })).body).toEqual([])
  })
})

describe('a charge for an amount that was not agreed', () => {
  test('is still booked as the money that came, to the cent', async () => {
    const { body } = await joinAs(await aJoiner())
    await run(app.db, sql`update subscriptions set price_cents = 1400 where id = ${body.m2cSubscriptionId}`)
    await sandbox.pay(body.subscriptionId)
    await sandbox.deliver()
    const row = await one(
      app.db,
      sql<{ amount: number; sum: number }>`select amount_cents as amount, fee_cents + net_cents as sum
        from payments where subscription_id = ${body.m2cSubscriptionId}`,
    )
    expect(row).toEqual({ amount: 1500, sum: 1500 })
  })
})
