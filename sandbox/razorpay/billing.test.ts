import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { cycleBoundary } from './core/clock.ts'
import { numberAt, startHarness, textAt, type Harness, type Json } from './testing.ts'

const DAY = 86_400
let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})

afterAll(async () => {
  await harness.stop()
})

async function joined(fields: Json = {}, card = 'success'): Promise<string> {
  const id = textAt(await harness.newSubscription(fields), 'id')
  await harness.control('pay', { subscription_id: id, card })
  return id
}

/** The events about one subscription since the last call, in the order they arose. */
async function eventsOf(id: string): Promise<string[]> {
  await harness.control('drain', {})
  const { json } = await harness.call('GET', `/sandbox/events?entity=${id}&count=1000`)
  const items = Array.isArray(json['items']) ? json['items'] : []
  return items.map((item) => textAt(item, 'event')).filter((name) => name.startsWith('subscription.'))
}

async function advanceTo(unixSeconds: number): Promise<void> {
  await harness.control('clock', { to: unixSeconds })
}

async function now(): Promise<number> {
  return numberAt((await harness.call('GET', '/sandbox/clock')).json, 'now')
}

describe('the calendar', () => {
  it('ends cycles at midnight in India, as the published samples do', () => {
    const monthly = { period: 'monthly', interval: 1 } as const
    expect(cycleBoundary(1_591_878_205, monthly, 1)).toBe(1_594_405_800)
    expect(cycleBoundary(1_591_878_205, monthly, 2)).toBe(1_597_084_200)
    expect(cycleBoundary(1_580_284_732, { period: 'weekly', interval: 1 }, 1)).toBe(1_580_841_000)
  })

  it('keeps the day of the month through February', () => {
    const january31 = Date.UTC(2027, 0, 31, 6) / 1000
    const ends = [1, 2, 3].map((count) => cycleBoundary(january31, { period: 'monthly', interval: 1 }, count))
    const inIndia = ends.map((end) => new Date((end + 19_800) * 1000).toISOString())
    expect(inIndia).toEqual([
      '2027-02-28T00:00:00.000Z',
      '2027-03-31T00:00:00.000Z',
      '2027-04-30T00:00:00.000Z',
    ])
  })
})

describe('a first payment', () => {
  it('activates a subscription at once and issues its invoice', async () => {
    const id = await joined()
    const active = await harness.subscription(id)
    expect(active).toMatchObject({ status: 'active', paid_count: 1, remaining_count: 11, auth_attempts: 0 })
    expect(active['charge_at']).toBe(active['current_end'])
    expect((numberAt(active, 'current_end') + 19_800) % DAY).toBe(0)
    expect((await eventsOf(id)).toSorted()).toEqual(['subscription.activated', 'subscription.charged'])
    const again = await harness.call('POST', '/sandbox/pay', { subscription_id: id })
    expect(again.json['error']).toMatchObject({
      description: 'Customer payment is not allowed for the Subscription at this stage.',
    })
  })

  it('with a later start takes and returns a token, and charges on the day', async () => {
    const startAt = (await now()) + 10 * DAY
    const id = await joined({ start_at: startAt })
    expect(await harness.subscription(id)).toMatchObject({ status: 'authenticated', paid_count: 0 })
    expect((await harness.sdk.invoices.all({ subscription_id: id })).count).toBe(0)
    await advanceTo(startAt + 60)
    expect(await harness.subscription(id)).toMatchObject({
      status: 'active',
      paid_count: 1,
      current_start: startAt,
    })
    expect(await eventsOf(id)).toContain('subscription.authenticated')
  })

  it('can be moved to another day before it happens', async () => {
    const startAt = (await now()) + 10 * DAY
    const id = await joined({ start_at: startAt }, 'international')
    await harness.sdk.subscriptions.update(id, { start_at: startAt + 5 * DAY, customer_notify: false })
    await advanceTo(startAt + 60)
    expect(await harness.subscription(id)).toMatchObject({ status: 'authenticated', customer_notify: false })
    await advanceTo(startAt + 5 * DAY + 60)
    expect(await harness.subscription(id)).toMatchObject({
      status: 'active',
      current_start: startAt + 5 * DAY,
    })
  })

  it('that never comes lets the subscription expire', async () => {
    const startAt = (await now()) + DAY
    const id = textAt(await harness.newSubscription({ start_at: startAt }), 'id')
    await advanceTo(startAt + 1)
    expect((await harness.subscription(id))['status']).toBe('expired')
    expect((await harness.call('POST', '/sandbox/pay', { subscription_id: id })).status).toBe(400)
  })
})

