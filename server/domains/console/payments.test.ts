import { afterAll, beforeAll, expect, test } from 'vitest'

import { getStaffPayment, listStaffPayments, refundAsStaff } from '#contract/console/payment-routes.ts'
import { actOnRefund, listStaffRefunds } from '#contract/console/refund-routes.ts'
import { getOverview } from '#contract/console/audit-routes.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aRequestedPayout } from '#server/domains/payouts/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { one, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000

let app: TestApp
let as: TestSession

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
  as = (await aStaffMember(app, 'support')).session
})
afterAll(() => app.close())

async function aMembership() {
  const member = await aUser(app.db)
  const creator = await aCreator(app.db, (await aUser(app.db)).id, { platformPlan: 'Pro' })
  const plan = await aPlan(app.db, creator.id, { priceCents: 999 })
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
  const pay = (capturedAt: Date) =>
    aPayment(app.db, { subscriptionId, memberId: member.id, plan, capturedAt })
  return { member, creator, pay }
}

test('a payment says why it was charged, and its money adds up to the cent, with what went back', async () => {
  const now = app.clock.now()
  const { member, creator, pay } = await aMembership()
  await pay(new Date(now.getTime() - 40 * DAY_MS))
  const { id: paymentId } = await pay(new Date(now.getTime() - 10 * DAY_MS))
  const payout = await aRequestedPayout(app.db, creator.id, { now })
  await app.call(refundAsStaff, { paymentId, amount: 4, reason: 'Half a month' }, { as })
  const { body } = await app.call(getStaffPayment, { paymentId }, { as })
  expect(body).toMatchObject({
    number: 2,
    kind: 'period',
    interval: 'monthly',
    member: { _id: member.id },
    amount: 9.99,
    fee: 1,
    feePercent: 10,
    net: 8.99,
    refunded: 4,
    refundable: 5.99,
    refunds: [{ amount: 4, origin: 'operator', reason: 'Half a month' }],
    payout: { _id: payout.id, status: 'requested' },
  })
  const [refund] = body.refunds
  expect((refund?.fee ?? 0) + (refund?.net ?? 0)).toBeCloseTo(4, 5)
  expect(body.fee + body.net).toBeCloseTo(body.amount, 5)
})

test('money that can’t be paid out yet went into no payout', async () => {
  const { creator, pay } = await aMembership()
  const { id: paymentId } = await pay(app.clock.now())
  await aRequestedPayout(app.db, creator.id, { now: app.clock.now() })
  const { body } = await app.call(getStaffPayment, { paymentId }, { as })
  expect(body.payout).toBeNull()
})

test('a payment is found by our id, the provider’s, and the number of its receipt; nothing else finds it', async () => {
  const { pay } = await aMembership()
  const { id, providerPaymentId } = await pay(app.clock.now())
  const { year, number } = await one(
    app.db,
    sql<{ year: number; number: number }>`select year, number from receipts where payment_id = ${id}`,
  )
  const found = async (q: string) =>
    (await app.call(listStaffPayments, { q }, { as })).body.map(({ _id }) => _id)
  for (const q of [id, providerPaymentId, `${year}-${String(number).padStart(6, '0')}`])
    expect(await found(q)).toEqual([id])
  for (const q of ['pay_', '2026', 'Ravi', `${year}-999999`]) expect(await found(q)).toEqual([])
})

test('a request that waits is declined with a reason, and no longer due', async () => {
  const { pay } = await aMembership()
  const { id: paymentId } = await pay(app.clock.now())
  const { id: refundId } = await one(
    app.db,
    sql<{
      id: string
    }>`insert into refunds (id, payment_id, status, origin, reason, amount_cents, requested_at)
      values (gen_random_uuid(), ${paymentId}, 'requested', 'member', 'Not for me', 999, now()) returning id`,
  )
  expect((await app.call(getOverview, {}, { as })).body).toMatchObject({ refundRequests: 1, cases: null })
  const listed = await app.call(listStaffRefunds, {}, { as })
  expect(listed.body.map(({ _id }) => _id)).toEqual([refundId])
  const silent = await app.call(actOnRefund, { refundId, act: 'decline' }, { as })
  expect(silent.failure.code).toBe('words_missing')
  const input = { refundId, act: 'decline' as const, reason: 'They read every post' }
  expect((await app.call(actOnRefund, input, { as })).status).toBe(200)
  expect((await app.call(getOverview, {}, { as })).body).toMatchObject({ refundRequests: 0 })
  const again = await app.call(actOnRefund, { refundId, act: 'retry' }, { as })
  expect(again.failure.code).toBe('refund_not_failed')
})
