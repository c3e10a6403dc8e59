import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getReceipt, getUserPayments } from '#contract/payments/routes.ts'
import { aSession, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aPayment } from './testing.ts'

let app: TestApp
let member: BuiltUser
let session: TestSession
let stranger: TestSession
/** Oldest first. */
let payments: { id: string; providerPaymentId: string }[]

beforeAll(async () => {
  app = await startTestApp()
  member = await aUser(app.db, { name: 'Ravi Menon' })
  session = await aSession(app.db, app.platform, member.id)
  stranger = await aSession(app.db, app.platform, (await aUser(app.db)).id)
  const owner = await aUser(app.db)
  const creator = await aCreator(app.db, owner.id, { pageName: 'Asha Rao', handle: 'asha' })
  const plan = await aPlan(app.db, creator.id, { name: 'Tipsy', priceCents: 999 })
  const subscription = await aSubscription(app.db, member.id, plan)
  payments = []
  for (const month of [1, 2, 3])
    payments.push(
      await aPayment(app.db, {
        subscriptionId: subscription.id,
        memberId: member.id,
        plan,
        capturedAt: new Date(Date.UTC(2026, month, 14)),
      }),
    )
})
afterAll(() => app.close())

describe('the billing history', () => {
  test('has every payment of the member, newest first', async () => {
    const { body } = await app.call(getUserPayments, {}, { as: session })
    expect(body.map(({ _id }) => _id)).toEqual(payments.map(({ id }) => id).toReversed())
    expect(body[0]).toEqual({
      _id: payments[2]?.id,
      creator: { pageName: 'Asha Rao', pageHandle: 'asha' },
      plan: { name: 'Tipsy' },
      interval: 'monthly',
      kind: 'period',
      period: { from: '2026-04-14T00:00:00.000Z', until: '2026-05-14T00:00:00.000Z' },
      carried: 0,
      currency: 'USD',
      amount: 9.99,
      percentCharge: expect.any(Number) as number,
      fee: expect.any(Number) as number,
      net: expect.any(Number) as number,
      providerFee: null,
      refunded: 0,
      refundableUntil: null,
      refundStatus: null,
      refund: null,
      disputes: [],
      createdAt: '2026-04-14T00:00:00.000Z',
    })
  })

  test('continues where a page ended', async () => {
    const first = (await app.call(getUserPayments, { limit: 2 }, { as: session })).body
    expect(first).toHaveLength(2)
    const rest = await app.call(getUserPayments, { limit: 2, cursor: first[1]?._id ?? '' }, { as: session })
    expect(rest.body.map(({ _id }) => _id)).toEqual([payments[0]?.id])
  })

  test('is empty for a user who paid nothing', async () => {
    expect((await app.call(getUserPayments, {}, { as: stranger })).body).toEqual([])
  })
})

describe('a receipt', () => {
  test('says who paid whom, when, how much, and under which number it is found', async () => {
    const [payment] = payments
    const { body } = await app.call(getReceipt, { paymentId: payment?.id ?? '' }, { as: session })
    expect(body).toMatchObject({
      amount: 9.99,
      currency: 'USD',
      receiptNumber: '2026-000001',
      providerPaymentId: payment?.providerPaymentId,
      paidBy: { name: 'Ravi Menon', email: member.email, address: '', gstin: '' },
      creator: { pageName: 'Asha Rao' },
    })
  })

  test('is there for nobody else', async () => {
    const paymentId = payments[0]?.id ?? ''
    expect(await app.call(getReceipt, { paymentId }, { as: stranger })).toMatchObject({
      status: 404,
      failure: { code: 'payment_not_found' },
    })
  })
})
