import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { cancelSubscription } from '#contract/subscriptions/routes.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import {
  aPageWithPlans,
  type BillingStory,
  tellBilling,
} from '#server/domains/subscriptions/billing-testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { countMemberships, countMinute } from './domains/analytics/testing.ts'
import { stepsTo } from './domains/analytics/movements/steps.ts'

const DAY_SECONDS = 86_400
const DAY_MS = 86_400_000

let app: TestApp
let story: BillingStory
let tipsy: PlanRow
let drunk: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  story = tellBilling(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  await story.begin()
  ;({ tipsy, drunk } = await aPageWithPlans(app))
})

const movements = () =>
  many(
    app.db,
    sql<{ kind: string; twelfths: number; day: string }>`select kind, delta_twelfths as twelfths,
        to_char(day, 'YYYY-MM-DD') as day
      from mrr_movements where member_id = ${story.member.id} order by at, number`,
  )
const kinds = async () => (await movements()).map(({ kind, twelfths }) => [kind, twelfths])

/** What the worker does each minute, a quarter of an hour and so on. */
async function pass(days: number) {
  await story.pass(days * DAY_SECONDS)
  await story.makeDueTransitions()
  await countMinute(app)
}

describe('a membership moves its page’s income', () => {
  test('when somebody joins: a monthly price in full', async () => {
    await story.join(tipsy)
    await countMinute(app)
    expect(await kinds()).toEqual([['new', 12_000]])
    expect((await movements())[0]?.day).toBe(app.clock.now().toISOString().slice(0, 10))
  })

  test('a yearly price by a twelfth, to the twelfth of a cent', async () => {
    await story.join(tipsy, 'yearly')
    await countMinute(app)
    // $108 a year.
    expect(await kinds()).toEqual([['new', 10_800]])
  })

  test('not by a renewal, and up with a dearer plan', async () => {
    const { id } = await story.join(tipsy)
    await pass(32)
    await story.change({ m2cSubscriptionId: id, planId: drunk.id, interval: 'monthly' })
    await countMinute(app)
    expect(await kinds()).toEqual([
      ['new', 12_000],
      ['up', 18_000],
    ])
  })

  test('down on the day that paid time runs out, however late that is noticed', async () => {
    const { id } = await story.join(tipsy)
    const { body } = await app.call(cancelSubscription, { m2cSubscriptionId: id }, { as: story.session })
    await countMinute(app)
    expect(await kinds()).toEqual([['new', 12_000]])
    await pass(36)
    expect((await movements()).at(-1)).toEqual({
      kind: 'lost',
      twelfths: -12_000,
      day: body.accessUntil?.slice(0, 10),
    })
  })

  test('who comes back returns, and is not new', async () => {
    const { id } = await story.join(tipsy)
    await app.call(cancelSubscription, { m2cSubscriptionId: id }, { as: story.session })
    await pass(40)
    await story.join(drunk)
    await countMinute(app)
    expect(await kinds()).toEqual([
      ['new', 12_000],
      ['lost', -12_000],
      ['returned', 30_000],
    ])
  })

  test('an attempt that nobody pays moves nothing', async () => {
    await aSubscription(app.db, story.member.id, tipsy, { status: 'pending', accessUntil: null })
    await countMemberships(app)
    await countMinute(app)
    expect(await kinds()).toEqual([])
  })
})

test('memberships from before counting began count from the day they were made', async () => {
  const now = new Date(app.clock.now().getTime() - 100 * DAY_MS)
  const accessUntil = new Date(now.getTime() + 30 * DAY_MS)
  await aSubscription(app.db, story.member.id, tipsy, { status: 'canceled', now, accessUntil })
  await countMemberships(app)
  expect(await movements()).toEqual([
    { kind: 'new', twelfths: 12_000, day: now.toISOString().slice(0, 10) },
    { kind: 'lost', twelfths: -12_000, day: accessUntil.toISOString().slice(0, 10) },
  ])
  // Counting again changes nothing.
  await countMemberships(app)
  expect(await movements()).toHaveLength(2)
})

test('who paid anew only after access had ended has left and returned', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  const before = { twelfths: 12_000, countedUntil: at(10), lastAt: at(1) }
  const facts = { twelfths: 12_000, isPaused: false, paidFrom: at(14), accessEnds: at(40) }
  expect(stepsTo(before, facts, { at: at(14), isKnown: true })).toEqual([
    { kind: 'lost', at: at(10), deltaTwelfths: -12_000 },
    { kind: 'returned', at: at(14), deltaTwelfths: 12_000 },
  ])
  expect(stepsTo(before, { ...facts, paidFrom: at(8) }, { at: at(14), isKnown: true })).toEqual([])
})
