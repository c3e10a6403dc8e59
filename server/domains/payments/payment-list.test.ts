import { afterAll, beforeAll, expect, test } from 'vitest'

import { giveRefund } from '#contract/payments/refund-routes.ts'
import { getCreatorPayments } from '#contract/payments/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { insertDispute } from './disputes/dispute-queries.ts'
import { aPayment } from './testing.ts'

/* A creator looks for payments among all of a page's. */

let app: TestApp
let asOwner: TestSession
let gold: Awaited<ReturnType<typeof aPlan>>

beforeAll(async () => {
  app = await startTestApp()
  const owner = await aUser(app.db, { name: 'Asha Rao' })
  asOwner = await aSession(app.db, app.platform, owner.id)
  const creator = await aCreator(app.db, owner.id, { pageName: 'Asha sings' })
  const silver = await aPlan(app.db, creator.id, { name: 'Silver', priceCents: 500 })
  gold = await aPlan(app.db, creator.id, { name: 'Gold', priceCents: 1500 })
  const other = await aPlan(app.db, (await aCreator(app.db, (await aUser(app.db)).id)).id)
  const pays = async (name: string, plan: typeof gold, day: string) => {
    const { id: memberId } = await aUser(app.db, { name })
    const { id: subscriptionId } = await aSubscription(app.db, memberId, plan)
    const capturedAt = new Date(`${day}T12:00:00.000Z`)
    return aPayment(app.db, { subscriptionId, memberId, plan, amountCents: plan.priceCents, capturedAt })
  }
  await pays('Ben 50% Off', silver, '2026-02-28')
  const cara = await pays('Cara Gold', gold, '2026-03-01')
  const dev = await pays('Dev Gold', gold, '2026-03-31')
  await pays('Eva Lalala', silver, '2026-04-01')
  await pays('Ben Elsewhere', other, '2026-03-15')
  const back = { paymentId: cara.id, amount: 5, reason: 'A gesture' }
  expect((await app.call(giveRefund, back, { as: asOwner })).status).toBe(200)
  await insertDispute(app.db, {
    id: 'disp_of_dev',
    paymentId: dev.id,
    askedCents: 1500,
    reason: 'fraud',
    openedAt: new Date(),
    toldCurrency: 'USD',
    toldAmountMinor: 1500,
  })
})
afterAll(() => app.close())

async function found(filter: Partial<Parameters<typeof ask>[0]>): Promise<string[]> {
  return (await ask(filter)).body.map(({ userId }) => userId.name.split(' ')[0] ?? '')
}

function ask(filter: {
  q?: string
  planId?: string
  month?: string
  standing?: 'refunded' | 'disputed'
  limit?: number
  cursor?: string
}) {
  return app.call(getCreatorPayments, filter, { as: asOwner })
}

test('without a filter all payments of the page come, newest first, page by page', async () => {
  expect(await found({})).toEqual(['Eva', 'Dev', 'Cara', 'Ben'])
  const [, second] = (await ask({ limit: 2 })).body
  expect(await found({ limit: 2, ...(second && { cursor: second._id }) })).toEqual(['Cara', 'Ben'])
})

test('by part of a name, in any case, taking every sign as it is', async () => {
  expect(await found({ q: 'gold' })).toEqual(['Dev', 'Cara'])
  expect(await found({ q: '50%' })).toEqual(['Ben'])
  expect(await found({ q: '_' })).toEqual([])
  expect(await found({ q: 'd' })).toEqual(['Dev', 'Cara'])
  expect(await found({ q: 'EV' })).toEqual(['Eva', 'Dev'])
  expect(await found({ q: 'LALALA' })).toEqual(['Eva'])
  expect(await found({ q: 'lalalala' })).toEqual([])
  expect(await found({ q: '  ' })).toHaveLength(4)
})

test('by plan, and by the month in UTC, from its first day to its last', async () => {
  expect(await found({ planId: gold.id })).toEqual(['Dev', 'Cara'])
  expect(await found({ month: '2026-03' })).toEqual(['Dev', 'Cara'])
  expect(await found({ month: '2026-02' })).toEqual(['Ben'])
  expect((await ask({ month: '2026-13' })).status).toBe(422)
})

test('by what became of it, and by several things at once', async () => {
  expect(await found({ standing: 'refunded' })).toEqual(['Cara'])
  expect(await found({ standing: 'disputed' })).toEqual(['Dev'])
  expect(await found({ standing: 'disputed', month: '2026-03', planId: gold.id, q: 'dev' })).toEqual(['Dev'])
  expect(await found({ standing: 'disputed', month: '2026-04' })).toEqual([])
})
