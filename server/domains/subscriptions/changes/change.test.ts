import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import * as changes from '#contract/subscriptions/change-routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { many, sql } from '#server/platform/db/query.ts'
import type { PaymentSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'

const DAY_SECONDS = 86_400

let app: TestApp
let teller: BillingStory
let tipsy: PlanRow
let drunk: PlanRow
let sandbox: PaymentSandbox

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
  sandbox = teller.sandbox
  ;({ tipsy, drunk } = await aPageWithPlans(app))
})
afterAll(() => app.close())

beforeEach(() => teller.begin())

async function preview(
  id: string,
  plan: PlanRow,
  given: { interval?: 'monthly' | 'yearly'; timing?: 'now' | 'period_end' } = {},
) {
  const answer = await app.call(
    changes.previewPlanChange,
    {
      m2cSubscriptionId: id,
      planId: plan.id,
      interval: given.interval ?? 'monthly',
      ...(given.timing && { timing: given.timing }),
    },
    { as: teller.session },
  )
  expect(answer.status).toBe(200)
  return answer.body
}

async function confirm(
  id: string,
  plan: PlanRow,
  shown: Awaited<ReturnType<typeof preview>>,
  interval = 'monthly',
) {
  return app.call(
    changes.changePlan,
    {
      m2cSubscriptionId: id,
      planId: plan.id,
      interval: interval === 'yearly' ? 'yearly' : 'monthly',
      timing: shown.timing,
      quotedAt: shown.quotedAt,
      chargedNow: shown.chargedNow,
    },
    { as: teller.session },
  )
}

async function statusesAtProvider(ids: readonly string[]): Promise<(string | undefined)[]> {
  const state = await sandbox.get('/state')
  const all = state['subscriptions'] as Record<string, { status: string }>
  return ids.map((id) => all[id]?.status)
}

