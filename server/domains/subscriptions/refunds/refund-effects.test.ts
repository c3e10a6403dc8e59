import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { retryRefund } from '#contract/payments/refund-routes.ts'
import { getUserPayments } from '#contract/payments/routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import type { BuiltUser } from '#server/domains/accounts/testing.ts'
import { refundPayment } from '#server/domains/payments/service.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { auditProblems } from '#server/testing/audited.ts'
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
  ;({ owner, tipsy, drunk } = await aPageWithPlans(app, { page: { pageName: 'Asha Rao' } }))
})
afterAll(() => app.close())

beforeEach(() => teller.begin())

const payments = async () => (await app.call(getUserPayments, {}, { as: teller.session })).body

/** Decides to refund a payment in full; what the provider does with it is another matter. */
async function decide(paymentId: string | undefined) {
  const now = app.platform.clock.now()
  await app.db.transaction().execute((db) =>
    refundPayment(db, {
      paymentId: paymentId ?? '',
      origin: 'operator',
      amountCents: null,
      reason: 'It was not what you expected.',
      now,
    }),
  )
  await app.drain()
  await teller.sandbox.deliver()
}

/** Checks the provider, as the job does every quarter of an hour. */
async function look() {
  await app.platform.database.pool.query(`insert into jobs (name) values ('payments.reconcile-refunds')`)
  await app.drain()
  await teller.sandbox.deliver()
}

/** The state of a membership, without its texts. */
async function standing(id: string) {
  const { status, plan, accessUntil, accessEnds, cancelAtPeriodEnd, next } = await teller.own(id)
  return { status, plan, accessUntil, accessEnds, cancelAtPeriodEnd, next }
}

const isOpen = async () =>
  (await app.call(contract.getUserSubscriptions, {}, { as: teller.session })).body.length > 0

const subjects = async (address: string) => (await app.mails(address)).map(({ subject }) => subject)

