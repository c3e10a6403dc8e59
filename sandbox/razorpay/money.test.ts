import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isLuhnValid, TEST_CARDS } from './billing/cards.ts'
import { asObject, numberAt, startHarness, textAt, type Harness } from './testing.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})

afterAll(async () => {
  await harness.stop()
})

async function pay(card = 'success'): Promise<{ id: string; paymentId: string }> {
  const id = textAt(await harness.newSubscription(), 'id')
  const paid = await harness.control('pay', { subscription_id: id, card, email: 'ravi@example.com' })
  return { id, paymentId: textAt(paid, 'razorpay_payment_id') }
}

describe('payments', () => {
  it('carry their card, their rupee amounts and no subscription id', async () => {
    const { id, paymentId } = await pay('international')
    const payment = await harness.sdk.payments.fetch(paymentId)
    expect(payment).toMatchObject({
      entity: 'payment',
      amount: 999,
      currency: 'USD',
      base_currency: 'INR',
      status: 'captured',
      captured: true,
      international: true,
      method: 'card',
      email: 'ravi@example.com',
      amount_refunded: 0,
      refund_status: null,
      error_code: null,
      notes: [],
    })
    expect(payment).not.toHaveProperty('subscription_id')
    expect(payment.fee).toBeTypeOf('number')
    const invoice = await harness.sdk.invoices.fetch(String(payment.invoice_id))
    expect(invoice).toMatchObject({
      subscription_id: id,
      payment_id: paymentId,
      status: 'paid',
      amount_due: 0,
    })
    expect(await harness.sdk.orders.fetch(payment.order_id)).toMatchObject({
      status: 'paid',
      amount_paid: 999,
    })
    expect((await harness.sdk.customers.fetch(payment.customer_id)).email).toBe('ravi@example.com')
    expect((await harness.sdk.payments.all({ count: 100 })).items.map((item) => item.id)).toContain(paymentId)
  })

  it('cannot be captured again, and want an integer amount', async () => {
    const { paymentId } = await pay()
    const again = await harness.call('POST', `/v1/payments/${paymentId}/capture`, {
      amount: 999,
      currency: 'USD',
    })
    expect(again.json['error']).toMatchObject({ description: 'This payment has already been captured' })
    const text = await harness.call('POST', `/v1/payments/${paymentId}/capture`, {
      amount: 9.5,
      currency: 'USD',
    })
    expect(text.json['error']).toMatchObject({ description: 'The amount must be an integer.' })
  })

  it('end as the test card specifies', async () => {
    const expected: Record<string, string> = {
      declined: 'insufficient_funds',
      expired: 'card_expired',
      timeout: 'payment_timed_out',
    }
    for (const [card, reason] of Object.entries(expected)) {
      const id = textAt(await harness.newSubscription(), 'id')
      const failed = await harness.control('pay', { subscription_id: id, card })
      expect(failed).toMatchObject({ outcome: 'failed', error: { reason } })
      expect((await harness.subscription(id))['status']).toBe('created')
      const second = await harness.control('pay', { subscription_id: id })
      expect(second).toHaveProperty('razorpay_signature')
    }
    const id = textAt(await harness.newSubscription(), 'id')
    const wrong = await harness.control('pay', { subscription_id: id, card: 'otp', otp: '000000' })
    expect(wrong).toMatchObject({ error: { reason: 'incorrect_otp', step: 'payment_authentication' } })
    const right = await harness.control('pay', { subscription_id: id, card: 'otp' })
    expect(right['razorpay_subscription_id']).toBe(id)
  })

  it('take only Luhn-valid test cards', () => {
    expect(TEST_CARDS.map((card) => isLuhnValid(card.number))).toEqual(TEST_CARDS.map(() => true))
    expect(isLuhnValid('4718609108204367')).toBe(false)
  })

  it('may still be authorized after they failed', async () => {
    const id = textAt(await harness.newSubscription(), 'id')
    const failed = await harness.control('pay', { subscription_id: id, card: 'timeout' })
    const paymentId = textAt(asObject(failed['error'])['metadata'], 'payment_id')
    const late = await harness.control(`payments/${paymentId}/authorize-late`, {})
    expect(late).toMatchObject({ status: 'captured', error_code: null })
    expect(await harness.subscription(id)).toMatchObject({ status: 'active', paid_count: 1 })
    const renewal = await harness.control(`subscriptions/${id}/charge`, { outcome: 'failure' })
    await harness.control(`payments/${textAt(renewal['payment'], 'id')}/authorize-late`, {})
    expect(await harness.subscription(id)).toMatchObject({
      status: 'active',
      paid_count: 2,
      auth_attempts: 0,
    })
  })
})

