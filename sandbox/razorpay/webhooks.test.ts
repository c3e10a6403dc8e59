import { validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import {
  asObject,
  numberAt,
  startHarness,
  textAt,
  WEBHOOK_SECRET,
  type Harness,
  type Json,
} from './testing.ts'

const FIRST_PAYMENT = [
  'invoice.paid',
  'order.paid',
  'payment.authorized',
  'payment.captured',
  'subscription.activated',
  'subscription.charged',
]
let harness: Harness

beforeEach(async () => {
  harness = await startHarness()
})

afterEach(async () => {
  await harness.stop()
})

async function pay(card = 'success'): Promise<string> {
  const id = textAt(await harness.newSubscription(), 'id')
  await harness.control('pay', { subscription_id: id, card })
  await harness.control('drain', {})
  return id
}

async function listEvents(query = ''): Promise<Json[]> {
  const { json } = await harness.call('GET', `/sandbox/events${query}`)
  return Array.isArray(json['items']) ? json['items'].map(asObject) : []
}

function payloadOf(event: string): Json {
  const webhook = harness.receiver.received.find((received) => received.event === event)
  return asObject(asObject(webhook?.parsed)['payload'])
}

function entityOf(event: string, name: string): Json {
  return asObject(asObject(payloadOf(event)[name])['entity'])
}

describe('a webhook', () => {
  it('is sent for everything a first payment causes, each with its own id', async () => {
    await pay()
    expect(harness.events().toSorted()).toEqual(FIRST_PAYMENT)
    const ids = harness.receiver.received.map((webhook) => webhook.eventId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const webhook of harness.receiver.received) {
      expect(webhook.eventId).toMatch(/^[A-Za-z0-9]{14}$/)
      expect(webhook.parsed).toMatchObject({ entity: 'event', contains: expect.any(Array) })
      expect(textAt(webhook.parsed, 'account_id')).toMatch(/^acc_[A-Za-z0-9]{14}$/)
      expect(validateWebhookSignature(webhook.body, webhook.signature, WEBHOOK_SECRET)).toBe(true)
    }
  })

  it('reproduces the irregularities of real ones', async () => {
    await pay()
    const charged = harness.receiver.received.find((webhook) => webhook.event === 'subscription.charged')
    expect(charged?.parsed['contains']).toEqual(['subscription'])
    expect(entityOf('subscription.charged', 'payment')).toMatchObject({ captured: '1', error_code: null })
    expect(entityOf('payment.captured', 'payment')).toMatchObject({ captured: true, error_code: '' })
    expect(entityOf('payment.authorized', 'payment')).toMatchObject({ status: 'authorized', captured: false })
    const sorted = harness.receiver.received.find((webhook) => webhook.event === 'payment.captured')
    expect(Object.keys(asObject(sorted?.parsed))[0]).toBe('account_id')
    expect(Object.keys(payloadOf('invoice.paid'))).toEqual(['payment', 'order', 'invoice'])
  })

  it('about a refund carries the refund and its payment', async () => {
    const id = await pay()
    const invoices = await harness.sdk.invoices.all({ subscription_id: id })
    await harness.sdk.payments.refund(String(invoices.items[0]?.payment_id), { amount: 100 })
    await harness.control('drain', {})
    expect(harness.events()).toEqual(expect.arrayContaining(['refund.created', 'refund.processed']))
    expect(entityOf('refund.processed', 'payment')).toMatchObject({
      amount_refunded: 100,
      refund_status: 'partial',
    })
  })

  it('that is not answered with 2xx is sent again with the same id and body', async () => {
    harness.receiver.statuses.push(500, 500, 500, 500, 500, 500)
    await pay()
    const first = harness.receiver.received.splice(0)
    expect(first.length).toBe(6)
    expect(await listEvents('?status=retrying')).toHaveLength(6)
    await harness.control('clock', { advanceSeconds: 120 })
    expect(await listEvents('?status=delivered')).toHaveLength(6)
    const pairs = (webhooks: typeof first): string[] =>
      webhooks.map((webhook) => `${webhook.eventId} ${webhook.signature} ${webhook.body}`).toSorted()
    expect(pairs(harness.receiver.received)).toEqual(pairs(first))
  })

  it('is given up after 24 hours of failures, and the endpoint is disabled', async () => {
    harness.receiver.statuses.push(...Array.from({ length: 200 }, () => 503))
    await pay()
    await harness.control('clock', { advanceSeconds: 26 * 3600 })
    expect((await listEvents('?status=exhausted')).length).toBeGreaterThan(0)
    expect((await harness.call('GET', '/sandbox/webhook')).json).toMatchObject({ enabled: false })
    const before = harness.receiver.received.length
    await pay()
    expect(harness.receiver.received.length).toBe(before)
    expect(await listEvents('?status=skipped')).toHaveLength(6)
    harness.sandbox.setWebhookUrl(harness.receiver.url)
    harness.receiver.statuses.length = 0
    await pay()
    expect(harness.receiver.received.length).toBe(before + 6)
  })

  it('can be sent again by hand', async () => {
    await pay()
    const [event] = await listEvents('?event=subscription.charged')
    const eventId = textAt(event, 'id')
    await harness.control(`events/${eventId}/redeliver`, {})
    const copies = harness.receiver.received.filter((webhook) => webhook.eventId === eventId)
    expect(copies).toHaveLength(2)
    expect(copies[0]?.body).toBe(copies[1]?.body)
  })

  it('is signed with the secret in force when it arose; replays use the new one', async () => {
    harness.receiver.statuses.push(500, 500, 500, 500, 500, 500)
    await pay()
    await harness.control('webhook', { secret: 'rotated-secret' })
    harness.receiver.received.length = 0
    await harness.control('clock', { advanceSeconds: 120 })
    for (const { body, signature } of harness.receiver.received) {
      expect(validateWebhookSignature(body, signature, WEBHOOK_SECRET)).toBe(true)
    }
    const [event] = await listEvents()
    await harness.control(`events/${textAt(event, 'id')}/redeliver`, {})
    const replayed = harness.receiver.received.at(-1)
    expect(validateWebhookSignature(replayed?.body ?? '', replayed?.signature ?? '', 'rotated-secret')).toBe(
      true,
    )
  })
})

describe('the knobs', () => {
  it('double every delivery with one id', async () => {
    await harness.control('knobs', { duplicateProbability: 1 })
    await pay()
    const ids = harness.receiver.received.map((webhook) => webhook.eventId)
    expect(ids).toHaveLength(12)
    expect(new Set(ids).size).toBe(6)
  })

  it('lose deliveries, which can still be sent by hand', async () => {
    await harness.control('knobs', { dropProbability: 1 })
    await pay()
    expect(harness.receiver.received).toHaveLength(0)
    const dropped = await listEvents('?status=dropped')
    expect(dropped).toHaveLength(6)
    await harness.control(`events/${textAt(dropped[0], 'id')}/redeliver`, {})
    expect(harness.receiver.received).toHaveLength(1)
  })

  it('forge deliveries whose signature is wrong', async () => {
    await harness.control('knobs', { forgeProbability: 1 })
    await pay()
    const valid = harness.receiver.received.filter(({ body, signature }) =>
      validateWebhookSignature(body, signature, WEBHOOK_SECRET),
    )
    expect(valid).toHaveLength(6)
    expect(harness.receiver.received).toHaveLength(12)
  })

  it('reorder deliveries the same way for the same seed', async () => {
    const orders: string[] = []
    for (let run = 0; run < 2; run += 1) {
      await harness.control('knobs', { seed: 42, reorderWindow: 5, concurrency: 1 })
      harness.receiver.received.length = 0
      await pay()
      orders.push(harness.events().join())
    }
    expect(orders[0]?.split(',').toSorted()).toEqual(FIRST_PAYMENT)
    expect(orders[1]).toBe(orders[0])
  })

  it('delay deliveries and refuse nonsense', async () => {
    await harness.control('knobs', { delayMs: 80 })
    const startedAt = performance.now()
    await pay()
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(80)
    expect((await harness.call('POST', '/sandbox/knobs', { dropProbability: 2 })).status).toBe(400)
    expect(numberAt((await harness.call('POST', '/sandbox/knobs', { reset: true })).json, 'delayMs')).toBe(0)
  })
})
