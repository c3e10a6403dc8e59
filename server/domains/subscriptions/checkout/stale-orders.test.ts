import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import * as changes from '#contract/subscriptions/change-routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import type { CreatorRow } from '#server/domains/creators/service.ts'
import { editPlan, retirePlan } from '#server/domains/plans/service.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'
import { read } from '../provider-sync/hearing-testing.ts'

const DAY_SECONDS = 86_400
const MINUTE_SECONDS = 60

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

async function order(
  id: string,
  plan: PlanRow,
  given: { timing: 'now' | 'period_end'; interval?: 'yearly' },
) {
  const wish = {
    m2cSubscriptionId: id,
    planId: plan.id,
    interval: given.interval ?? 'monthly',
    timing: given.timing,
  } as const
  const shown = await app.call(changes.previewPlanChange, wish, { as: teller.session })
  expect(shown.status).toBe(200)
  const { quotedAt, chargedNow } = shown.body
  const answer = await app.call(changes.changePlan, { ...wish, quotedAt, chargedNow }, { as: teller.session })
  expect(answer.status).toBe(200)
  return { ...answer.body, chargedNow }
}

/** Pays at the provider, which may refuse; answers whether it took the money or the card. */
async function isTaken(subscriptionId: string): Promise<boolean> {
  const paid = await teller.sandbox.pay(subscriptionId).then(
    () => true,
    () => false,
  )
  await teller.sandbox.deliver()
  return paid
}

const statusAtProvider = async (id: string) => (await app.platform.razorpay.getSubscription(id)).status

const inTransaction = <Answer>(work: (db: typeof app.db) => Promise<Answer>) =>
  app.db.transaction().execute(work)

/** As if the provider had not been reached in time: it still takes the payment. */
async function withoutCancelling(act: () => Promise<unknown>): Promise<void> {
  await teller.sandbox.post('/knobs', {
    failNext: { mode: 'error_before_effect', times: 1000, method: 'POST', pathIncludes: '/cancel' },
  })
  await act()
}

/** Runs the jobs that the queue would retry later. */
async function retryJobs(): Promise<void> {
  await run(app.db, sql`update jobs set run_at = now()`)
  await app.drain()
}

describe('a downgrade that was quoted before the renewal', () => {
  test('does not shorten the month that was paid since: the registered card is dropped', async () => {
    // $25 a month; the unused two days are worth some five days at $10.
    const { id, providerId } = await teller.join(drunk)
    const { accessUntil } = await teller.own(id)
    const left = Math.floor((Date.parse(accessUntil ?? '') - app.clock.now().getTime()) / 1000)
    await teller.pass(left - 2 * DAY_SECONDS)
    const stale = await order(id, tipsy, { timing: 'now' })
    await withoutCancelling(async () => {
      // The renewal is charged while the window is open.
      await teller.sandbox.post(`/subscriptions/${providerId}/charge`, { outcome: 'success' })
      await teller.sandbox.deliver()
    })
    const renewed = await teller.own(id)
    expect(Date.parse(renewed.accessUntil ?? '')).toBeGreaterThan(Date.parse(accessUntil ?? ''))

    expect(await isTaken(stale.subscriptionId)).toBe(true)
    await teller.sandbox.post('/knobs', { reset: true })
    await retryJobs()
    expect(await teller.own(id)).toMatchObject({
      plan: { name: 'Drunk', price: 25 },
      accessUntil: renewed.accessUntil,
      status: 'active',
    })
    expect(await statusAtProvider(stale.subscriptionId)).toBe('cancelled')
    expect(await statusAtProvider(providerId)).toBe('active')
  })

  test('is closed at the provider by the renewal, so that its window accepts no more payments', async () => {
    const { id, providerId } = await teller.join(drunk)
    const stale = await order(id, tipsy, { timing: 'now' })
    await teller.sandbox.post(`/subscriptions/${providerId}/charge`, { outcome: 'success' })
    await teller.sandbox.deliver()
    expect(await statusAtProvider(stale.subscriptionId)).toBe('cancelled')
    expect(await isTaken(stale.subscriptionId)).toBe(false)
  })
})

