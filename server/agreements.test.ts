import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createRazorpaySubscription } from '#contract/subscriptions/routes.ts'
import { endAllAgreements } from '#scripts/end-all-agreements.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { checkMoney } from '#server/domains/console/money/check-money.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { reconcile } from '#server/domains/subscriptions/jobs.ts'
import { type BillingStory, tellBilling } from '#server/domains/subscriptions/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { startTestApp, type TestApp } from './testing/test-app.ts'

const DAY_SECONDS = 86_400
let app: TestApp
let teller: BillingStory

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
})
afterAll(() => app.close())
beforeEach(() => teller.begin())

interface Agreement {
  status: string
  totalCount: number
  cycleCount: number
  paidCount: number
}

async function agreement(id: string): Promise<Agreement & { left: number }> {
  const { subscriptions } = await teller.sandbox.get('/state')
  const found = (subscriptions as Record<string, Agreement>)[id] as Agreement
  return { ...found, left: found.totalCount - found.cycleCount }
}

async function join(interval: 'monthly' | 'yearly', card: string) {
  const creator = await aCreator(app.db, (await aUser(app.db)).id)
  const joined = await teller.join(await aPlan(app.db, creator.id), interval, card)
  await sweep()
  return joined
}

async function sweep() {
  await enqueue(app.db, reconcile, {})
  await app.drain()
}

/** So many days, with the reconciler at work as it is every quarter of an hour. */
async function live(days: number, step = 5) {
  for (let gone = 0; gone < days; gone += step) {
    await teller.pass(Math.min(step, days - gone) * DAY_SECONDS)
    await sweep()
  }
}

test.each(['success', 'ahead'])('an agreement that can’t be cut stays as it is: %s', async (card) => {
  const { id, providerId } = await join('monthly', card)
  expect(await agreement(providerId)).toMatchObject({ status: 'active', left: 119 })
  expect(await teller.own(id)).toMatchObject({ isCardIndian: true, upi: null })
  const welcome = (await app.mails(teller.member.email)).find(({ subject }) => subject.startsWith('Welcome'))
  expect(welcome?.text).toContain('end it yourself at any time')
})

describe('while Cheers is alive', () => {
  test('a monthly agreement is extended with each renewal, and never has more than a year ahead', async () => {
    const { id, providerId } = await join('monthly', 'international')
    for (let month = 0; month < 3; month += 1) {
      await live(31, 26)
      expect(await agreement(providerId)).toMatchObject({ status: 'active', left: 11, paidCount: month + 2 })
    }
    const own = await teller.own(id)
    expect(own).toMatchObject({ status: 'active', cancelAtPeriodEnd: false, isCardIndian: false })
  })

  test('a yearly one is renewed, year by year', async () => {
    const { id, providerId } = await join('yearly', 'international')
    await live(366, 361)
    expect(await agreement(providerId)).toMatchObject({ status: 'active', paidCount: 2, left: 1 })
    expect(await teller.own(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
  })

  test('one of ten years from before is cut, and one that could not be extended is tried again and shown', async () => {
    const { id, providerId } = await join('monthly', 'international')
    await app.platform.razorpay.setRemainingCount(providerId, 119)
    await run(app.db, sql`update subscriptions set provider_matched_for = null where id = ${id}`)
    await sweep()
    expect((await agreement(providerId)).left).toBe(11)

    await app.platform.razorpay.setRemainingCount(providerId, 1)
    await teller.sandbox.post('/knobs', {
      failNext: { mode: 'error_before_effect', times: 100, method: 'PATCH' },
    })
    await teller.pass(27 * DAY_SECONDS)
    await sweep()
    const shown = async () => {
      await run(app.db, sql`delete from money_walks`)
      await checkMoney((work) => work(app.db), app.clock.now())
      return many(
        app.db,
        sql<{ key: string }>`select key from money_findings where check_name = 'agreements'`,
      )
    }
    expect(await shown()).toEqual([{ key: id }])
    await teller.sandbox.post('/knobs', { reset: true })
    await run(app.db, sql`update jobs set run_at = now() where attempts > 0`)
    await sweep()
    expect((await agreement(providerId)).left).toBe(12)
    expect(await shown()).toEqual([])
  })
})

test('one command ends all agreements, by pages, past failures, and once', async () => {
  const made = [await join('monthly', 'international'), await join('yearly', 'success')]
  const plan = await app.platform.razorpay.createPlan({
    period: 'monthly',
    name: 'Of somebody else',
    amountCents: 500,
    currency: 'USD',
    notes: {},
  })
  const foreign = await app.platform.razorpay.createSubscription({
    planId: plan.id,
    totalCount: 12,
    notes: {},
  })
  const { razorpay } = app.platform
  const quiet = { say: () => undefined, waitsMs: [1, 1, 1] }
  expect(await endAllAgreements(razorpay, { isDry: true, ...quiet })).toMatchObject({ found: 2, ended: 0 })
  expect((await agreement(made[0]?.providerId ?? '')).status).toBe('active')
  await teller.sandbox.post('/knobs', { failNext: { mode: 'rate_limit', times: 2, method: 'POST' } })
  expect(await endAllAgreements(razorpay, { isDry: false, ...quiet })).toMatchObject({ found: 2, ended: 2 })
  for (const { providerId } of made) expect((await agreement(providerId)).status).toBe('cancelled')
  expect((await agreement(foreign.id)).status).toBe('created')
  expect(await endAllAgreements(razorpay, { isDry: false, ...quiet })).toMatchObject({ found: 0, ended: 0 })
  await teller.sandbox.deliver()
  await app.drain()
  // Nobody loses what they paid for.
  expect(await teller.own(made[0]?.id ?? '')).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
})

test('an attempt that nobody has paid yet is ended as well', async () => {
  const creator = await aCreator(app.db, (await aUser(app.db)).id)
  const { id: planId } = await aPlan(app.db, creator.id)
  await app.call(createRazorpaySubscription, { planId, interval: 'monthly' }, { as: teller.session })
  const ended = await endAllAgreements(app.platform.razorpay, {
    isDry: false,
    say: () => undefined,
    waitsMs: [],
  })
  expect(ended).toMatchObject({ found: 1, ended: 1 })
})

// The last one: the provider's clock is years ahead of ours afterwards.
test('if Cheers ends, charging does after about a year', async () => {
  const monthly = await join('monthly', 'international')
  await teller.beginAnother()
  const yearly = await join('yearly', 'international')
  expect(await agreement(monthly.providerId)).toMatchObject({ status: 'active', left: 11 })
  expect(await agreement(yearly.providerId)).toMatchObject({ status: 'active', left: 1 })
  // Nobody of ours hears of it any more.
  await teller.sandbox.post('/webhook', { enabled: false })
  for (let month = 0; month < 30; month += 1)
    await teller.sandbox.post('/clock', { advanceSeconds: 31 * DAY_SECONDS })
  expect(await agreement(monthly.providerId)).toMatchObject({ status: 'completed', paidCount: 12 })
  expect(await agreement(yearly.providerId)).toMatchObject({ status: 'completed', paidCount: 2 })
})