describe('refunds', () => {
  it('are at least a rupee, in the currency of the payment', async () => {
    const { paymentId } = await pay()
    // A dollar is 83 rupees: a cent is less than one.
    await expect(harness.sdk.payments.refund(paymentId, { amount: 1 })).rejects.toMatchObject({
      error: { description: 'The amount must be atleast INR 1.00' },
    })
    expect(await harness.sdk.payments.fetch(paymentId)).toMatchObject({ amount_refunded: 0 })
    expect(await harness.sdk.payments.refund(paymentId, { amount: 2 })).toMatchObject({ amount: 2 })

    const item = { name: 'Tipsy', amount: 19_900, currency: 'INR' }
    const plan = await harness.call('POST', '/v1/plans', { period: 'monthly', interval: 1, item })
    const id = textAt(await harness.newSubscription({ plan_id: plan.json['id'] }), 'id')
    const paid = await harness.control('pay', {
      subscription_id: id,
      card: 'success',
      email: 'ravi@example.com',
    })
    const inRupees = textAt(paid, 'razorpay_payment_id')
    for (const amount of [1, 50, 99])
      await expect(harness.sdk.payments.refund(inRupees, { amount })).rejects.toMatchObject({
        error: { description: 'The amount must be atleast INR 1.00' },
      })
    expect(await harness.sdk.payments.refund(inRupees, { amount: 100 })).toMatchObject({ amount: 100 })
  })

  it('add up to the payment and no further', async () => {
    const { paymentId } = await pay()
    const part = await harness.sdk.payments.refund(paymentId, { amount: 400, notes: { why: 'late' } })
    expect(part).toMatchObject({
      entity: 'refund',
      amount: 400,
      payment_id: paymentId,
      status: 'processed',
      speed_requested: 'normal',
      notes: { why: 'late' },
    })
    expect(part.id).toMatch(/^rfnd_[A-Za-z0-9]{14}$/)
    expect(await harness.sdk.payments.fetch(paymentId)).toMatchObject({
      refund_status: 'partial',
      status: 'captured',
    })
    await expect(harness.sdk.payments.refund(paymentId, { amount: 600 })).rejects.toMatchObject({
      error: { description: 'The refund amount provided is greater than amount captured.' },
    })
    const rest = await harness.sdk.payments.refund(paymentId, {})
    expect(rest.amount).toBe(599)
    expect(await harness.sdk.payments.fetch(paymentId)).toMatchObject({
      refund_status: 'full',
      status: 'refunded',
    })
    await expect(harness.sdk.payments.refund(paymentId, {})).rejects.toMatchObject({
      error: { description: 'The payment has been fully refunded already.' },
    })
    const listed = await harness.sdk.payments.fetchMultipleRefund(paymentId, {})
    expect(listed.items.map((refund) => refund.id)).toEqual([rest.id, part.id])
    expect(await harness.sdk.refunds.fetch(part.id)).toEqual(part)
    expect((await harness.sdk.refunds.all({ count: 100 })).items.map((refund) => refund.id)).toContain(
      rest.id,
    )
    expect(await harness.sdk.payments.fetchRefund(paymentId, part.id)).toEqual(part)
  })

  it('happen once per idempotency key', async () => {
    const { paymentId } = await pay()
    const path = `/v1/payments/${paymentId}/refund`
    const key = { 'x-refund-idempotency': 'refund-key-0001' }
    const first = await harness.call('POST', path, { amount: 300 }, key)
    const repeated = await harness.call('POST', path, { amount: 300 }, key)
    expect(repeated).toEqual(first)
    const other = await harness.call('POST', path, { amount: 200 }, key)
    expect(other.status).toBe(409)
    expect(other.json['error']).toMatchObject({
      description: 'Different request with the same idempotency key has already been processed.',
    })
    expect((await harness.call('POST', path, {}, { 'x-refund-idempotency': 'short' })).status).toBe(400)
    expect(numberAt((await harness.call('GET', `/v1/payments/${paymentId}`)).json, 'amount_refunded')).toBe(
      300,
    )
  })
})

describe('customers and orders', () => {
  it('are created, fetched and edited', async () => {
    const person = { name: 'Ravi', email: 'once@example.com', contact: '+919000000001' }
    const customer = await harness.sdk.customers.create(person)
    expect(customer).toMatchObject({ ...person, entity: 'customer', gstin: null, notes: [] })
    await expect(harness.sdk.customers.create(person)).rejects.toMatchObject({ statusCode: 400 })
    expect(await harness.sdk.customers.create({ ...person, fail_existing: 0 })).toEqual(customer)
    expect((await harness.sdk.customers.edit(customer.id, { name: 'Ravi K' })).name).toBe('Ravi K')
    expect((await harness.sdk.customers.fetch(customer.id)).name).toBe('Ravi K')
    const order = await harness.sdk.orders.create({ amount: 5000, currency: 'INR', receipt: 'r1' })
    expect(order).toMatchObject({ amount_due: 5000, status: 'created', receipt: 'r1', attempts: 0 })
    expect(await harness.sdk.orders.fetch(order.id)).toEqual(order)
  })
})