describe('an upgrade', () => {
  test('charges exactly what was shown, takes effect at once, and renews on the old day at the new price', async () => {
    const { id, providerId } = await teller.join(tipsy)
    await teller.pass(10 * DAY_SECONDS)
    const before = await teller.own(id)
    const shown = await preview(id, drunk)
    expect(shown).toMatchObject({
      kind: 'upgrade',
      timing: 'now',
      nextCharge: 25,
      accessUntil: before.accessUntil,
    })
    expect(shown.chargedNow).toBeGreaterThan(9)
    expect(shown.chargedNow).toBeLessThan(11)
    const order = await confirm(id, drunk, shown)
    expect(order.status).toBe(200)
    expect((await teller.own(id)).plan.name).toBe('Tipsy')

    const paid = await sandbox.pay(order.body.subscriptionId)
    const answer = await app.call(
      contract.confirmPayment,
      { subscriptionId: order.body.subscriptionId, ...paid },
      { as: teller.session },
    )
    expect(answer.body).toMatchObject({
      msg: 'Payment successful',
      isPaid: true,
      m2cSubscriptionId: id,
      status: 'active',
    })
    await sandbox.deliver()
    expect(await teller.own(id)).toMatchObject({
      status: 'active',
      plan: { name: 'Drunk', price: 25 },
      accessUntil: before.accessUntil,
    })
    expect(await statusesAtProvider([providerId, order.body.subscriptionId])).toEqual([
      'cancelled',
      'authenticated',
    ])
    await teller.pass(25 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([
      { cents: 1000 },
      { cents: Math.round(shown.chargedNow * 100) },
      { cents: 2500 },
    ])
    expect((await teller.own(id)).status).toBe('active')
  })

  test('changes nothing when the window is closed, nor when the card is declined', async () => {
    const { id, providerId } = await teller.join(tipsy)
    const shown = await preview(id, drunk)
    const order = await confirm(id, drunk, shown)
    await sandbox.pay(order.body.subscriptionId, 'declined')
    await sandbox.deliver()
    expect(await teller.own(id)).toMatchObject({ status: 'active', plan: { name: 'Tipsy' } })
    expect(await statusesAtProvider([providerId])).toEqual(['active'])
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
  })

  test('is one order at the provider, however often it is confirmed', async () => {
    const { id } = await teller.join(tipsy)
    const shown = await preview(id, drunk)
    const orders = await Promise.all(Array.from({ length: 6 }, () => confirm(id, drunk, shown)))
    expect(new Set(orders.map(({ body }) => body.subscriptionId)).size).toBe(1)
  })

  test("is made once even if the provider's answer is lost", async () => {
    const { id } = await teller.join(tipsy)
    const shown = await preview(id, drunk)
    // The plan is created first; the second call to fail is the subscription's.
    await confirm(id, drunk, shown)
    const later = await preview(id, drunk, { timing: 'period_end' })
    await sandbox.post('/knobs', {
      failNext: { mode: 'error_after_effect', method: 'POST', pathIncludes: '/subscriptions' },
    })
    expect((await confirm(id, drunk, later)).failure.code).toBe('provider_unavailable')
    const again = await confirm(id, drunk, later)
    expect(again.status).toBe(200)
    await app.drain()
    const state = await sandbox.get('/state')
    const all = state['subscriptions'] as Record<string, { notes: Record<string, string> }>
    const intentOf = ({ notes }: { notes: Record<string, string> }) => Object.values(notes)[0]
    const made = all[again.body.subscriptionId]
    const open = Object.values(all).filter((each) => made && intentOf(each) === intentOf(made))
    expect(open).toHaveLength(1)
  })

  test('is applied once, though the browser and the webhooks report it at the same moment', async () => {
    const { id } = await teller.join(tipsy)
    const order = await confirm(id, drunk, await preview(id, drunk))
    await sandbox.pay(order.body.subscriptionId)
    const tell = () =>
      app.call(contract.confirmPayment, { subscriptionId: order.body.subscriptionId }, { as: teller.session })
    const [, ...answers] = await Promise.all([sandbox.deliver(), tell(), tell(), tell()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await teller.own(id)).plan.name).toBe('Drunk')
    expect(await teller.amountsPaid()).toHaveLength(2)
  })

  test('is refused when the preview is old or shows another amount', async () => {
    const { id } = await teller.join(tipsy)
    const shown = await preview(id, drunk)
    const cheaper = await confirm(id, drunk, { ...shown, chargedNow: 1 })
    expect(cheaper.failure.code).toBe('quote_changed')
    await teller.pass(1000)
    expect((await confirm(id, drunk, shown)).failure.code).toBe('quote_changed')
  })

  test('that another wish replaced can no longer be paid', async () => {
    const { id } = await teller.join(tipsy)
    const first = await confirm(id, drunk, await preview(id, drunk))
    await confirm(id, drunk, await preview(id, drunk, { timing: 'period_end' }))
    await app.drain()
    await expect(sandbox.pay(first.body.subscriptionId)).rejects.toThrow()
  })
})

describe('a downgrade', () => {
  test('waits for the period to end, charges nothing now, and then the lower price', async () => {
    const { id } = await teller.join(drunk)
    await teller.pass(5 * DAY_SECONDS)
    const shown = await preview(id, tipsy)
    expect(shown).toMatchObject({ kind: 'downgrade', timing: 'period_end', chargedNow: 0, nextCharge: 10 })
    const order = await confirm(id, tipsy, shown)
    await sandbox.pay(order.body.subscriptionId)
    await sandbox.deliver()
    expect((await teller.own(id)).plan).toMatchObject({ name: 'Drunk', price: 25 })
    await teller.pass(30 * DAY_SECONDS)
    expect(await teller.own(id)).toMatchObject({ status: 'active', plan: { name: 'Tipsy', price: 10 } })
    expect(await teller.amountsPaid()).toEqual([{ cents: 2500 }, { cents: 1000 }])
  })

  test('that applies at once turns what is left into time', async () => {
    const { id } = await teller.join(drunk)
    await teller.pass(15 * DAY_SECONDS)
    const { accessUntil } = await teller.own(id)
    const leftDays = (Date.parse(accessUntil ?? '') - app.clock.now().getTime()) / (DAY_SECONDS * 1000)
    const shown = await preview(id, tipsy, { timing: 'now' })
    // $25 for a period of 27 to 31 days: the first one ends at midnight in India, up to a day before the month does.
    expect(shown.credit).toBeGreaterThanOrEqual((25 * leftDays) / 31 - 0.01)
    expect(shown.credit).toBeLessThanOrEqual((25 * leftDays) / 27 + 0.01)
    const order = await confirm(id, tipsy, shown)
    await sandbox.pay(order.body.subscriptionId)
    await sandbox.deliver()
    expect(await teller.own(id)).toMatchObject({ plan: { name: 'Tipsy' }, accessUntil: shown.accessUntil })
    expect(await teller.amountsPaid()).toEqual([{ cents: 2500 }])
    await teller.pass(40 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 2500 }, { cents: 1000 }])
  })
})

