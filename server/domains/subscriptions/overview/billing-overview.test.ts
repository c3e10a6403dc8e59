import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import * as control from '#contract/subscriptions/billing-overview-routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { type BillingStory, tellBilling } from '../billing-testing.ts'

let app: TestApp
let teller: BillingStory
let songs: PlanRow
let paintings: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
  const asha = await aCreator(app.db, (await aUser(app.db)).id, { pageName: 'Asha Sings' })
  songs = await aPlan(app.db, asha.id, { name: 'Tipsy', priceCents: 1000 })
  const tomas = await aCreator(app.db, (await aUser(app.db)).id, { pageName: 'Tomas Paints' })
  paintings = await aPlan(app.db, tomas.id, { name: 'Oil', priceCents: 2000 })
})
afterAll(() => app.close())

beforeEach(() => teller.begin())

async function room() {
  return (await app.call(control.getBillingOverview, {}, { as: teller.session })).body
}

function budget(monthlyBudget: number | null) {
  return app.call(control.setBudget, { monthlyBudget }, { as: teller.session })
}

describe('the billing overview', () => {
  test('shows every coming charge of a year, the total per month, and what was paid', async () => {
    await teller.join(songs)
    await teller.join(paintings, 'yearly')
    const { charges, monthlyTotal, monthlyBudget, years } = await room()
    const of = (name: string) => charges.filter(({ pageName }) => pageName === name)
    expect(of('Asha Sings').length).toBeGreaterThanOrEqual(11)
    expect(of('Asha Sings').every(({ amount }) => amount === 10)).toBe(true)
    expect(of('Tomas Paints').length).toBeLessThanOrEqual(1)
    expect(charges.map(({ at }) => at)).toEqual(charges.map(({ at }) => at).toSorted())
    expect(monthlyTotal).toBe(10 + 18)
    expect(monthlyBudget).toBeNull()
    expect(years).toMatchObject([
      {
        total: 226,
        creators: [
          { pageName: 'Tomas Paints', total: 216 },
          { pageName: 'Asha Sings', total: 10 },
        ],
      },
    ])
  })

  test('expects no charge for a membership that is ending', async () => {
    const { id } = await teller.join(songs)
    await app.call(contract.cancelSubscription, { m2cSubscriptionId: id }, { as: teller.session })
    expect(await room()).toMatchObject({ charges: [], monthlyTotal: 0 })
  })
})

describe('a renewal that failed', () => {
  test('is shown as waiting, with its amount and until when, and without promising a day', async () => {
    const { id } = await teller.join(songs, 'monthly', 'renewal_fails')
    expect((await room()).overdue).toEqual([])
    const { accessUntil } = await teller.own(id)
    await teller.pass(Math.ceil((Date.parse(accessUntil ?? '') - app.clock.now().getTime()) / 1000) + 60)
    const { accessEnds } = await teller.own(id)
    const { charges, overdue } = await room()
    expect(charges).toEqual([])
    expect(overdue).toEqual([
      {
        m2cSubscriptionId: id,
        pageName: 'Asha Sings',
        planName: 'Tipsy',
        amount: 10,
        currency: 'USD',
        until: accessEnds,
      },
    ])
  })
})

describe('a budget', () => {
  test('refuses a new membership above it, in a sentence, and is stored on the server', async () => {
    await teller.join(songs)
    expect((await budget(25)).body).toEqual({ monthlyBudget: 25 })
    const refused = await app.call(
      contract.createSubscription,
      { planId: paintings.id },
      { as: teller.session },
    )
    expect(refused).toMatchObject({ status: 409, failure: { code: 'budget_reached' } })
    expect(refused.failure.message).toContain('monthly budget')
    const yearly = await app.call(
      contract.createSubscription,
      { planId: paintings.id, interval: 'yearly' },
      { as: teller.session },
    )
    expect(yearly.status).toBe(409)
    await budget(30)
    expect((await room()).monthlyBudget).toBe(30)
    expect(
      (await app.call(contract.createSubscription, { planId: paintings.id }, { as: teller.session })).status,
    ).toBe(200)
    await budget(null)
    expect((await room()).monthlyBudget).toBeNull()
  })

  test('is a whole number of dollars', async () => {
    for (const wrong of [0, -5, 2.5, 100_001]) expect((await budget(wrong)).status).toBe(422)
  })
})