describe('an order can be paid for half an hour', () => {
  test('and the provider knows it: it refuses later payments, and the member can ask again', async () => {
    const { id } = await teller.join(tipsy)
    const upgrade = await order(id, drunk, { timing: 'now' })
    const { expire_by: expiresBy, created_at: createdAt } = await read(
      app,
      `subscriptions/${upgrade.subscriptionId}`,
    )
    expect(Math.abs(Number(expiresBy) - Number(createdAt) - 30 * MINUTE_SECONDS)).toBeLessThan(60)
    await teller.pass(31 * MINUTE_SECONDS)
    expect(await isTaken(upgrade.subscriptionId)).toBe(false)
    expect(await statusAtProvider(upgrade.subscriptionId)).toBe('expired')
    const again = await order(id, drunk, { timing: 'now' })
    expect(again.subscriptionId).not.toBe(upgrade.subscriptionId)
    expect(await isTaken(again.subscriptionId)).toBe(true)
    expect((await teller.own(id)).plan.name).toBe('Drunk')
  })

  test('so can an attempt to join; it ends automatically when nobody pays', async () => {
    const join = () =>
      app.call(contract.createRazorpaySubscription, { planId: tipsy.id }, { as: teller.session })
    const first = (await join()).body
    expect((await join()).body).toEqual(first)
    await teller.pass(51 * MINUTE_SECONDS)
    await teller.makeDueTransitions()
    expect((await teller.own(first.m2cSubscriptionId)).status).toBe('expired')
    expect(await isTaken(first.subscriptionId)).toBe(false)
    const second = (await join()).body
    expect(second.subscriptionId).not.toBe(first.subscriptionId)
    expect(await isTaken(second.subscriptionId)).toBe(true)
    expect((await teller.own(second.m2cSubscriptionId)).status).toBe('active')
  })

  test('is handed out again only while there is time left to pay it', async () => {
    const join = () =>
      app.call(contract.createRazorpaySubscription, { planId: tipsy.id }, { as: teller.session })
    const first = (await join()).body
    await teller.pass(25 * MINUTE_SECONDS)
    expect((await join()).body.subscriptionId).not.toBe(first.subscriptionId)
  })

  test('a payment of the last minute counts, though we hear of it after the end', async () => {
    const { id } = await teller.join(tipsy)
    const upgrade = await order(id, drunk, { timing: 'now' })
    await teller.pass(29 * MINUTE_SECONDS)
    await teller.sandbox.post('/knobs', { dropProbability: 1 })
    await teller.sandbox.pay(upgrade.subscriptionId)
    await teller.pass(10 * MINUTE_SECONDS)
    await teller.sandbox.post('/knobs', { reset: true })
    await app.call(
      contract.confirmPayment,
      { subscriptionId: upgrade.subscriptionId },
      { as: teller.session },
    )
    expect((await teller.own(id)).plan.name).toBe('Drunk')
  })

  test('when a bank agrees to a join days later, it opens for the paid time, and nothing is charged after', async () => {
    const { body } = await app.call(
      contract.createRazorpaySubscription,
      { planId: tipsy.id },
      { as: teller.session },
    )
    await teller.sandbox.pay(body.subscriptionId, 'declined')
    await teller.pass(DAY_SECONDS)
    await teller.makeDueTransitions()
    const payments = (await teller.sandbox.get('/state'))['payments'] as Record<
      string,
      { id: string; subscriptionId: string }
    >
    const failed = Object.values(payments).find(
      ({ subscriptionId }) => subscriptionId === body.subscriptionId,
    )
    await teller.sandbox.post(`/payments/${failed?.id}/authorize-late`)
    await teller.sandbox.deliver()
    const own = await teller.own(body.m2cSubscriptionId)
    expect(Date.parse(own.accessUntil ?? '')).toBeGreaterThan(
      app.clock.now().getTime() + 25 * DAY_SECONDS * 1000,
    )
    // The provider's subscription had expired by then, so continuing needs the card once more.
    expect(own).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, keptBy: 'checkout' })
    await teller.pass(70 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
    expect(await teller.refunds()).toEqual([])
  })
})

describe('whatever changes while an order is open voids it, and money that still arrives goes back', () => {
  const STORIES: Record<string, (story: { id: string; providerId: string }) => Promise<unknown>> = {
    renewal: ({ providerId }) =>
      teller.sandbox.post(`/subscriptions/${providerId}/charge`, { outcome: 'success' }),
    cancellation: ({ id }) =>
      app.call(contract.cancelSubscription, { m2cSubscriptionId: id }, { as: teller.session }),
    pause: ({ id }) => app.call(changes.pauseSubscription, { m2cSubscriptionId: id }, { as: teller.session }),
    'archived plan': () => inTransaction((db) => retirePlan(db, creator.id, drunk.id, app.clock.now())),
    'another price': () =>
      inTransaction((db) =>
        editPlan(
          db,
          creator.id,
          drunk.id,
          { name: 'Drunk', description: '', currency: 'USD', priceCents: 3000 },
          app.clock.now(),
        ),
      ),
    'failed renewal': ({ providerId }) =>
      teller.sandbox.post(`/subscriptions/${providerId}/charge`, { outcome: 'failure' }),
  }

  test.each(Object.keys(STORIES))('%s', async (name) => {
    const { id, providerId } = await teller.join(tipsy)
    await teller.pass(5 * DAY_SECONDS)
    const upgrade = await order(id, drunk, { timing: 'now' })
    await withoutCancelling(async () => {
      await STORIES[name]?.({ id, providerId })
      await teller.sandbox.deliver()
      await app.drain()
    })
    const before = await teller.own(id)
    const closed = await one(
      app.db,
      sql<{
        status: string
        because: string
      }>`select status, closed_because as because from subscription_changes
        where provider_subscription_id = ${upgrade.subscriptionId}`,
    )
    expect(closed).toEqual({ status: 'closed', because: 'outdated' })

    // The provider could not be reached, so the window still takes the money.
    expect(await isTaken(upgrade.subscriptionId)).toBe(true)
    await teller.sandbox.post('/knobs', { reset: true })
    expect(await teller.refunds()).toEqual([
      {
        cents: Math.round(upgrade.chargedNow * 100),
        reason: 'The plan, its price or the membership had changed before this payment came in.',
      },
    ])
    const after = await teller.own(id)
    expect(after).toMatchObject({ plan: before.plan, accessUntil: before.accessUntil, status: before.status })
    const [mail] = await app.mails(teller.member.email)
    expect(mail?.text).toContain('had changed before this payment came in')
    await retryJobs()
    expect(['cancelled', 'expired']).toContain(await statusAtProvider(upgrade.subscriptionId))
  })
})
