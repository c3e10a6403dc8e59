import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { OutputOf } from '#contract/http/route.ts'
import { getUserPayments } from '#contract/payments/routes.ts'
import { getStatement, getStatementFile } from '#contract/payouts/statement-routes.ts'
import { getBillingOverview, setBudget } from '#contract/subscriptions/billing-overview-routes.ts'
import * as changes from '#contract/subscriptions/change-routes.ts'
import { cancelSubscription } from '#contract/subscriptions/routes.ts'
import { aSession, type BuiltUser } from '#server/domains/accounts/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { one, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'

const DAY_SECONDS = 86_400

let app: TestApp
let teller: BillingStory
let owner: BuiltUser
let tipsy: PlanRow
let drunk: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
  ;({ owner, tipsy, drunk } = await aPageWithPlans(app))
})
afterAll(() => app.close())

beforeEach(() => teller.begin())

interface Wish {
  plan: PlanRow
  interval: 'monthly' | 'yearly'
}

async function preview(
  id: string,
  { plan, interval }: Wish,
): Promise<OutputOf<typeof changes.previewPlanChange>> {
  const wish = { m2cSubscriptionId: id, planId: plan.id, interval, timing: 'now' as const }
  return (await app.call(changes.previewPlanChange, wish, { as: teller.session })).body
}

function order(
  id: string,
  { plan, interval }: Wish,
  shown: Pick<OutputOf<typeof changes.previewPlanChange>, 'quotedAt' | 'chargedNow'>,
) {
  return app.call(
    changes.changePlan,
    {
      m2cSubscriptionId: id,
      planId: plan.id,
      interval,
      timing: 'now',
      quotedAt: shown.quotedAt,
      chargedNow: shown.chargedNow,
    },
    { as: teller.session },
  )
}

/** Changes the plan at once, with whatever that takes at the provider. */
async function change(id: string, wish: Wish): Promise<OutputOf<typeof changes.previewPlanChange>> {
  const shown = await preview(id, wish)
  const { body } = await order(id, wish, shown)
  await teller.sandbox.pay(body.subscriptionId)
  await teller.sandbox.deliver()
  return shown
}

function second(moment: string | Date): number {
  return Math.floor(new Date(moment).getTime() / 1000)
}

/** The bounds of the period that the first payment bought, as the provider reported them. */
async function paidPeriod(): Promise<{ from: number; until: number }> {
  const { from, until } = await one(
    app.db,
    sql<{ from: Date; until: Date }>`select period_from as "from", period_until as until from payments
      where member_id = ${teller.member.id} order by id limit 1`,
  )
  return { from: second(from), until: second(until) }
}

describe('what is left of a period', () => {
  test('is the share of that period as the provider reported it, in whole seconds and without fractions of a cent', async () => {
    const { id } = await teller.join(drunk)
    await teller.pass(10 * DAY_SECONDS)
    const { from, until } = await paidPeriod()
    const shown = await preview(id, { plan: tipsy, interval: 'monthly' })
    const left = until - second(shown.quotedAt)
    expect(Math.round(shown.credit * 100)).toBe(Math.floor((2500 * left) / (until - from)))
  })

  test('of a period that was exchanged for other time is a share of the worth that bought it', async () => {
    const { id } = await teller.join(tipsy, 'yearly')
    await teller.pass(100 * DAY_SECONDS)
    const turned = await change(id, { plan: tipsy, interval: 'monthly' })
    await teller.pass(50 * DAY_SECONDS)
    const shown = await preview(id, { plan: drunk, interval: 'yearly' })
    const whole = second(turned.accessUntil) - second(turned.quotedAt)
    const left = second(turned.accessUntil) - second(shown.quotedAt)
    expect(Math.round(shown.credit * 100)).toBe(Math.floor((Math.round(turned.credit * 100) * left) / whole))
  })
})

