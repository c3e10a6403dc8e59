import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Harness, KEY_ID, numberAt, startHarness, textAt } from './testing.ts'

let sandbox: Harness

beforeAll(async () => {
  sandbox = await startHarness()
})
afterAll(() => sandbox.stop())

async function aPlan(amount: number, currency = 'INR'): Promise<string> {
  const item = { name: 'Tipsy', amount, currency }
  const { json } = await sandbox.call('POST', '/v1/plans', { period: 'monthly', interval: 1, item })
  return textAt(json, 'id')
}

async function aSubscription(amount: number, currency?: string): Promise<string> {
  const body = { plan_id: await aPlan(amount, currency), total_count: 12 }
  const { json } = await sandbox.call('POST', '/v1/subscriptions', body)
  return textAt(json, 'id')
}

const pay = (subscriptionId: string, vpa: string) =>
  sandbox.control('pay', { subscription_id: subscriptionId, vpa })
const paymentOf = async (paid: unknown) =>
  (await sandbox.call('GET', `/v1/payments/${textAt(paid, 'razorpay_payment_id')}`)).json

describe('UPI Autopay', () => {
  it('pays in rupees, and the payment says how', async () => {
    const id = await aSubscription(49_900)
    const payment = await paymentOf(await pay(id, 'Success@razorpay'))
    expect(payment).toMatchObject({
      amount: 49_900,
      currency: 'INR',
      method: 'upi',
      vpa: 'success@razorpay',
      card_id: null,
      international: false,
    })
    expect(payment).not.toHaveProperty('card')
    expect(payment).not.toHaveProperty('base_amount')
    expect(await sandbox.subscription(id)).toMatchObject({ status: 'active', payment_method: 'upi' })
  })

  it('is debited again automatically, with a day’s notice', async () => {
    const id = await aSubscription(49_900)
    await pay(id, 'success@razorpay')
    const { charge_at: chargeAt } = await sandbox.subscription(id)
    const { json } = await sandbox.call('GET', '/sandbox/clock')
    const untilDebit = Number(chargeAt) - numberAt(json, 'now') - 24 * 3600
    await sandbox.control('clock', { advanceSeconds: untilDebit + 60 })
    const begun = await sandbox.call('GET', `/v1/invoices?subscription_id=${id}`)
    expect(begun.json).toMatchObject({ count: 2 })
    expect(await sandbox.subscription(id)).toMatchObject({ paid_count: 1 })
    await sandbox.control('clock', { advanceSeconds: 24 * 3600 })
    expect(await sandbox.subscription(id)).toMatchObject({ status: 'active', paid_count: 2 })
  })

  it('fails, and fails later, as its test addresses specify', async () => {
    const failed = await aSubscription(49_900)
    expect(await pay(failed, 'failure@razorpay')).toMatchObject({ outcome: 'failed' })
    expect(await sandbox.subscription(failed)).toMatchObject({ status: 'created' })
    const lapsing = await aSubscription(49_900)
    await pay(lapsing, 'renewal.fails@razorpay')
    await sandbox.control('clock', { advanceSeconds: 32 * 86_400 })
    expect(['pending', 'halted']).toContain(textAt(await sandbox.subscription(lapsing), 'status'))
  })

  it.each([
    [1_500_000, 'INR', true],
    [1_500_001, 'INR', false],
    [999, 'USD', false],
  ])('is offered for %i %s: %s', async (amount, currency, isOffered) => {
    const id = await aSubscription(amount, currency)
    const query = new URLSearchParams({ key_id: KEY_ID, subscription_id: id, origin: 'http://localhost' })
    const page = await fetch(`${sandbox.sandbox.url}/v1/checkout/public?${query.toString()}`)
    expect((await page.text()).includes('UPI Autopay')).toBe(isOffered)
    if (!isOffered) await expect(pay(id, 'success@razorpay')).rejects.toThrow('UPI is not available')
  })

  it('does not allow plan changes', async () => {
    const id = await aSubscription(49_900)
    await pay(id, 'success@razorpay')
    const { json } = await sandbox.call('PATCH', `/v1/subscriptions/${id}`, { plan_id: await aPlan(59_900) })
    expect(JSON.stringify(json)).toContain('subscriptions cannot be updated when payment mode is UPI')
  })
})