describe('while a refund is on its way', () => {
  test('the member is as before: status, plan, access and what comes next', async () => {
    const { id } = await teller.join(tipsy)
    const before = await standing(id)
    await teller.sandbox.post('/knobs', { refundOutcome: 'pending', refundDays: 8 })
    await decide((await payments())[0]?._id)
    expect(await standing(id)).toEqual(before)
    expect((await payments())[0]).toMatchObject({ refundStatus: 'sent', refunded: 10 })
    const [row] = (await app.call(contract.getUserSubscriptions, {}, { as: teller.session })).body
    expect(row).toMatchObject({ isBeingRefunded: true })
    const mail = (await app.mails(teller.member.email)).find(({ subject }) => subject.includes('on its way'))
    expect(mail?.text).toContain('You keep your access until the refund has been sent.')

    await teller.pass(9 * DAY_SECONDS)
    expect(await standing(id)).toMatchObject({ status: 'canceled' })
    expect(await isOpen()).toBe(false)
    expect(await subjects(teller.member.email)).toContain('Your refund of $10 from Asha Rao has been sent')
    expect(await subjects(owner.email)).toContain(`$10 went back to ${teller.member.name}`)
  })

  test('an answer that never comes changes nothing', async () => {
    const { id } = await teller.join(tipsy)
    const before = await standing(id)
    await teller.sandbox.post('/knobs', {
      failNext: { mode: 'error_before_effect', times: 1000, method: 'POST', pathIncludes: '/refund' },
    })
    await decide((await payments())[0]?._id)
    await teller.pass(20 * DAY_SECONDS)
    await look()
    expect(await standing(id)).toEqual(before)
    expect((await payments())[0]).toMatchObject({ refundStatus: 'approved' })
  })

  test('and the provider says nothing more for eleven days, it counts as made', async () => {
    const { id } = await teller.join(tipsy)
    const before = await standing(id)
    await teller.sandbox.post('/knobs', { refundOutcome: 'pending', refundDays: 30 })
    await decide((await payments())[0]?._id)
    await teller.pass(10 * DAY_SECONDS)
    await look()
    expect(await standing(id)).toEqual(before)
    await teller.pass(DAY_SECONDS)
    await look()
    expect(await standing(id)).toMatchObject({ status: 'canceled' })
    expect((await payments())[0]).toMatchObject({ refundStatus: 'sent' })
  })

  test('the member may cancel; the end of the period stays when the refund fails, and gives way when it arrives', async () => {
    const { id } = await teller.join(tipsy)
    await teller.sandbox.post('/knobs', { refundOutcome: 'failed' })
    await decide((await payments())[0]?._id)
    await app.call(contract.cancelSubscription, { m2cSubscriptionId: id }, { as: teller.session })
    const cancelled = await standing(id)
    expect(cancelled).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    await teller.pass(6 * DAY_SECONDS)
    expect((await payments())[0]).toMatchObject({ refundStatus: 'failed', refunded: 0 })
    expect(await standing(id)).toEqual(cancelled)

    await teller.sandbox.post('/knobs', { refundOutcome: 'processed' })
    await decide((await payments())[0]?._id)
    expect(await isOpen()).toBe(false)
  })

  test('a renewal is charged as ever, and goes back too when the refund ends what it renewed', async () => {
    const { id } = await teller.join(tipsy)
    await teller.pass(27 * DAY_SECONDS)
    await teller.sandbox.post('/knobs', { refundOutcome: 'pending', refundDays: 8 })
    await decide((await payments())[0]?._id)
    await teller.pass(5 * DAY_SECONDS)
    expect((await payments()).map(({ amount, refunded }) => [amount, refunded])).toEqual([
      [10, 0],
      [10, 10],
    ])
    expect(await standing(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })

    await teller.sandbox.post('/knobs', { refundOutcome: 'processed' })
    await teller.pass(4 * DAY_SECONDS)
    await teller.pass(60 * DAY_SECONDS)
    expect(
      (await payments()).map(({ amount, refunded, refundStatus }) => [amount, refunded, refundStatus]),
    ).toEqual([
      [10, 10, 'processed'],
      [10, 10, 'processed'],
    ])
    expect(await standing(id)).toMatchObject({ status: 'canceled' })
    const done = (await app.mails(teller.member.email)).find(({ text }) =>
      text.includes(
        'What you were charged while the refund was on its way is being sent back to you as well.',
      ),
    )
    expect(done).toBeDefined()
  })

  test('a renewal is kept when the refund fails: nothing else happened', async () => {
    const { id } = await teller.join(tipsy)
    await teller.pass(27 * DAY_SECONDS)
    await teller.sandbox.post('/knobs', { refundOutcome: 'failed', refundDays: 8 })
    await decide((await payments())[0]?._id)
    await teller.pass(9 * DAY_SECONDS)
    expect((await payments()).map(({ amount, refunded }) => [amount, refunded])).toEqual([
      [10, 0],
      [10, 0],
    ])
    expect(await standing(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
  })

  test('of the period that an upgrade was made in, the upgrade goes back with it', async () => {
    const { id } = await teller.join(tipsy)
    await teller.pass(5 * DAY_SECONDS)
    const wish = { m2cSubscriptionId: id, planId: drunk.id, interval: 'monthly' as const }
    await teller.change(wish)
    const [difference, base] = await payments()
    await decide(base?._id)
    await app.drain()
    await teller.sandbox.deliver()
    expect(await standing(id)).toMatchObject({ status: 'canceled' })
    expect((await payments()).map(({ refunded }) => refunded)).toEqual([difference?.amount, 10])
  })
})

describe('a refund that fails after it counted as made', () => {
  async function failLate(afterDays: number) {
    const { id } = await teller.join(tipsy)
    const before = await standing(id)
    await teller.sandbox.post('/knobs', { refundOutcome: 'failed', refundDays: afterDays })
    await decide((await payments())[0]?._id)
    await teller.pass(11 * DAY_SECONDS)
    await look()
    expect(await isOpen()).toBe(false)
    await teller.pass((afterDays - 11) * DAY_SECONDS)
    return { id, before }
  }

  test('reopens the membership to the day it was paid to; it no longer renews, and both are notified', async () => {
    const { id, before } = await failLate(14)
    expect(await standing(id)).toMatchObject({ accessUntil: before.accessUntil, plan: before.plan })
    expect(await isOpen()).toBe(true)
    expect((await payments())[0]).toMatchObject({ refundStatus: 'failed', refunded: 0 })
    const mail = (await app.mails(teller.member.email)).find(({ subject }) =>
      subject.includes('did not arrive'),
    )
    expect(mail?.text).toContain('Your membership is open again')
    expect(await subjects(owner.email)).toContain(`The refund of $10 to ${teller.member.name} did not arrive`)

    await teller.pass(30 * DAY_SECONDS)
    expect(await isOpen()).toBe(false)
    expect(await teller.amountsPaid()).toHaveLength(1)
  })

  test('opens nothing once that day is over, and can be made again', async () => {
    await failLate(40)
    expect(await isOpen()).toBe(false)
    await teller.sandbox.post('/knobs', { refundOutcome: 'processed' })
    const refundId = (await payments())[0]?.refund?._id ?? ''
    const again = await app.call(retryRefund, { refundId }, { as: teller.session })
    expect(again.body.status).toBe('approved')
    await app.drain()
    await teller.sandbox.deliver()
    expect((await payments())[0]).toMatchObject({ refundStatus: 'processed', refunded: 10 })
    expect(await isOpen()).toBe(false)
  })
})

test('the payment of a replaced order, whose refund waits and which its bank takes first, is proved as returned', async () => {
  const join = (plan: PlanRow) =>
    app.call(contract.createRazorpaySubscription, { planId: plan.id }, { as: teller.session })
  const first = (await join(tipsy)).body
  // The provider can't be reached in time, so both orders are paid.
  await teller.sandbox.post('/knobs', {
    failNext: { mode: 'error_before_effect', times: 1000, method: 'POST', pathIncludes: '/cancel' },
  })
  const second = (await join(drunk)).body
  await teller.sandbox.pay(second.subscriptionId)
  await teller.sandbox.deliver()
  await teller.sandbox.post('/settlements')
  await teller.sandbox.pay(first.subscriptionId)
  await teller.sandbox.post('/settlements')
  await teller.sandbox.deliver()
  await teller.sandbox.post('/knobs', { reset: true })
  const [payment] = await many(
    app.db,
    sql<{ id: string; status: string; refund: string }>`select p.provider_payment_id as id, s.status,
        r.status as refund
      from payments p join subscriptions s on s.id = p.subscription_id join refunds r on r.payment_id = p.id
      where p.member_id = ${teller.member.id}`,
  )
  expect(payment).toMatchObject({ status: 'expired', refund: 'approved' })
  const dispute = await teller.sandbox.post(`/payments/${payment?.id}/dispute`, { amount: 1000 })
  await teller.sandbox.deliver()
  await teller.sandbox.post(`/disputes/${String(dispute.id)}/settle`, { outcome: 'lost' })
  await app.drain()
  await teller.sandbox.deliver()
  expect(await auditProblems(app)).toEqual([])
})
