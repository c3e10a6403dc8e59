import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { WEBHOOK_PATH } from '#contract/inbox/routes.ts'
import * as contract from '#contract/subscriptions/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { many, one, sql } from '#server/platform/db/query.ts'
import { hmacHex } from '#server/platform/secrets.ts'
import { type PaymentSandbox, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

let app: TestApp
let sandbox: PaymentSandbox
let plan: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  sandbox = steerSandbox(app)
  const creator = await aCreator(app.db, (await aUser(app.db)).id)
  plan = await aPlan(app.db, creator.id)
})
afterAll(() => app.close())

async function aJoiner() {
  const session: TestSession = await aSession(app.db, app.platform, (await aUser(app.db)).id)
  const { body } = await app.call(contract.createRazorpaySubscription, { planId: plan.id }, { as: session })
  return { session, ...body }
}

function countRows(
  table: 'payments' | 'provider_events' | 'ledger_transactions',
): Promise<{ count: number }> {
  return one(app.db, sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`)
}

async function statusOf(id: string): Promise<string> {
  return (await one(app.db, sql<{ status: string }>`select status from subscriptions where id = ${id}`))
    .status
}

function sendWebhook(body: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${app.baseUrl}${WEBHOOK_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
}

describe("another user's subscription", () => {
  test('can be neither read nor confirmed', async () => {
    const victim = await aJoiner()
    const thief = await aJoiner()
    const read = await app.call(
      contract.getSubscription,
      { m2cSubscriptionId: victim.m2cSubscriptionId },
      { as: thief.session },
    )
    expect(read).toMatchObject({ status: 404, failure: { code: 'subscription_not_found' } })
    const paid = await sandbox.pay(victim.subscriptionId)
    for (const subscriptionId of [victim.subscriptionId, victim.m2cSubscriptionId]) {
      const confirmed = await app.call(
        contract.confirmPayment,
        { subscriptionId, ...paid },
        { as: thief.session },
      )
      expect(confirmed).toMatchObject({ status: 404, failure: { code: 'subscription_not_found' } })
    }
    expect(await statusOf(victim.m2cSubscriptionId)).toBe('pending')
  })

  test('cannot lend its genuine payment and signature to another one', async () => {
    const victim = await aJoiner()
    const thief = await aJoiner()
    const paid = await sandbox.pay(victim.subscriptionId)
    const confirmed = await app.call(
      contract.confirmPayment,
      { subscriptionId: thief.subscriptionId, ...paid },
      { as: thief.session },
    )
    expect(confirmed).toMatchObject({ status: 400, failure: { code: 'signature_wrong' } })
    expect(await statusOf(thief.m2cSubscriptionId)).toBe('pending')
  })
})

describe('a forged confirmation', () => {
  test.each([
    [
      'an invented signature',
      { razorpay_payment_id: 'pay_AAAAAAAAAAAAAA', razorpay_signature: 'f'.repeat(64) },
    ],
    ['an empty signature', { razorpay_payment_id: 'pay_AAAAAAAAAAAAAA', razorpay_signature: '' }],
    ['a payment without a signature', { razorpay_payment_id: 'pay_AAAAAAAAAAAAAA' }],
    ['a signature without a payment', { razorpay_signature: 'f'.repeat(64) }],
  ])('with %s is refused', async (_, claim) => {
    const joiner = await aJoiner()
    const before = await countRows('payments')
    const confirmed = await app.call(
      contract.confirmPayment,
      { subscriptionId: joiner.subscriptionId, ...claim },
      { as: joiner.session },
    )
    expect(confirmed).toMatchObject({ status: 400, failure: { code: 'signature_wrong' } })
    expect(await statusOf(joiner.m2cSubscriptionId)).toBe('pending')
    expect(await countRows('payments')).toEqual(before)
  })

  test('naming another user and plan changes nothing: the session and our record decide', async () => {
    const joiner = await aJoiner()
    const paid = await sandbox.pay(joiner.subscriptionId)
    const confirmed = await app.call(
      contract.confirmPayment,
      { subscriptionId: joiner.subscriptionId, ...paid, userId: 'somebody', planId: 'something dearer' },
      { as: joiner.session },
    )
    expect(confirmed.body).toMatchObject({ status: 'active', m2cSubscriptionId: joiner.m2cSubscriptionId })
  })
})

describe('a webhook', () => {
  const body = JSON.stringify({ entity: 'event', event: 'subscription.charged', payload: {} })

  test.each([
    ['without a signature', () => null],
    ['with a wrong signature', () => 'a'.repeat(64)],
    ['signed with the API secret', () => hmacHex(app.platform.razorpay.keySecret, body)],
  ])('%s is refused and not stored', async (_, sign) => {
    const before = await countRows('provider_events')
    const signature = sign()
    const response = await sendWebhook(body, {
      ...(signature === null ? {} : { 'x-razorpay-signature': signature }),
      'x-razorpay-event-id': 'evt_forged',
    })
    expect(response.status).toBe(400)
    expect(await countRows('provider_events')).toEqual(before)
  })

  test('whose body was reserialized, though it means the same, is refused', async () => {
    const signature = hmacHex(app.platform.razorpay.webhookSecrets.current, body)
    const response = await sendWebhook(JSON.stringify(JSON.parse(body), null, 1), {
      'x-razorpay-signature': signature,
      'x-razorpay-event-id': 'evt_rewritten',
    })
    expect(response.status).toBe(400)
  })

  test('replayed by anyone who recorded it changes nothing', async () => {
    const joiner = await aJoiner()
    await sandbox.pay(joiner.subscriptionId)
    await sandbox.deliver()
    expect(await statusOf(joiner.m2cSubscriptionId)).toBe('active')
    const rows = await many(
      app.db,
      sql<{ eventId: string; body: Buffer }>`select event_id as "eventId", body from provider_events`,
    )
    const before = [
      await countRows('payments'),
      await countRows('ledger_transactions'),
      await countRows('provider_events'),
    ]
    for (const row of rows) {
      const response = await sendWebhook(row.body.toString('utf8'), {
        'x-razorpay-signature': hmacHex(app.platform.razorpay.webhookSecrets.current, row.body),
        'x-razorpay-event-id': row.eventId,
      })
      expect(response.status).toBe(200)
    }
    await app.drain()
    expect([
      await countRows('payments'),
      await countRows('ledger_transactions'),
      await countRows('provider_events'),
    ]).toEqual(before)
    expect(rows.length).toBeGreaterThan(1)
  })

  test('replayed under new event ids still books every payment once', async () => {
    const before = [await countRows('payments'), await countRows('ledger_transactions')]
    const rows = await many(app.db, sql<{ body: Buffer }>`select body from provider_events`)
    for (const [index, row] of rows.entries())
      await sendWebhook(row.body.toString('utf8'), {
        'x-razorpay-signature': hmacHex(app.platform.razorpay.webhookSecrets.current, row.body),
        'x-razorpay-event-id': `evt_replayed_${index}`,
      })
    await app.drain()
    expect([await countRows('payments'), await countRows('ledger_transactions')]).toEqual(before)
    const unapplied = await many(app.db, sql`select id from provider_events where applied_at is null`)
    expect(unapplied).toEqual([])
  })

  test('that is signed but makes no sense is stored, answered, and does no harm', async () => {
    const odd = JSON.stringify({ event: 'something.new', payload: { subscription: { entity: { id: 7 } } } })
    const response = await sendWebhook(odd, {
      'x-razorpay-signature': hmacHex(app.platform.razorpay.webhookSecrets.current, odd),
      'x-razorpay-event-id': 'evt_odd',
    })
    expect(response.status).toBe(200)
    await app.drain()
    const stored = await one(
      app.db,
      sql<{ name: string; isApplied: boolean }>`select name, applied_at is not null as "isApplied"
        from provider_events where event_id = 'evt_odd'`,
    )
    expect(stored).toEqual({ name: 'something.new', isApplied: true })
  })
})
