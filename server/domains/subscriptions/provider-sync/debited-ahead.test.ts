import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import * as changes from '#contract/subscriptions/change-routes.ts'
import { returnReasons } from '#contract/subscriptions/messages.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'

const HOUR_SECONDS = 3600

let app: TestApp
let teller: BillingStory
let tipsy: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
  ;({ tipsy } = await aPageWithPlans(app))
})
afterAll(() => app.close())

beforeEach(() => teller.begin())

/** To that many hours before the end of the paid period, with the regular job. */
async function passTo(id: string, hoursBefore: number): Promise<void> {
  const end = Date.parse((await teller.own(id)).accessUntil ?? '')
  await teller.pass(Math.floor((end - app.clock.now().getTime()) / 1000) - hoursBefore * HOUR_SECONDS)
  await teller.makeDueTransitions()
  await teller.sandbox.deliver()
}

const cancel = async (id: string) =>
  (await app.call(contract.cancelSubscription, { m2cSubscriptionId: id }, { as: teller.session })).body

const resume = (id: string) =>
  app.call(contract.resumeSubscription, { m2cSubscriptionId: id }, { as: teller.session })

/** What the bank was asked for, by the provider's subscription. */
async function debitsOf(providerId: string): Promise<string[]> {
  const { payments } = (await teller.sandbox.get('/state')) as {
    payments: Record<string, { subscriptionId: string; status: string }>
  }
  return Object.values(payments)
    .filter(({ subscriptionId }) => subscriptionId === providerId)
    .map(({ status }) => status)
}

test('an Indian card: the provider is told two days ahead, before the bank begins, and nothing is debited', async () => {
  const { id, providerId } = await teller.join(tipsy, 'monthly', 'ahead')
  expect(await cancel(id)).toMatchObject({ keptBy: 'undo' })
  await passTo(id, 49)
  expect(await teller.own(id)).toMatchObject({ keptBy: 'undo' })
  await passTo(id, 47)
  expect(await teller.own(id)).toMatchObject({ status: 'active', keptBy: 'checkout' })
  await passTo(id, -24)
  expect(await debitsOf(providerId)).toEqual(['captured'])
  expect((await teller.own(id)).status).toBe('canceled')
})

test('an Indian card: the cancellation can be taken back until two days before the end', async () => {
  const { id } = await teller.join(tipsy, 'monthly', 'ahead')
  await cancel(id)
  await passTo(id, 49)
  expect(await resume(id)).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: false } })
  await passTo(id, -24)
  expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 1000 }])
})

test('an Indian card: a debit the bank had begun before the cancellation arrives, and goes back automatically', async () => {
  const { id, providerId } = await teller.join(tipsy, 'monthly', 'ahead')
  await passTo(id, 30)
  expect(await debitsOf(providerId)).toEqual(['captured', 'created'])
  const { debitedFrom, accessUntil } = await teller.own(id)
  // The member can see it: the bank may have begun 36 hours before the end.
  expect(Date.parse(accessUntil ?? '') - Date.parse(debitedFrom ?? '')).toBe(36 * HOUR_SECONDS * 1000)
  await cancel(id)
  await app.drain()
  await passTo(id, -2)
  expect(await debitsOf(providerId)).toEqual(['captured', 'refunded'])
  expect(await teller.own(id)).toMatchObject({ status: 'canceled', accessUntil })
  const refunds = await many(
    app.db,
    sql<{
      cents: number
    }>`select r.amount_cents as cents from refunds r join payments p on p.id = r.payment_id
      where p.member_id = ${teller.member.id}`,
  )
  expect(refunds).toEqual([{ cents: 1000 }])
  const [mail] = await app.mails(teller.member.email)
  expect(mail?.text).toContain('This payment came in after the membership had ended.')
})

test('an Indian card that nobody cancels is renewed on the day, though it was debited ahead', async () => {
  const { id } = await teller.join(tipsy, 'monthly', 'ahead')
  const { accessUntil } = await teller.own(id)
  await passTo(id, 1)
  expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
  await passTo(id, -1)
  expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 1000 }])
  const renewed = await teller.own(id)
  expect(renewed.status).toBe('active')
  expect(Date.parse(renewed.accessUntil ?? '')).toBeGreaterThan(Date.parse(accessUntil ?? ''))
})

