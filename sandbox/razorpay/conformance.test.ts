import { validatePaymentVerification, validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { hmacHex, paymentSignature } from './webhooks/signature.ts'
import { asObject, KEY_ID, KEY_SECRET, numberAt, startHarness, textAt, type Harness } from './testing.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})

afterAll(async () => {
  await harness.stop()
})

function idShape(prefix: string): RegExp {
  return new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`)
}

const PLAN = {
  period: 'monthly',
  interval: 1,
  item: { name: 'Tipsy', amount: 999, currency: 'USD' },
} as const

async function paidSubscription(card = 'success'): Promise<{ id: string; paymentId: string }> {
  const id = textAt(await harness.newSubscription(), 'id')
  const paid = await harness.control('pay', { subscription_id: id, card })
  return { id, paymentId: textAt(paid, 'razorpay_payment_id') }
}

describe('signatures', () => {
  it('match the three published vectors', () => {
    const secret = 'EnLs21M47BllR3X8PSFtjtbd'
    expect(hmacHex('123456', '{"a":1,"b":2,"c":{"d":3}}')).toBe(
      '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc',
    )
    expect(paymentSignature(secret, 'pay_IDZNwZZFtnjyym', 'sub_ID6MOhgkcoHj9I')).toBe(
      '601f383334975c714c91a7d97dd723eb56520318355863dcf3821c0d07a17693',
    )
    expect(hmacHex(secret, 'order_IEIaMR65cu6nz3|pay_IH4NVgf4Dreq1l')).toBe(
      '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f',
    )
  })

  it('of a paid checkout satisfy the helper of the SDK', async () => {
    const id = textAt(await harness.newSubscription(), 'id')
    const paid = await harness.control('pay', { subscription_id: id })
    const payload = { subscription_id: id, payment_id: textAt(paid, 'razorpay_payment_id') }
    const signature = textAt(paid, 'razorpay_signature')
    expect(paid['razorpay_subscription_id']).toBe(id)
    expect(validatePaymentVerification(payload, signature, KEY_SECRET)).toBe(true)
    expect(validatePaymentVerification({ ...payload, payment_id: 'pay_x' }, signature, KEY_SECRET)).toBe(
      false,
    )
  })

  it('of every webhook satisfy the helper of the SDK', async () => {
    await paidSubscription()
    await harness.control('drain', {})
    expect(harness.receiver.received.length).toBeGreaterThan(5)
    for (const { body, signature } of harness.receiver.received) {
      expect(validateWebhookSignature(body, signature, 'conformance-webhook-secret')).toBe(true)
    }
  })
})

async function withHeader(authorization?: string): Promise<{ status: number; text: string | null }> {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  const response = await fetch(`${harness.sandbox.url}/v1/plans`, { headers })
  const body = asObject(await response.json())
  return { status: response.status, text: response.ok ? null : textAt(body['error'], 'description') }
}

function encoded(pair: string): string {
  return Buffer.from(pair).toString('base64')
}

describe('authentication', () => {
  it('wants the exact scheme and both halves of the key', async () => {
    const pair = encoded(`${KEY_ID}:${KEY_SECRET}`)
    expect((await withHeader(`Basic ${pair}`)).status).toBe(200)
    expect((await withHeader()).status).toBe(401)
    expect((await withHeader(`basic ${pair}`)).text).toBe('Authentication failed')
    expect((await withHeader(`BASIC ${pair}`)).status).toBe(401)
    expect((await withHeader(`Basic ${encoded(`${KEY_ID}:wrong`)}`)).text).toBe('Authentication failed')
    expect((await withHeader(`Basic ${encoded(`other:${KEY_SECRET}`)}`)).text).toBe(
      'The api key provided is invalid',
    )
  })
})

describe('plans', () => {
  it('are created, fetched and listed through the SDK', async () => {
    const plan = await harness.sdk.plans.create(PLAN)
    expect(plan.id).toMatch(idShape('plan'))
    expect(plan.item.id).toMatch(idShape('item'))
    expect(plan).toMatchObject({ entity: 'plan', period: 'monthly', interval: 1, notes: [] })
    expect(Object.keys(plan.item).toSorted()).toEqual(
      'active amount created_at currency description hsn_code id name sac_code tax_group_id tax_id tax_inclusive tax_rate type unit unit_amount updated_at'.split(
        ' ',
      ),
    )
    expect(await harness.sdk.plans.fetch(plan.id)).toEqual(plan)
    const page = await harness.sdk.plans.all({ count: 1 })
    expect(page).toMatchObject({ entity: 'collection', count: 1 })
    expect(page.items[0]?.id).toBe(plan.id)
  })

  it('refuse unknown keys, small amounts and short daily intervals', async () => {
    const offer = await harness.call('POST', '/v1/plans', { ...PLAN, offer_id: 'offer_x' })
    expect(offer.status).toBe(400)
    expect(offer.json['error']).toMatchObject({
      code: 'BAD_REQUEST_ERROR',
      description: 'offer_id is/are not required and should not be sent',
    })
    const cheap = await harness.call('POST', '/v1/plans', {
      ...PLAN,
      item: { name: 'x', amount: 99, currency: 'INR' },
    })
    expect(cheap.json['error']).toMatchObject({ description: 'The amount must be at least INR 1.00.' })
    const daily = await harness.call('POST', '/v1/plans', { ...PLAN, period: 'daily' })
    expect(daily.status).toBe(400)
  })

  it('page by ten and refuse more than a hundred', async () => {
    for (let count = 0; count < 12; count += 1) await harness.sdk.plans.create(PLAN)
    const first = await harness.call('GET', '/v1/plans')
    expect(first.json['count']).toBe(10)
    const second = await harness.call('GET', '/v1/plans?skip=10&count=2')
    expect(second.json['count']).toBe(2)
    const tooMany = harness.sdk.plans.all({ count: 101 })
    await expect(tooMany).rejects.toMatchObject({
      statusCode: 400,
      error: { description: 'The count may not be greater than 100.', field: 'count' },
    })
  })
})

describe('subscriptions', () => {
  it('start unpaid, with empty notes as an array and others as an object', async () => {
    const bare = await harness.newSubscription()
    expect(textAt(bare, 'id')).toMatch(idShape('sub'))
    expect(bare).toMatchObject({
      entity: 'subscription',
      status: 'created',
      notes: [],
      charge_at: null,
      start_at: null,
      end_at: null,
      paid_count: 0,
      remaining_count: 12,
      has_scheduled_changes: false,
      source: 'api',
      customer_notify: true,
    })
    expect(bare).not.toHaveProperty('customer_id')
    const noted = await harness.newSubscription({ notes: { intent: 'a1' }, customer_notify: 0 })
    expect(noted).toMatchObject({ notes: { intent: 'a1' }, customer_notify: false })
  })

  it('are found by plan and time, so an unknown outcome can be looked up', async () => {
    const plan = await harness.sdk.plans.create(PLAN)
    const made = await harness.sdk.subscriptions.create({
      plan_id: plan.id,
      total_count: 3,
      notes: { intent: 'b2' },
    })
    const found = await harness.sdk.subscriptions.all({ plan_id: plan.id, from: made.created_at })
    expect(found.items.map((item) => item.notes)).toEqual([{ intent: 'b2' }])
    expect(await harness.sdk.subscriptions.fetch(made.id)).toEqual(made)
  })

  it('refuse unknown plans, past times and absurd lengths', async () => {
    const plan = await harness.sdk.plans.create(PLAN)
    const cases: [Record<string, unknown>, string][] = [
      [{ plan_id: 'plan_00000000000000', total_count: 1 }, 'The id provided does not exist'],
      [
        { plan_id: plan.id, total_count: 1, expire_by: 1 },
        'Link expire by cannot be lesser than the current time.',
      ],
      [{ plan_id: plan.id, total_count: 5000 }, 'The end_time must be between 946684800 and 4765046400.'],
      [{ plan_id: plan.id }, 'The total count field is required.'],
      [
        { plan_id: plan.id, total_count: 1, colour: 'red' },
        'colour is/are not required and should not be sent',
      ],
    ]
    for (const [body, description] of cases) {
      const refused = await harness.call('POST', '/v1/subscriptions', body)
      expect(refused).toMatchObject({ status: 400, json: { error: { description } } })
    }
  })

  it('answer unknown and malformed ids and unknown addresses with 400', async () => {
    const unknown = await harness.call('GET', '/v1/subscriptions/sub_00000000000000')
    expect(unknown).toMatchObject({
      status: 400,
      json: { error: { description: 'The id provided does not exist' } },
    })
    expect((await harness.call('GET', '/v1/subscriptions/sub_1')).status).toBe(400)
    const address = await harness.call('GET', '/v1/nothing')
    expect(address.json['error']).toMatchObject({
      description: 'The requested URL was not found on the server.',
    })
  })

  it('cancel at once with an empty body and refuse a second time', async () => {
    const { id } = await paidSubscription()
    const cancelled = await harness.sdk.subscriptions.cancel(id)
    expect(cancelled.status).toBe('cancelled')
    expect(cancelled.ended_at).toBeTypeOf('number')
    await expect(harness.sdk.subscriptions.cancel(id)).rejects.toMatchObject({
      error: { description: 'Subscription is not cancellable in cancelled status.', field: 'status' },
    })
  })

  it('completely hide a cancellation at the end of the cycle', async () => {
    const { id } = await paidSubscription()
    const before = await harness.subscription(id)
    await harness.control('drain', {})
    const eventsBefore = harness.receiver.received.length
    expect(await harness.sdk.subscriptions.cancel(id, true)).toEqual(before)
    expect(await harness.sdk.subscriptions.cancel(id, true)).toEqual(before)
    expect(await harness.subscription(id)).toEqual(before)
    await harness.control('drain', {})
    expect(harness.receiver.received.length).toBe(eventsBefore)
  })

  it('pause and resume', async () => {
    const { id } = await paidSubscription()
    const paused = asObject(await harness.sdk.subscriptions.pause(id, { pause_at: 'now' }))
    expect(paused).toMatchObject({ status: 'paused', pause_initiated_by: 'self', charge_at: null })
    expect(numberAt(paused, 'paused_at')).toBeGreaterThan(0)
    const resumed = asObject(await harness.sdk.subscriptions.resume(id, { resume_at: 'now' }))
    expect(resumed['status']).toBe('active')
    expect(resumed['charge_at']).toBe(resumed['current_end'])
  })

  it('update only from active or authenticated, and on domestic cards only the offer', async () => {
    const plan = await harness.sdk.plans.create({ ...PLAN, item: { ...PLAN.item, amount: 1999 } })
    const unpaid = textAt(await harness.newSubscription(), 'id')
    await expect(harness.sdk.subscriptions.update(unpaid, { quantity: 2 })).rejects.toMatchObject({
      statusCode: 400,
    })
    const domestic = await paidSubscription('success')
    await expect(harness.sdk.subscriptions.update(domestic.id, { plan_id: plan.id })).rejects.toMatchObject({
      error: {
        description: 'Only offers can be updated for subscriptions when payment mode is domestic card',
        field: 'offer_id',
      },
    })
    const abroad = await paidSubscription('international')
    const scheduled = await harness.sdk.subscriptions.update(abroad.id, {
      plan_id: plan.id,
      schedule_change_at: 'cycle_end',
    })
    expect(scheduled.has_scheduled_changes).toBe(true)
    expect(scheduled.plan_id).not.toBe(plan.id)
    expect((await harness.sdk.subscriptions.pendingUpdate(abroad.id)).plan_id).toBe(plan.id)
    expect((await harness.sdk.subscriptions.cancelScheduledChanges(abroad.id)).has_scheduled_changes).toBe(
      false,
    )
    const now = await harness.sdk.subscriptions.update(abroad.id, { plan_id: plan.id })
    expect(now.plan_id).toBe(plan.id)
    const invoices = await harness.sdk.invoices.all({ subscription_id: abroad.id })
    expect(invoices.items[0]).toMatchObject({ amount: 1000, status: 'paid' })
  })
})
