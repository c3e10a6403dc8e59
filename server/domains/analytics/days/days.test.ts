import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getCohorts, getInsights, getInsightsFile, getMovements } from '#contract/analytics/insight-routes.ts'
import { giveRefund } from '#contract/payments/refund-routes.ts'
import { cancelSubscription } from '#contract/subscriptions/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { countMemberships, countMinute } from '../testing.ts'

const DAY_MS = 86_400_000

let app: TestApp
let creatorId: string
let owner: TestSession
let plan: PlanRow

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  const user = await aUser(app.db)
  creatorId = (await aCreator(app.db, user.id, { platformPlan: 'Pro' })).id
  owner = await aSession(app.db, app.platform, user.id)
  plan = await aPlan(app.db, creatorId, { priceCents: 1000 })
})

const ago = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS)
const name = (moment: Date) => moment.toISOString().slice(0, 10)
const lastDays = (count: number) => ({ from: name(ago(count)), to: name(ago(0)) })

async function aMember(given: Parameters<typeof aSubscription>[3] = {}) {
  const user = await aUser(app.db)
  return { user, ...(await aSubscription(app.db, user.id, plan, given)) }
}

async function pay(capturedAt: Date, amountCents = 1000) {
  const { id, user } = await aMember({ now: capturedAt })
  return aPayment(app.db, { subscriptionId: id, memberId: user.id, plan, amountCents, capturedAt })
}

const insights = async (
  days: number,
  more: { currency?: 'USD' | 'INR'; interval?: 'day' | 'week' | 'month' } = {},
) => (await app.call(getInsights, { ...lastDays(days), ...more }, { as: owner })).body

/**
 * What the ledger says of each day, from the rule's text alone: its lines of this creator, without what was paid out;
 * `gross` is what supporters paid and `givenBack` what went back to them, both before the platform's share.
 */
async function recount() {
  const lines = await many(
    app.db,
    sql<{ reference: string; day: string; account: string; minor: number }>`select t.reference,
        to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, e.account, e.amount_minor as minor
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.account in ('creator_balance', 'platform_fees') and exists (select from ledger_entries own
        where own.transaction_id = t.id and own.creator_id = ${creatorId})`,
  )
  const days: Record<string, { gross: number; givenBack: number; fee: number; net: number }> = {}
  for (const { reference, day, account, minor } of lines) {
    if (reference.startsWith('payout')) continue
    const sums = (days[day] ??= { gross: 0, givenBack: 0, fee: 0, net: 0 })
    if (account === 'platform_fees') sums.fee -= minor
    else sums.net -= minor
    if (reference.startsWith('charge:')) sums.gross -= minor
    else sums.givenBack += minor
  }
  return days
}

const rollup = async () =>
  Object.fromEntries(
    (
      await many(
        app.db,
        sql<{ day: string; gross: number; givenBack: number; fee: number; net: number }>`select
            to_char(day, 'YYYY-MM-DD') as day, gross_cents as gross, given_back_cents as "givenBack",
            fee_cents as fee, net_cents as net from creator_days where creator_id = ${creatorId}`,
      )
    ).map(({ day, ...sums }) => [day, sums]),
  )

describe('money', () => {
  test('of each day is what the ledger says, refunds included, and is counted once', async () => {
    await pay(ago(20))
    await pay(ago(20), 2599)
    const { id } = await pay(ago(3))
    await app.call(giveRefund, { paymentId: id, amount: 4, reason: 'A gift' }, { as: owner })
    await countMinute(app)
    expect(await rollup()).toEqual(await recount())
    await countMinute(app)
    expect(await rollup()).toEqual(await recount())
    const { total } = await insights(30)
    expect(total).toMatchObject({ gross: 45.99, givenBack: 4, correction: 0 })
    expect(total.gross - total.givenBack - total.fee).toBeCloseTo(total.net, 5)
  })

  test('that is heard of within 35 days restates its day; later it is a correction of today', async () => {
    // Counted until now, with nothing of those days.
    await countMinute(app)
    await pay(ago(34))
    await pay(ago(36))
    await countMinute(app)
    const days = await rollup()
    expect(days[name(ago(34))]).toMatchObject({ gross: 1000 })
    expect(days[name(ago(36))]).toBeUndefined()
    expect(days[name(ago(0))]).toMatchObject({ gross: 1000, net: 900 })
    expect((await insights(1)).total).toMatchObject({ gross: 10, net: 9, correction: 9 })
  })

  test('belongs to the day in UTC, to the millisecond', async () => {
    const midnight = new Date(`${name(ago(5))}T00:00:00.000Z`)
    await pay(midnight, 1000)
    await pay(new Date(midnight.getTime() - 1), 2000)
    await countMinute(app)
    const days = await rollup()
    expect(days[name(midnight)]).toMatchObject({ gross: 1000 })
    expect(days[name(ago(6))]).toMatchObject({ gross: 2000 })
  })

  test('in rupees is never added to dollars', async () => {
    await pay(ago(2))
    await run(
      app.db,
      sql`insert into creator_days (creator_id, currency, day, gross_cents, net_cents)
        values (${creatorId}, 'INR', ${name(ago(2))}, 50000, 50000)`,
    )
    await countMinute(app)
    const dollars = await insights(5)
    expect(dollars.currencies.toSorted()).toEqual(['INR', 'USD'])
    expect(dollars.total.gross).toBe(10)
    expect((await insights(5, { currency: 'INR' })).total.gross).toBe(500)
  })
})