test('a card from abroad is charged on the day alone: the provider is told in the last hour', async () => {
  const { id, providerId } = await teller.join(tipsy, 'monthly', 'international')
  expect(await teller.own(id)).toMatchObject({ debitedFrom: null })
  await cancel(id)
  await passTo(id, 2)
  expect(await resume(id)).toMatchObject({ status: 200 })
  await cancel(id)
  await passTo(id, 0.5)
  expect(await teller.own(id)).toMatchObject({ keptBy: 'checkout' })
  await passTo(id, -24)
  expect(await debitsOf(providerId)).toEqual(['captured'])
})

describe('reactivating with another card, after a debit that had failed', () => {
  /** The member's refunds, with their reasons. */
  const returnsOf = () =>
    many(
      app.db,
      sql<{ cents: number; reason: string }>`select r.amount_cents as cents, r.reason
        from refunds r join payments p on p.id = r.payment_id where p.member_id = ${teller.member.id}`,
    )

  async function reactivateWith(id: string, card: string): Promise<void> {
    const { body } = await app.call(changes.reactivate, { m2cSubscriptionId: id }, { as: teller.session })
    await teller.sandbox.pay(body.subscriptionId, card)
    await teller.sandbox.deliver()
  }

  /** The bank still takes the money from the old card; the provider could not be told to stop. */
  async function succeedLate(providerId: string): Promise<void> {
    await teller.sandbox.post(`/subscriptions/${providerId}/charge`, { outcome: 'success' })
    await teller.sandbox.deliver()
  }
  const keepOldOneRunning = () =>
    teller.sandbox.post('/knobs', {
      failNext: { mode: 'error_before_effect', times: 20, method: 'POST', pathIncludes: '/cancel' },
    })

  test('before the end keeps the paid time, and what the old card pays late goes back', async () => {
    const { id, providerId } = await teller.join(tipsy)
    const { accessUntil } = await teller.own(id)
    await passTo(id, 30)
    await teller.sandbox.post(`/subscriptions/${providerId}/charge`, { outcome: 'failure' })
    await teller.sandbox.deliver()
    expect((await teller.own(id)).status).toBe('past_due')
    await keepOldOneRunning()
    await reactivateWith(id, 'international')
    expect(await teller.own(id)).toMatchObject({ status: 'active', accessUntil })
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
    await succeedLate(providerId)
    expect(await teller.own(id)).toMatchObject({ status: 'active', accessUntil })
    expect(await returnsOf()).toEqual([{ cents: 1000, reason: returnReasons.replaced }])
    await teller.sandbox.post('/knobs', { reset: true })
    await passTo(id, -24)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }, { cents: 1000 }, { cents: 1000 }])
    expect(await returnsOf()).toHaveLength(1)
    const renewed = await teller.own(id)
    expect(Date.parse(renewed.accessUntil ?? '') - Date.parse(accessUntil ?? '')).toBeGreaterThan(
      27 * 24 * HOUR_SECONDS * 1000,
    )
  })

  test('after the end begins a period at once, and what the old card pays late goes back', async () => {
    const { id, providerId } = await teller.join(tipsy)
    await teller.sandbox.post(`/subscriptions/${providerId}/next`, { outcome: 'failure' })
    await passTo(id, -10)
    expect((await teller.own(id)).status).toBe('past_due')
    await keepOldOneRunning()
    await reactivateWith(id, 'international')
    const { accessUntil } = await teller.own(id)
    expect(Date.parse(accessUntil ?? '')).toBeGreaterThan(
      app.clock.now().getTime() + 27 * 24 * HOUR_SECONDS * 1000,
    )
    await succeedLate(providerId)
    await teller.sandbox.post('/knobs', { reset: true })
    expect(await teller.own(id)).toMatchObject({ status: 'active', accessUntil })
    expect(await returnsOf()).toEqual([{ cents: 1000, reason: returnReasons.replaced }])
    const mails = await app.mails(teller.member.email)
    expect(mails.some(({ text }) => text.includes(returnReasons.replaced))).toBe(true)
  })
})
