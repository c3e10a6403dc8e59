import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import * as changes from '#contract/subscriptions/change-routes.ts'
import { getPausedSubscriptions, getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { editPlan, type PlanRow } from '#server/domains/plans/service.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { PaymentSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'
import { makeDueTransitions } from './due-transitions.ts'

const DAY_SECONDS = 86_400

let app: TestApp
let teller: BillingStory
let tipsy: PlanRow
let sandbox: PaymentSandbox

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
  sandbox = teller.sandbox
  ;({ tipsy } = await aPageWithPlans(app, { page: { pageName: 'Asha Sings' } }))
})
afterAll(() => app.close())

beforeEach(() => teller.begin())

/** Passes days, including the job that runs every quarter of an hour. */
async function live(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await teller.pass(DAY_SECONDS)
    await watch()
  }
}

async function watch(): Promise<void> {
  await enqueue(app.db, makeDueTransitions, {})
  await app.drain()
  await app.drain()
}

async function subjects(): Promise<string[]> {
  return (await app.mails(teller.member.email)).map(({ subject }) => subject).toReversed()
}

async function rows() {
  return (await app.call(getUserSubscriptions, {}, { as: teller.session })).body
}

describe('members hear ahead of time', () => {
  test('of a yearly renewal, two weeks before and once', async () => {
    await teller.join(tipsy, 'yearly')
    await teller.pass(340 * DAY_SECONDS)
    await watch()
    expect(await subjects()).toHaveLength(1)
    for (const days of [13, 1, 5]) {
      await teller.pass(days * DAY_SECONDS)
      await watch()
    }
    const said = await subjects()
    expect(said).toHaveLength(2)
    expect(said[1]).toMatch(/^Your membership with Asha Sings renews on /)
  })

  test('of a card that stops working', async () => {
    const next = new Date(app.clock.now().getTime() + 20 * DAY_SECONDS * 1000)
    const month = String(next.getUTCMonth() + 1).padStart(2, '0')
    const { id, providerId } = await teller.join(tipsy)
    await sandbox.post('/pay', {
      subscription_id: providerId,
      card: 'success',
      card_change: true,
      expiry: `${month}/${String(next.getUTCFullYear()).slice(2)}`,
    })
    await sandbox.post(`/subscriptions/${providerId}/charge`, { outcome: 'success' })
    await sandbox.deliver()
    for (const days of [1, 15, 16]) {
      await teller.pass(days * DAY_SECONDS)
      await watch()
    }
    expect((await subjects()).filter((subject) => subject.includes('expires soon'))).toHaveLength(1)
    expect((await teller.own(id)).card).toEqual({ network: 'Visa', last4: '4366' })
  })
})

describe('a renewal that fails', () => {
  test('keeps access for a week with four tries and mails, then is paused; nothing more is charged', async () => {
    const { id } = await teller.join(tipsy, 'monthly', 'renewal_fails')
    await teller.pass(29 * DAY_SECONDS)
    await live(4)
    const [row] = await rows()
    expect(row).toMatchObject({ _id: id, status: 'past_due' })
    expect(Date.parse(row?.accessEnds ?? '') - Date.parse(row?.accessUntil ?? '')).toBe(
      7 * DAY_SECONDS * 1000,
    )
    await live(7)
    expect(await rows()).toEqual([])
    const rest = await app.call(getPausedSubscriptions, {}, { as: teller.session })
    expect(rest.body).toMatchObject([{ _id: id, status: 'paused' }])
    await teller.pass(70 * DAY_SECONDS)
    expect(await teller.amountsPaid()).toEqual([{ cents: 1000 }])
    const said = await subjects()
    expect(said).toHaveLength(4)
    expect(said[0]).toBe('Welcome to Tipsy by Asha Sings: your receipt')
    expect(said[1]).toBe('We could not renew your membership with Asha Sings')
    expect(said[2]).toMatch(/^Your access to Asha Sings ends on \d+ \w+ \d{4}$/)
    expect(said[3]).toBe('Your membership with Asha Sings is paused')

    const failed = await sandbox.get('/state')
    const tries = Object.values(
      failed['payments'] as Record<string, { status: string; subscriptionId: string }>,
    )
    const provider = await many(
      app.db,
      sql<{ id: string }>`select provider_subscription_id as id from subscriptions where id = ${id}`,
    )
    expect(
      tries.filter(({ status, subscriptionId }) => status === 'failed' && subscriptionId === provider[0]?.id),
    ).toHaveLength(4)
  })

  test("is settled with one press, at the member's price although the plan is dearer now", async () => {
    const { id } = await teller.join(tipsy, 'monthly', 'renewal_fails')
    await teller.pass(29 * DAY_SECONDS)
    await live(11)
    await app.db
      .transaction()
      .execute((db) =>
        editPlan(
          db,
          tipsy.creatorId,
          tipsy.id,
          { name: 'Tipsy', description: '', currency: 'USD', priceCents: 3000 },
          app.clock.now(),
        ),
      )
    const back = await app.call(changes.reactivate, { m2cSubscriptionId: id }, { as: teller.session })
    await sandbox.pay(back.body.subscriptionId)
    await sandbox.deliver()
    await app.drain()
    expect(await rows()).toMatchObject([{ _id: id, status: 'active', planId: { price: 10 } }])
    // Beside the receipt, in whichever order they left.
    expect((await subjects()).slice(-2)).toContain('Your membership with Asha Sings continues')
  })

  test('that the bank settles a day and a half late never takes access away', async () => {
    const { id, providerId } = await teller.join(tipsy)
    await sandbox.post(`/subscriptions/${providerId}/next`, { outcome: 'failure', times: 1 })
    await teller.pass(31 * DAY_SECONDS)
    await watch()
    const [row] = await rows()
    expect(Date.parse(row?.accessEnds ?? '')).toBeGreaterThan(app.clock.now().getTime())
    await live(2)
    expect(await rows()).toMatchObject([{ _id: id, status: 'active' }])
  })
})