describe('rates', () => {
  test('of fewer than five people are hidden', async () => {
    for (let index = 0; index < 4; index += 1) await aMember({ now: ago(20) })
    await countMemberships(app)
    expect((await insights(10)).rates).toEqual({
      memberChurn: null,
      grossRevenueChurn: null,
      netRevenueChurn: null,
    })
    await aMember({ now: ago(20), status: 'canceled', accessUntil: ago(5) })
    await countMemberships(app)
    const { rates, now, total } = await insights(10)
    // One of five left.
    expect(rates).toEqual({ memberChurn: 20, grossRevenueChurn: 20, netRevenueChurn: 20 })
    expect(total.mrr).toMatchObject({ start: 50, lost: 10, end: 40 })
    expect(now).toMatchObject({ mrr: 40, members: 4, perMember: 10, lifetimeValue: null })
  })

  test('of months by when members came are hidden for small months, and count their size once', async () => {
    for (let index = 0; index < 5; index += 1)
      await aMember({ now: ago(0), ...(index === 0 && { cancelAtPeriodEnd: true }) })
    await countMemberships(app)
    const { body } = await app.call(getCohorts, {}, { as: owner })
    expect(body).toEqual([{ month: name(ago(0)).slice(0, 7), size: 5, members: [100], income: [100] }])
  })
})

test('what is committed and at risk is part of what comes in by the month', async () => {
  await aMember()
  await aMember({ cancelAtPeriodEnd: true })
  await aMember({ now: ago(33), status: 'past_due', accessUntil: ago(2) })
  await countMemberships(app)
  const { now, plans } = await insights(5)
  expect(now).toMatchObject({ mrr: 30, committed: 20, atRisk: 10, members: 3, ending: 1, inGrace: 1 })
  expect(plans).toMatchObject([{ name: plan.name, members: 3, mrr: 30 }])
})

test('every part of a range begins where the one before it ended, and leads to its rows', async () => {
  await aMember({ now: ago(40), accessUntil: ago(-9) })
  await aMember({ now: ago(12), status: 'canceled', accessUntil: ago(4) })
  await countMemberships(app)
  for (const interval of ['day', 'week', 'month'] as const) {
    const { points } = await insights(30, { interval })
    expect(points[0]?.mrr.start).toBe(10)
    expect(points.at(-1)?.mrr.end).toBe(10)
    for (const [index, point] of points.entries())
      if (index > 0) expect(point.mrr.start).toBe(points[index - 1]?.mrr.end)
  }
  const { body } = await app.call(getMovements, lastDays(30), { as: owner })
  expect(body.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['lost', -10],
    ['new', 10],
  ])
  const lost = await app.call(getMovements, { ...lastDays(30), kind: 'lost', limit: 1 }, { as: owner })
  expect(lost.body).toHaveLength(1)
  const older = await app.call(getMovements, { ...lastDays(30), cursor: body[0]?._id }, { as: owner })
  expect(older.body.map(({ kind }) => kind)).toEqual(['new'])
})

test('the file has every day', async () => {
  const { body } = await app.call(getInsightsFile, lastDays(9), { as: owner })
  const lines = Buffer.from(body.base64, 'base64').toString().trim().split('\r\n')
  expect(lines).toHaveLength(11)
  expect(lines[0]).toMatch(/^day,currency,mrr_start,mrr_new,/)
})

test('a range must end after it begins, within two years', async () => {
  const call = (from: string, to: string) => app.call(getInsights, { from, to }, { as: owner })
  expect((await call('2026-02-01', '2026-01-31')).failure.code).toBe('range_wrong')
  expect((await call('2023-01-01', '2026-01-31')).failure.code).toBe('range_wrong')
  expect((await call('2026-02-30', '2026-03-31')).failure.code).toBe('invalid_input')
})

test('why members leave is told once five have said so', async () => {
  const sessions: { id: string; session: TestSession }[] = []
  for (let index = 0; index < 5; index += 1) {
    const { id, user } = await aMember()
    sessions.push({ id, session: await aSession(app.db, app.platform, user.id) })
  }
  const cancel = ({ id, session }: { id: string; session: TestSession }, reason: 'price' | 'time') =>
    app.call(cancelSubscription, { m2cSubscriptionId: id, reason }, { as: session })
  for (const [index, member] of sessions.slice(0, 4).entries())
    await cancel(member, index === 0 ? 'time' : 'price')
  expect((await insights(2)).reasons).toBeNull()
  const [, , , , fifth] = sessions
  if (!fifth) throw new Error('There are five')
  await cancel(fifth, 'price')
  expect((await insights(2)).reasons).toEqual([
    { reason: 'price', people: 4 },
    { reason: 'time', people: 1 },
  ])
})
