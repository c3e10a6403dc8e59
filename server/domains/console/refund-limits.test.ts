import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { refundAsStaff } from '#contract/console/payment-routes.ts'
import { actOnRefund } from '#contract/console/refund-routes.ts'
import type { Currency } from '#contract/money.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

let app: TestApp
let orders = 0

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
})
afterAll(() => app.close())

async function aPaymentOf(amountCents: number, currency: Currency = 'USD'): Promise<string> {
  const member = await aUser(app.db)
  const { id: creatorId } = await aCreator(app.db, (await aUser(app.db)).id)
  const plan = await aPlan(app.db, creatorId, { priceCents: 50_000, currency })
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
  const { id } = await aPayment(app.db, {
    subscriptionId,
    memberId: member.id,
    plan,
    amountCents,
    capturedAt: app.clock.now(),
  })
  return id
}

/** Answers `made`, `waiting` or why it was refused. */
async function give(paymentId: string, amount: number, as: TestSession, reason = `Order ${(orders += 1)}`) {
  const { status, body, failure } = await app.call(refundAsStaff, { paymentId, amount, reason }, { as })
  return status === 200 ? body.state : failure.code
}

async function refundedCents(paymentId: string): Promise<number> {
  const row = await one(
    app.db,
    sql<{ cents: number }>`select refunded_cents as cents from payments where id = ${paymentId}`,
  )
  return row.cents
}

/** As when the bank couldn't take it. */
function fail(paymentId: string): Promise<string> {
  return app.db.transaction().execute(async (db) => {
    const { id, cents } = await one(
      db,
      sql<{
        id: string
        cents: number
      }>`update refunds set status = 'failed', settled_at = now(), effective_at = null
        where payment_id = ${paymentId} and status <> 'failed' returning id, amount_cents as cents`,
    )
    await run(db, sql`update payments set refunded_cents = refunded_cents - ${cents} where id = ${paymentId}`)
    return id
  })
}

