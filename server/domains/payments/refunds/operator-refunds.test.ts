import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { paymentFailures, refundFailures } from '#contract/payments/failures.ts'

import { getRefunds, requestRefund } from '#contract/payments/refund-routes.ts'
import { getPost } from '#contract/posts/routes.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aPayablePage, type PayablePage, expectAllReturned, paymentOf } from '#server/testing/payable-page.ts'
import { steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import {
  declineByOperator,
  getPaymentForOperator,
  listRefundsOfPayment,
  listWaitingRefunds,
  refundByOperator,
} from './operator-refunds.ts'

let app: TestApp
let page: PayablePage
let payment: Awaited<ReturnType<PayablePage['join']>>

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  page = await aPayablePage(app)
  payment = await page.join()
})

const refund = (amountCents: number | null, reason = 'The page closed.') =>
  app.db.transaction().execute((db) =>
    refundByOperator(db, {
      reference: payment.providerPaymentId,
      amountCents,
      reason,
      operator: 'imani',
      now: app.clock.now(),
    }),
  )

const settle = async () => {
  await app.drain()
  await steerSandbox(app).deliver()
}

/** The member read all posts there are, so the rule does not decide. */
async function ask() {
  const post = await aPost(app.db, page.creator.id, { planId: page.plan.id })
  await app.call(getPost, { id: post.id }, { as: page.members })
  await app.platform.writeBehind.flush()
  await app.call(requestRefund, { paymentId: payment.id, reason: 'Too much' }, { as: page.members })
}

describe('the operator', () => {
  test('refunds a payment in full: books, provider and access, and who did it is recorded', async () => {
    const { refund: made } = await refund(null)
    expect(made).toMatchObject({
      status: 'approved',
      amountCents: 999,
      decidedBy: 'operator',
      operator: 'imani',
    })
    await settle()
    await expectAllReturned(app, page.creator.id)
    expect((await listRefundsOfPayment(app.db, payment.id))[0]?.status).toBe('processed')
  })

  test('by the same order twice refunds once; another order gives more, never more than was paid', async () => {
    const first = await refund(300)
    const again = await refund(300)
    expect([again.isRepeat, again.refund.id]).toEqual([true, first.refund.id])
    expect((await refund(200, 'Another reason')).isRepeat).toBe(false)
    await expect(refund(600, 'All of it')).rejects.toThrow(refundFailures.refund_too_large.message)
    expect((await refund(null, 'The rest')).refund.amountCents).toBe(499)
    expect((await refund(null, 'The rest')).isRepeat).toBe(true)
    expect((await paymentOf(app, page.member.id)).refundedCents).toBe(999)
  })

  test('decides on an open request: it is granted with the note, or declined', async () => {
    await ask()
    expect((await listWaitingRefunds(app.db)).map(({ paymentId }) => paymentId)).toContain(payment.id)
    const { refund: made } = await refund(null, 'Gladly.')
    expect(made).toMatchObject({ origin: 'member', reason: 'Too much', decisionNote: 'Gladly.' })
    expect(await listRefundsOfPayment(app.db, payment.id)).toHaveLength(1)
  })

  test('declines one, once', async () => {
    await ask()
    const decline = () =>
      app.db.transaction().execute((db) =>
        declineByOperator(db, {
          reference: payment.id,
          reason: 'It was read.',
          operator: 'imani',
          now: app.clock.now(),
        }),
      )
    expect(await decline()).toMatchObject({ status: 'declined', decidedBy: 'operator', operator: 'imani' })
    await expect(decline()).rejects.toThrow(refundFailures.refund_not_found.message)
    const { body } = await app.call(getRefunds, {}, { as: page.owners })
    expect(body[0]).toMatchObject({ status: 'declined', decisionNote: 'It was read.' })
    await settle()
    expect((await app.mails(page.member.email)).map(({ subject }) => subject)).toContain(
      'Your refund request for Asha Rao was declined',
    )
  })

  test('finds a payment by our id, the provider’s, and the number of its receipt', async () => {
    const { receiptYear, receiptNumber } = await getPaymentForOperator(app.db, payment.id)
    const receipt = `${receiptYear}-${String(receiptNumber).padStart(6, '0')}`
    for (const reference of [payment.providerPaymentId, receipt])
      expect((await getPaymentForOperator(app.db, reference)).id).toBe(payment.id)
    await expect(getPaymentForOperator(app.db, 'pay_none')).rejects.toThrow(
      paymentFailures.payment_not_found.message,
    )
  })
})