describe('another interval', () => {
  test("of the member's own plan keeps their price, and begins with the period", async () => {
    const { id } = await teller.join(tipsy)
    const shown = await preview(id, tipsy, { interval: 'yearly' })
    expect(shown).toMatchObject({ kind: 'interval', timing: 'period_end', chargedNow: 0, nextCharge: 108 })
    const order = await confirm(id, tipsy, shown, 'yearly')
    await sandbox.pay(order.body.subscriptionId)
    await sandbox.deliver()
    await teller.pass(32 * DAY_SECONDS)
    expect(await teller.own(id)).toMatchObject({ status: 'active', interval: 'yearly', plan: { price: 108 } })
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 10_800 }])
  })
})

describe('money that is not owed', () => {
  test('goes back automatically when the subscription that a change replaced is charged once more', async () => {
    const { id, providerId } = await teller.join(tipsy)
    await sandbox.post('/knobs', {
      failNext: { mode: 'error_before_effect', times: 3, method: 'POST', pathIncludes: '/cancel' },
    })
    const order = await confirm(id, drunk, await preview(id, drunk))
    await sandbox.pay(order.body.subscriptionId)
    await sandbox.deliver()
    await sandbox.post(`/subscriptions/${providerId}/charge`, { outcome: 'success' })
    await sandbox.deliver()
    const refunds = await many(
      app.db,
      sql<{
        amountCents: number
        origin: string
      }>`select r.amount_cents as "amountCents", r.origin from refunds r
        join payments p on p.id = r.payment_id where p.member_id = ${teller.member.id}`,
    )
    expect(refunds).toEqual([{ amountCents: 1000, origin: 'rule' }])
    expect(await teller.own(id)).toMatchObject({ status: 'active', plan: { name: 'Drunk' } })
  })

  test('goes back automatically when a closed attempt is paid while another one is live', async () => {
    const first = await app.call(
      contract.createRazorpaySubscription,
      { planId: tipsy.id },
      { as: teller.session },
    )
    const failed = await sandbox.pay(first.body.subscriptionId, 'declined').catch(() => null)
    const { id } = await teller.join(drunk)
    const state = await sandbox.get('/state')
    const payments = Object.values(
      state['payments'] as Record<string, { id: string; subscriptionId: string; status: string }>,
    )
    const late = payments.find(({ subscriptionId }) => subscriptionId === first.body.subscriptionId)
    expect(late?.status ?? failed).toBe('failed')
    await sandbox.post(`/payments/${late?.id ?? ''}/authorize-late`)
    await sandbox.deliver()
    const money = await many(
      app.db,
      sql<{ left: number }>`select amount_cents - refunded_cents as left from payments
        where member_id = ${teller.member.id} order by id`,
    )
    expect(money.map(({ left }) => left).toSorted()).toEqual([0, 2500])
    expect(await teller.own(id)).toMatchObject({ status: 'active', plan: { name: 'Drunk' } })
  })
})
