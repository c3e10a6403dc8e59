import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { WEBHOOK_PATH } from '#contract/inbox/routes.ts'
import { getCreatorPayments } from '#contract/payments/routes.ts'
import { createRazorpaySubscription } from '#contract/subscriptions/routes.ts'
import { listEntries } from '#server/domains/ledger/service.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { aPayablePage, type PayablePage } from '#server/testing/payable-page.ts'
import { steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { recordCharge } from '../service.ts'
import { askForFees } from './provider-fees.ts'

let app: TestApp
let page: PayablePage
let charge: (providerPaymentId: string) => Promise<unknown>

const FEE = { feeMinor: 2935, taxMinor: 448, currency: 'INR', baseAmountMinor: 82_917 }
const BOOKED = [
  { account: 'provider_fees', creatorId: null, currency: 'INR', amountMinor: 2935 },
  { account: 'provider_clearing', creatorId: null, currency: 'INR', amountMinor: -2935 },
]

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  page = await aPayablePage(app)
  const { id: subscriptionId } = await aSubscription(app.db, page.member.id, page.plan, { status: 'expired' })
  charge = (providerPaymentId) => record(providerPaymentId, null)
  record = (providerPaymentId, providerFee) => {
    const now = app.clock.now()
    const { plan } = page
    return app.db.transaction().execute((db) =>
      recordCharge(
        db,
        {
          subscriptionId,
          memberId: page.member.id,
          creatorId: plan.creatorId,
          planId: plan.id,
          bought: {
            kind: 'period',
            planVersionId: plan.versionId,
            interval: 'monthly',
            from: now,
            until: now,
          },
        },
        { providerPaymentId, amountCents: 999, currency: 'USD', capturedAt: now, providerFee },
        now,
      ),
    )
  }
})
let record: (providerPaymentId: string, fee: typeof FEE | null) => Promise<unknown>

const entriesOf = (id: string) => listEntries(app.db, `provider-fee:${id}`)
const shownFee = async () => {
  const { body } = await app.call(getCreatorPayments, {}, { as: page.owners })
  return body[0]?.providerFee ?? null
}

test('a fee included when the charge is reported again is booked then, once', async () => {
  await charge('pay_LateReported01')
  expect(await shownFee()).toBe(null)
  await record('pay_LateReported01', FEE)
  await record('pay_LateReported01', { ...FEE, feeMinor: 1 })
  expect(await entriesOf('pay_LateReported01')).toEqual(BOOKED)
  expect(await shownFee()).toEqual({ amount: 0.35, ownAmount: 29.35, ownCurrency: 'INR' })
})

test('a fee that a webhook reports is booked', async () => {
  await charge('pay_LateByWebhook1')
  const body = JSON.stringify({
    event: 'payment.captured',
    created_at: 1,
    payload: {
      payment: {
        entity: {
          id: 'pay_LateByWebhook1',
          amount: 999,
          currency: 'USD',
          status: 'captured',
          fee: 2935,
          tax: 448,
          base_amount: 82_917,
          base_currency: 'INR',
        },
      },
    },
  })
  const { current } = app.platform.razorpay.webhookSecrets
  const answer = await fetch(`${app.baseUrl}${WEBHOOK_PATH}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': createHmac('sha256', current).update(body).digest('hex'),
      'x-razorpay-event-id': 'evt_late_fee',
    },
    body,
  })
  expect(answer.status).toBe(200)
  await app.drain()
  expect(await entriesOf('pay_LateByWebhook1')).toEqual(BOOKED)
})

test('a fee that nobody reported is asked for, even past a charge that the provider does not know', async () => {
  const sandbox = steerSandbox(app)
  const order = await app.call(createRazorpaySubscription, { planId: page.plan.id }, { as: page.members })
  const paid = await sandbox.pay(order.body.subscriptionId)
  await charge(paid.razorpay_payment_id)
  await charge('pay_Nobody00000001')
  await enqueue(app.db, askForFees, {})
  await app.drain()
  const [fee, clearing] = await entriesOf(paid.razorpay_payment_id)
  expect(fee?.amountMinor).toBeGreaterThan(0)
  expect(clearing?.amountMinor).toBe(-(fee?.amountMinor ?? 0))
  expect(await entriesOf('pay_Nobody00000001')).toEqual([])
})

test('a charge that the provider cannot answer about holds up no other, and is asked about again', async () => {
  const sandbox = steerSandbox(app)
  const ids: string[] = []
  // No webhook reports the fee.
  await sandbox.post('/knobs', { dropProbability: 1 })
  for (const { plan, members } of [page, await aPayablePage(app)]) {
    const order = await app.call(createRazorpaySubscription, { planId: plan.id }, { as: members })
    const { razorpay_payment_id: id } = await sandbox.pay(order.body.subscriptionId)
    await charge(id)
    ids.push(id)
  }
  const booked = async () =>
    (await Promise.all(ids.map(entriesOf))).filter((entries) => entries.length > 0).length
  await sandbox.post('/knobs', {
    failNext: { mode: 'error_before_effect', times: 100, method: 'GET', pathIncludes: `/payments/${ids[0]}` },
  })
  await enqueue(app.db, askForFees, {})
  await app.drain()
  expect(await booked()).toBe(1)
  await sandbox.post('/knobs', { reset: true })
  await run(app.db, sql`update jobs set run_at = now()`)
  await app.drain()
  expect(await booked()).toBe(2)
})
