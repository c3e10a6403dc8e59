import { afterAll, beforeAll, expect, test } from 'vitest'

import { numberAt, startHarness, textAt, type Harness, type Json } from './testing.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})

afterAll(async () => {
  await harness.stop()
})

async function pay(card = 'success'): Promise<string> {
  const id = textAt(await harness.newSubscription(), 'id')
  return textAt(await harness.control('pay', { subscription_id: id, card }), 'razorpay_payment_id')
}

const state = async () => (await harness.call('GET', '/sandbox/state')).json
const balance = async () => numberAt(await state(), 'balance')
const settlements = async () =>
  (await harness.call('GET', '/v1/settlements?count=100')).json['items'] as Json[]
const refund = (paymentId: string) => harness.call('POST', `/v1/payments/${paymentId}/refund`, {})

test('a capture raises the balance by its rupees less the fee, and a refund reduces it by its rupees', async () => {
  const before = await balance()
  const paymentId = await pay()
  // 9.99 USD at 83 rupees are 82,917 paise; 2 % of that are 1,658, and 18 % tax on those 298.
  expect((await balance()) - before).toBe(82_917 - 1_658 - 298)
  expect((await refund(paymentId)).status).toBe(200)
  expect((await balance()) - before).toBe(-1_658 - 298)
})

test('settlements empty it; then a refund is refused in Razorpay’s words until money comes in', async () => {
  const paymentId = await pay()
  const held = await balance()
  const settled = await harness.control('settlements', {})
  expect(settled).toMatchObject({ entity: 'settlement', amount: held, status: 'processed' })
  expect(await balance()).toBe(0)
  const refused = await refund(paymentId)
  expect(refused.status).toBe(400)
  expect(refused.json['error']).toMatchObject({
    code: 'BAD_REQUEST_ERROR',
    description:
      'Your account does not have enough balance to carry out the refund operation. You can add funds to your account from your Razorpay dashboard or capture new payments.',
  })
  await pay()
  await pay()
  expect((await refund(paymentId)).status).toBe(200)
})

test('Indian cards are settled after two working days, others after seven, at half past ten there', async () => {
  await harness.control('settlements', {})
  const now = async () => numberAt((await harness.call('GET', '/sandbox/clock')).json, 'now')
  // From Thursday noon: the second working day is Monday, the seventh the Monday after.
  while (new Date((await now()) * 1000).getUTCDay() !== 3)
    await harness.control('clock', { advanceSeconds: 86_400 })
  const thursday = (Math.floor((await now()) / 86_400) + 1) * 86_400
  await harness.control('clock', { to: thursday + 43_200 })
  const before = (await settlements()).length
  await pay('success')
  await pay('international')
  await harness.control('clock', { to: thursday + 4 * 86_400 + 5 * 3600 })
  expect((await settlements()).length).toBe(before + 1)
  expect((await settlements())[0]).toMatchObject({ amount: 82_917 - 1_658 - 298 })
  await harness.control('clock', { to: thursday + 11 * 86_400 + 4 * 3600 })
  expect((await settlements()).length).toBe(before + 1)
  await harness.control('clock', { advanceSeconds: 3600 })
  // 3 % of 82,917 are 2,488, and 18 % of those 448.
  expect((await settlements())[0]).toMatchObject({ amount: 82_917 - 2_488 - 448, fees: 2_936, tax: 448 })
})
