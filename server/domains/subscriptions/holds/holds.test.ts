import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { reactivate } from '#contract/subscriptions/change-routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import { reinstate, suspend } from '#server/domains/accounts/testing.ts'
import type { BuiltUser } from '#server/domains/accounts/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans, type BillingStory, tellBilling } from '../billing-testing.ts'
import { settleHolds } from './holds.ts'

const DAY_SECONDS = 86_400

let app: TestApp
let teller: BillingStory
let owner: BuiltUser
let tipsy: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
})
afterAll(() => app.close())

/** A page with one member who has just paid $10 for a month. */
async function beginWithMember(): Promise<{ id: string; providerId: string }> {
  ;({ owner, tipsy } = await aPageWithPlans(app, { page: { pageName: 'Asha sings' } }))
  await teller.begin()
  const joined = await teller.join(tipsy)
  await app.drain()
  return joined
}

async function suspendOwner(): Promise<void> {
  await suspend(app.db, app.platform, owner.id)
  await app.drain()
}

async function reinstateOwner(): Promise<void> {
  await reinstate(app.db, app.platform, owner.id)
  await app.drain()
}

/** Including the jobs that run every quarter of an hour. */
async function passDays(days: number): Promise<void> {
  await teller.pass(days * DAY_SECONDS)
  await enqueue(app.db, settleHolds, {})
  await app.drain()
}

const subjects = async (of: BuiltUser = teller.member) =>
  (await app.mails(of.email)).map(({ subject }) => subject).toReversed()

const refunds = () =>
  many(
    app.db,
    sql<{ cents: number; origin: string }>`select r.amount_cents as cents, r.origin from refunds r
      join payments p on p.id = r.payment_id where p.member_id = ${teller.member.id} order by r.id`,
  )

describe('while a page is suspended', () => {
  test('its members are not charged, and are notified once', async () => {
    const { id, providerId } = await beginWithMember()
    await suspendOwner()
    expect(await teller.own(id)).toMatchObject({ status: 'paused' })
    expect((await app.platform.razorpay.getSubscription(providerId)).status).toBe('paused')
    await suspend(app.db, app.platform, owner.id)
    await passDays(12)
    const [, notice, ...rest] = await subjects()
    expect([notice, rest]).toEqual(['Asha sings is not available at the moment', []])
    expect((await app.mails(owner.email)).map(({ subject }) => subject)).toEqual([
      'Your Cheers account is suspended',
    ])
    await passDays(40)
    expect(await teller.amountsPaid()).toHaveLength(1)
  })

  test('nobody can join, finish joining, or keep a membership', async () => {
    const { id } = await beginWithMember()
    const member = { as: teller.session }
    await teller.beginAnother()
    const newcomer = { as: teller.session }
    const open = await app.call(contract.createRazorpaySubscription, { planId: tipsy.id }, newcomer)
    await suspendOwner()
    const again = await app.call(contract.createRazorpaySubscription, { planId: tipsy.id }, newcomer)
    expect(again).toMatchObject({ status: 404, failure: { code: 'plan_not_found' } })
    expect((await app.platform.razorpay.getSubscription(open.body.subscriptionId)).status).toBe('cancelled')
    const kept = await app.call(contract.resumeSubscription, { m2cSubscriptionId: id }, member)
    expect(kept).toMatchObject({ status: 409, failure: { code: 'not_running' } })
    const back = await app.call(reactivate, { m2cSubscriptionId: id }, member)
    expect(back).toMatchObject({ status: 404, failure: { code: 'plan_not_found' } })
  })
})

describe('when it is lifted', () => {
  test('within the period, renewals continue as if nothing had happened, and members hear of it', async () => {
    const { id } = await beginWithMember()
    await suspendOwner()
    await passDays(5)
    await reinstateOwner()
    expect(await teller.own(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
    expect((await subjects()).at(-1)).toBe('Asha sings is back')
    await passDays(28)
    expect(await teller.amountsPaid()).toHaveLength(2)
    expect(await refunds()).toEqual([])
  })

  test('after the paid time, nothing is charged until the member comes back', async () => {
    const { id } = await beginWithMember()
    await passDays(25)
    await suspendOwner()
    await passDays(8)
    await reinstateOwner()
    expect(await teller.own(id)).toMatchObject({ status: 'paused' })
    expect(await teller.amountsPaid()).toHaveLength(1)
    const [newest] = await app.mails(teller.member.email)
    expect(newest).toMatchObject({ subject: 'Asha sings is back' })
    expect(newest?.text).toContain('come back or join again')
    const back = await app.call(reactivate, { m2cSubscriptionId: id }, { as: teller.session })
    await teller.sandbox.pay(back.body.subscriptionId)
    await teller.sandbox.deliver()
    expect(await teller.own(id)).toMatchObject({ status: 'active' })
    expect(await teller.amountsPaid()).toHaveLength(2)
  })

  test('nothing resumes for a member who canceled meanwhile, or is suspended themselves', async () => {
    const { id } = await beginWithMember()
    await suspendOwner()
    const as = teller.session
    await app.call(contract.cancelSubscription, { m2cSubscriptionId: id }, { as })
    await reinstateOwner()
    expect(await teller.own(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })

    const other = await beginWithMember()
    await suspendOwner()
    await suspend(app.db, app.platform, teller.member.id)
    await reinstateOwner()
    expect(await heldOf(other.id)).toEqual([{ isHeld: true, status: 'paused' }])
    await reinstate(app.db, app.platform, teller.member.id)
    await app.drain()
    expect(await heldOf(other.id)).toEqual([{ isHeld: false, status: 'active' }])
  })
})

const heldOf = (id: string) =>
  many(
    app.db,
    sql<{ isHeld: boolean; status: string }>`select held_at is not null as "isHeld", status
        from subscriptions where id = ${id}`,
  )

describe('after fourteen days', () => {
  test('memberships end, and the payment for the time since goes back once', async () => {
    const { id } = await beginWithMember()
    await passDays(10)
    await suspendOwner()
    await passDays(13)
    expect(await refunds()).toEqual([])
    await passDays(2)
    const [refund, ...others] = await refunds()
    // About 20 days of 30; the exact share depends on the month.
    expect(refund?.cents).toBeGreaterThan(620)
    expect(refund?.cents).toBeLessThan(690)
    expect(others).toEqual([])
    const own = await teller.own(id)
    expect(own.status).toBe('canceled')
    expect(Date.parse(own.accessUntil ?? '')).toBeLessThan(
      app.clock.now().getTime() - 14 * DAY_SECONDS * 1000,
    )
    const [mail] = await app.mails(teller.member.email)
    expect(mail?.text).toContain('Asha sings has not been available since')
    expect(mail?.text).toContain('Your membership has ended with it')
    await passDays(30)
    expect(await refunds()).toHaveLength(1)
    expect(await teller.amountsPaid()).toHaveLength(1)
    await reinstateOwner()
    expect((await subjects()).at(-1)).toBe('Asha sings is back')
  })

  test("a member's own suspension takes nothing back: their paid time runs out, unrenewed", async () => {
    const { id } = await beginWithMember()
    await suspend(app.db, app.platform, teller.member.id)
    await app.drain()
    await passDays(33)
    expect(await teller.amountsPaid()).toHaveLength(1)
    expect(await refunds()).toEqual([])
    expect(await heldOf(id)).toEqual([{ isHeld: true, status: 'paused' }])
  })
})