describe('an upgrade whose difference is too little to be charged', () => {
  async function almostOver() {
    const { id, providerId } = await teller.join(tipsy)
    await teller.pass((await leftSeconds(id)) - 12 * 3600)
    const shown = await preview(id, { plan: drunk, interval: 'monthly' })
    const cents = Math.round(shown.carried * 100)
    // About half a day at fifteen dollars a month.
    expect(cents).toBeGreaterThan(20)
    expect(cents).toBeLessThan(30)
    expect(shown.chargedNow).toBe(0)
    expect(shown.lines.join(' ')).toContain(`$0.${cents}, too little to charge on its own`)
    await change(id, { plan: drunk, interval: 'monthly' })
    return { id, providerId }
  }

  async function leftSeconds(id: string) {
    const { accessUntil } = await teller.own(id)
    return second(accessUntil ?? '') - second(app.clock.now())
  }

  test('waits for the next charge, is part of it, and never comes again', async () => {
    const { id } = await almostOver()
    const { charges } = (await app.call(getBillingOverview, {}, { as: teller.session })).body
    const carried = Math.round((charges[0]?.amount ?? 0) * 100) - 2500
    expect(carried).toBeGreaterThan(20)
    expect(charges[1]?.amount).toBe(25)
    const mail = (await app.mails(teller.member.email)).find(({ subject }) => subject.includes('has changed'))
    expect(mail?.text).toContain(`$0.${carried}`)
    await teller.pass(2 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 2500 + carried }])
    const [payment] = (await app.call(getUserPayments, {}, { as: teller.session })).body
    expect(payment).toMatchObject({ amount: (2500 + carried) / 100, carried: carried / 100, refunded: 0 })
    const month = payment?.createdAt.slice(0, 7) ?? ''
    const owners = await aSession(app.db, app.platform, owner.id)
    const { body: statement } = await app.call(getStatement, { month }, { as: owners })
    const booked = statement.lines.filter(({ kind }) => kind === 'charge')
    expect(booked.at(-1)).toMatchObject({ about: 'Ravi Menon, Drunk', carried: carried / 100 })
    const { body: csv } = await app.call(getStatementFile, { month, format: 'csv' }, { as: owners })
    expect(Buffer.from(csv.base64, 'base64').toString()).toContain(
      `Ravi Menon, Drunk; includes $0.${carried} for an earlier upgrade`,
    )
    await teller.pass(31 * DAY_SECONDS)
    expect((await teller.amountsPaid()).at(-1)).toEqual({ cents: 2500 })
    expect((await teller.own(id)).status).toBe('active')
  })

  test('counts against the budget of the month that pays it', async () => {
    const { id } = await teller.join(tipsy)
    await teller.pass((await leftSeconds(id)) - 12 * 3600)
    const wish = { plan: drunk, interval: 'monthly' } as const
    await app.call(setBudget, { monthlyBudget: 25 }, { as: teller.session })
    expect((await order(id, wish, await preview(id, wish))).failure.code).toBe('budget_reached')
    await app.call(setBudget, { monthlyBudget: 26 }, { as: teller.session })
    expect((await order(id, wish, await preview(id, wish))).status).toBe(200)
  })

  test('is part of the cost of coming back after a pause', async () => {
    const { id } = await almostOver()
    await app.call(changes.pauseSubscription, { m2cSubscriptionId: id }, { as: teller.session })
    await teller.pass((await leftSeconds(id)) - 1800)
    await teller.pass(3 * DAY_SECONDS)
    const { body } = await app.call(changes.reactivate, { m2cSubscriptionId: id }, { as: teller.session })
    await teller.sandbox.pay(body.subscriptionId)
    await teller.sandbox.deliver()
    const paid = (await teller.amountsPaid()).map(({ cents }) => cents)
    expect(paid).toHaveLength(2)
    expect(paid[1]).toBeGreaterThan(2520)
    expect(paid[1]).toBeLessThan(2530)
    await teller.pass(32 * DAY_SECONDS)
    expect((await teller.amountsPaid()).at(-1)).toEqual({ cents: 2500 })
  })

  test('is never charged when the membership is cancelled before', async () => {
    const { id } = await almostOver()
    await app.call(cancelSubscription, { m2cSubscriptionId: id }, { as: teller.session })
    // The provider is told before the period ends.
    await teller.pass((await leftSeconds(id)) - 1800)
    await teller.pass(40 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
  })

  test("is added once even if the provider's answer is lost", async () => {
    await teller.sandbox.post('/knobs', {
      failNext: { mode: 'error_after_effect', method: 'POST', pathIncludes: '/addons' },
    })
    await almostOver()
    await app.drain()
    const state = await teller.sandbox.get('/state')
    const own = Object.values(state['addons'] as Record<string, { subscriptionId: string }>)
    expect(own.filter(({ subscriptionId }) => subscriptionId === own.at(-1)?.subscriptionId)).toHaveLength(1)
  })
})

describe('switching the interval and back again', () => {
  test('returns the time that was exchanged, less the seconds in between', async () => {
    const { id } = await teller.join(tipsy)
    await teller.pass(20 * DAY_SECONDS)
    const before = await teller.own(id)
    const there = await change(id, { plan: tipsy, interval: 'yearly' })
    expect(there.chargedNow).toBe(0)
    const back = await change(id, { plan: tipsy, interval: 'monthly' })
    expect(back.chargedNow).toBe(0)
    const after = await teller.own(id)
    expect(after).toMatchObject({ status: 'active', interval: 'monthly', plan: { price: 10 } })
    const elapsed = second(back.quotedAt) - second(there.quotedAt)
    const moved = second(after.accessUntil ?? '') - second(before.accessUntil ?? '')
    // Ten days and more were left: at most the test's few seconds are lost, once at each interval.
    expect(Math.abs(moved)).toBeLessThanOrEqual(2 * elapsed + 1)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
  })
})