describe('what support gives back', () => {
  test('is $50 of a payment, with what anybody else gave back of it', async () => {
    const { session: finance } = await aStaffMember(app, 'finance')
    const paymentId = await aPaymentOf(20_000)
    expect(await give(paymentId, 30, finance)).toBe('made')
    const { session } = await aStaffMember(app, 'support')
    expect(await give(paymentId, 20.01, session)).toBe('refund_limit')
    expect(await give(paymentId, 20, session)).toBe('made')
    expect(await give(paymentId, 1, (await aStaffMember(app, 'support')).session)).toBe('refund_limit')
    expect(await refundedCents(paymentId)).toBe(5000)
  })

  test('is $50 in a day, of however many payments', async () => {
    const { session: as } = await aStaffMember(app, 'support')
    const payments = [await aPaymentOf(4900), await aPaymentOf(4900), await aPaymentOf(4900)] as const
    expect(await give(payments[0], 49, as)).toBe('made')
    expect(await give(payments[1], 49, as)).toBe('refund_limit')
    expect(await give(payments[1], 1, as)).toBe('made')
    expect(await give(payments[1], 0.01, as)).toBe('refund_limit')
    // Somebody else has a day of their own.
    expect(await give(payments[1], 10, (await aStaffMember(app, 'support')).session)).toBe('made')
  })

  test('is one sum over both currencies', async () => {
    const { session: as } = await aStaffMember(app, 'support')
    const rupees = await aPaymentOf(400_000, 'INR')
    const dollars = await aPaymentOf(5000)
    expect(await give(rupees, 2000.01, as)).toBe('made')
    expect(await give(dollars, 25, as)).toBe('refund_limit')
    expect(await give(dollars, 24.99, as)).toBe('made')
  })

  test('is not more when two calls come at once', async () => {
    const { session: as } = await aStaffMember(app, 'support')
    const payments = await Promise.all([0, 1, 2, 3].map(() => aPaymentOf(4900)))
    const answers = await Promise.all(payments.map((paymentId) => give(paymentId, 30, as)))
    expect(answers.toSorted()).toEqual(['made', 'refund_limit', 'refund_limit', 'refund_limit'])
    const paymentId = await aPaymentOf(20_000)
    const people = await Promise.all([0, 1, 2].map(() => aStaffMember(app, 'support')))
    const atOnce = await Promise.all(people.map(({ session }) => give(paymentId, 30, session)))
    expect(atOnce.toSorted()).toEqual(['made', 'refund_limit', 'refund_limit'])
  })

  test('is theirs again a day later, and not a moment before', async () => {
    const { id, session } = await aStaffMember(app, 'support')
    const payments = [await aPaymentOf(5000), await aPaymentOf(5000)] as const
    expect(await give(payments[0], 50, session)).toBe('made')
    await app.clock.advance(app.db, 86_400_000 - 1000)
    expect(await give(payments[1], 50, await aSession(app.db, app.platform, id))).toBe('refund_limit')
    await app.clock.advance(app.db, 1000)
    expect(await give(payments[1], 50, await aSession(app.db, app.platform, id))).toBe('made')
  })

  test('is counted once when the same order comes twice', async () => {
    const { id, session } = await aStaffMember(app, 'support')
    const paymentId = await aPaymentOf(5000)
    expect(await give(paymentId, 50, session, 'Twice')).toBe('made')
    expect(await give(paymentId, 50, session, 'Twice')).toBe('made')
    expect(await refundedCents(paymentId)).toBe(5000)
    const { actions } = await one(
      app.db,
      sql<{ actions: string[] }>`select array_agg(action order by position) as actions from audit_log
        where actor_id = ${id}`,
    )
    expect(actions).toEqual(['refund', 'repeat-refund'])
  })

  test('counts what failed and is made again', async () => {
    const { session: finance } = await aStaffMember(app, 'finance')
    const { session: as } = await aStaffMember(app, 'support')
    const [first, second] = [await aPaymentOf(20_000), await aPaymentOf(20_000)]
    await give(first, 40, finance)
    const refundId = await fail(first)
    expect(await give(first, 30, as)).toBe('made')
    const again = (act: 'retry' | 'transfer', session: TestSession) =>
      app
        .call(actOnRefund, { refundId, act }, { as: session })
        .then(({ failure, status }) => (status === 200 ? 'made' : failure.code))
    expect(await again('retry', as)).toBe('refund_limit')
    expect(await again('transfer', (await aStaffMember(app, 'support')).session)).toBe('refund_limit')
    await give(second, 40, finance)
    const other = await fail(second)
    const { failure } = await app.call(actOnRefund, { refundId: other, act: 'retry' }, { as })
    expect(failure.code).toBe('refund_limit')
  })
})

describe('what one person gives back', () => {
  test('is $500 of a payment; the next cent waits for a second person', async () => {
    const { session: finance } = await aStaffMember(app, 'finance')
    const { session: other } = await aStaffMember(app, 'operator')
    const paymentId = await aPaymentOf(200_000)
    expect(await give(paymentId, 490, finance)).toBe('made')
    expect(await give(paymentId, 10, other)).toBe('made')
    expect(await give(paymentId, 0.01, other)).toBe('waiting')
    expect(await refundedCents(paymentId)).toBe(50_000)
    const rupees = await aPaymentOf(10_000_000, 'INR')
    expect(await give(rupees, 39_999, finance)).toBe('made')
    expect(await give(rupees, 2, finance)).toBe('waiting')
  })

  test('is not more when calls come at once', async () => {
    const { session: as } = await aStaffMember(app, 'finance')
    const paymentId = await aPaymentOf(200_000)
    const answers = await Promise.all([400, 300, 250].map((amount) => give(paymentId, amount, as)))
    expect(answers.filter((answer) => answer === 'made')).toHaveLength(1)
    expect(await refundedCents(paymentId)).toBeLessThanOrEqual(50_000)
  })

  test('is not more because a refund failed in between', async () => {
    const { session: as } = await aStaffMember(app, 'finance')
    const paymentId = await aPaymentOf(200_000)
    expect(await give(paymentId, 400, as)).toBe('made')
    const refundId = await fail(paymentId)
    expect(await give(paymentId, 300, as)).toBe('made')
    const { failure } = await app.call(actOnRefund, { refundId, act: 'retry' }, { as })
    expect(failure.code).toBe('second_person')
    expect(await refundedCents(paymentId)).toBe(30_000)
  })
})