describe('renewals', () => {
  it('run in order over a year and complete the subscription', async () => {
    const id = await joined({ total_count: 6 })
    await harness.control('clock', { advanceSeconds: 366 * DAY })
    const completed = await harness.subscription(id)
    expect(completed).toMatchObject({
      status: 'completed',
      paid_count: 6,
      remaining_count: 0,
      charge_at: null,
    })
    const events = await eventsOf(id)
    expect(events.filter((name) => name === 'subscription.charged').length).toBe(6)
    expect(events.filter((name) => name === 'subscription.completed').length).toBe(1)
    const invoices = await harness.sdk.invoices.all({ subscription_id: id })
    expect(invoices.items.map((invoice) => invoice.status)).toEqual(Array.from({ length: 6 }, () => 'paid'))
  })

  it('that fail are retried at T+1, T+2 and T+3, then halted', async () => {
    const id = await joined({}, 'renewal_fails')
    const dueAt = numberAt(await harness.subscription(id), 'charge_at')
    await advanceTo(dueAt + 60)
    expect(await harness.subscription(id)).toMatchObject({
      status: 'pending',
      auth_attempts: 1,
      charge_at: dueAt + DAY,
      paid_count: 1,
    })
    await advanceTo(dueAt + 2 * DAY + 60)
    expect(await harness.subscription(id)).toMatchObject({ status: 'pending', auth_attempts: 3 })
    await advanceTo(dueAt + 3 * DAY + 60)
    expect(await harness.subscription(id)).toMatchObject({ status: 'halted', auth_attempts: 4 })
    const events = await eventsOf(id)
    expect(events.filter((name) => name === 'subscription.pending').length).toBe(3)
    expect(events.filter((name) => name === 'subscription.halted').length).toBe(1)
  })

  it('that recover on a retry return to active', async () => {
    const id = await joined()
    await harness.control(`subscriptions/${id}/next`, { outcome: 'failure' })
    const dueAt = numberAt(await harness.subscription(id), 'charge_at')
    await advanceTo(dueAt + 60)
    expect((await harness.subscription(id))['status']).toBe('pending')
    await advanceTo(dueAt + DAY + 60)
    expect(await harness.subscription(id)).toMatchObject({
      status: 'active',
      paid_count: 2,
      auth_attempts: 0,
    })
  })

  it('for a halted subscription are invoiced but not charged, and a new card does not pay them', async () => {
    const id = await joined({}, 'renewal_fails')
    await harness.control('clock', { advanceSeconds: 66 * DAY })
    const halted = await harness.subscription(id)
    expect(halted).toMatchObject({ status: 'halted', paid_count: 1 })
    await harness.control('pay', { subscription_id: id, card: 'international' })
    const woken = await harness.subscription(id)
    expect(woken).toMatchObject({ status: 'active', paid_count: 1, charge_at: halted['current_end'] })
    const invoices = await harness.sdk.invoices.all({ subscription_id: id })
    expect(invoices.items.filter((invoice) => invoice.status === 'issued').length).toBe(2)
  })

  it('that are pending are paid at once by a new card', async () => {
    const id = await joined({}, 'renewal_fails')
    await advanceTo(numberAt(await harness.subscription(id), 'charge_at') + 60)
    await harness.control('pay', { subscription_id: id, card: 'success' })
    expect(await harness.subscription(id)).toMatchObject({ status: 'active', paid_count: 2 })
  })

  it('can be charged by hand with either result; four failures in a row halt', async () => {
    const id = await joined()
    await harness.control(`subscriptions/${id}/charge`, { outcome: 'success' })
    expect((await harness.subscription(id))['paid_count']).toBe(2)
    for (let count = 0; count < 4; count += 1) {
      await harness.control(`subscriptions/${id}/charge`, { outcome: 'failure' })
    }
    expect((await harness.subscription(id))['status']).toBe('halted')
    await harness.control(`subscriptions/${id}/charge`, { outcome: 'success' })
    expect(await harness.subscription(id)).toMatchObject({ status: 'active', paid_count: 3 })
  })
})

describe('cancelling and pausing', () => {
  it('a cancellation at the end of the cycle takes effect exactly there, without a charge', async () => {
    const id = await joined()
    const endsAt = numberAt(await harness.subscription(id), 'current_end')
    await harness.sdk.subscriptions.cancel(id, true)
    await advanceTo(endsAt - 60)
    expect((await harness.subscription(id))['status']).toBe('active')
    await advanceTo(endsAt + 60)
    expect(await harness.subscription(id)).toMatchObject({
      status: 'cancelled',
      ended_at: endsAt,
      paid_count: 1,
    })
    expect(await eventsOf(id)).toContain('subscription.cancelled')
  })

  it('a pause skips the charges that fall within it', async () => {
    const id = await joined()
    await harness.sdk.subscriptions.pause(id)
    await harness.control('clock', { advanceSeconds: 70 * DAY })
    expect(await harness.subscription(id)).toMatchObject({ status: 'paused', paid_count: 1 })
    await harness.sdk.subscriptions.resume(id)
    const resumed = await harness.subscription(id)
    expect(numberAt(resumed, 'charge_at')).toBeGreaterThan(await now())
    await advanceTo(numberAt(resumed, 'charge_at') + 60)
    const charged = await harness.subscription(id)
    expect(charged).toMatchObject({ paid_count: 2, current_start: resumed['charge_at'] })
    expect(await eventsOf(id)).toEqual(
      expect.arrayContaining(['subscription.paused', 'subscription.resumed']),
    )
  })

  it('pausing before the first charge cancels', async () => {
    const id = await joined({ start_at: (await now()) + 5 * DAY })
    const paused = await harness.sdk.subscriptions.pause(id)
    expect(paused.status).toBe('cancelled')
  })

  it('a scheduled change takes effect with the next cycle', async () => {
    const id = await joined({}, 'international')
    const yearly = await harness.sdk.plans.create({
      period: 'yearly',
      interval: 1,
      item: { name: 'Tipsy, a year', amount: 10_700, currency: 'USD' },
    })
    const endsAt = numberAt(await harness.subscription(id), 'current_end')
    await harness.sdk.subscriptions.update(id, { plan_id: yearly.id, schedule_change_at: 'cycle_end' })
    await advanceTo(endsAt + 60)
    const changed = await harness.subscription(id)
    expect(changed).toMatchObject({ plan_id: yearly.id, has_scheduled_changes: false, current_start: endsAt })
    expect(numberAt(changed, 'current_end') - endsAt).toBeGreaterThanOrEqual(365 * DAY)
    const [invoice] = (await harness.sdk.invoices.all({ subscription_id: id })).items
    expect(invoice).toMatchObject({ amount: 10_700, status: 'paid' })
    expect(await eventsOf(id)).toContain('subscription.updated')
  })
})
