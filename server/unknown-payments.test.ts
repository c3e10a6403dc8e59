import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { getMoneyChecks } from '#contract/console/money-routes.ts'
import { WEBHOOK_PATH } from '#contract/inbox/routes.ts'
import { checkMoney } from '#server/domains/console/money/check-money.ts'
import { getBalanceAt } from '#server/domains/payouts/balances.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { reconcilePayments } from '#server/domains/subscriptions/provider-sync/reconcile-payments.ts'
import { one, sql } from '#server/platform/db/query.ts'
import { newSuffix } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { hmacHex } from '#server/platform/secrets.ts'

import { aPayablePage, type PayablePage } from './testing/payable-page.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/* Somebody has the webhook secret, and tells of payments that were never made. */

const DAY_SECONDS = 86_400

let app: TestApp
let page: PayablePage

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
})
afterAll(() => app.close())
afterEach(() => vi.restoreAllMocks())

beforeEach(async () => {
  page = await aPayablePage(app)
  await page.join()
  await reconcile()
})

async function reconcile(): Promise<void> {
  await enqueue(app.db, reconcilePayments, {})
  await app.drain()
}

const nowSeconds = () => Math.floor(app.clock.now().getTime() / 1000)

/** A webhook with the right signature for a charge of the member, as the provider would send it. */
async function tellCharge(given: { id?: string; amount?: number; agoSeconds?: number; days?: number } = {}) {
  const { id = `pay_${newSuffix()}`, amount = 500_000, agoSeconds = 0, days = 60 } = given
  const { providerId } = await one(
    app.db,
    sql<{ providerId: string }>`select provider_subscription_id as "providerId" from subscriptions
      where member_id = ${page.member.id}`,
  )
  const start = nowSeconds() - agoSeconds
  const payment = { id, amount, currency: 'USD', status: 'captured', created_at: start }
  const subscription = {
    id: providerId,
    plan_id: `plan_${newSuffix()}`,
    status: 'active',
    current_start: start,
    current_end: nowSeconds() + days * DAY_SECONDS,
    paid_count: 2,
  }
  const body = JSON.stringify({
    entity: 'event',
    event: 'subscription.charged',
    created_at: nowSeconds(),
    payload: { payment: { entity: payment }, subscription: { entity: subscription } },
  })
  const answer = await fetch(`${app.baseUrl}${WEBHOOK_PATH}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': hmacHex(app.platform.razorpay.webhookSecrets.current, body),
      'x-razorpay-event-id': `evt_${id}`,
    },
    body,
  })
  expect(answer.status).toBe(200)
  await app.drain()
  const { isBooked } = await one(
    app.db,
    sql<{ isBooked: boolean }>`select exists (select from payments where provider_payment_id = ${id}
      and amount_cents = ${amount}) as "isBooked"`,
  )
  expect(isBooked).toBe(true)
  return payment
}

async function balance(afterDays = 0) {
  const at = new Date(app.clock.now().getTime() + afterDays * DAY_SECONDS * 1000)
  const { availableMinor, pendingMinor, reservedMinor } = await getBalanceAt(app.db, page.creator.id, at)
  return { availableMinor, pendingMinor, reservedMinor }
}

async function findings(): Promise<string[]> {
  await checkMoney((work) => work(app.db), app.clock.now())
  const { session } = await aStaffMember(app, 'finance')
  const { checks } = (await app.call(getMoneyChecks, {}, { as: session })).body
  return checks
    .flatMap((check) => check.findings)
    .filter(({ problem }) => problem === 'unknown-payment')
    .map(({ subject }) => subject)
}

/** Of $9.99, a tenth is the platform's. */
const REAL = { availableMinor: 899, pendingMinor: 0, reservedMinor: 0 }

describe('a payment that a signed webhook tells of, and the provider does not know', () => {
  test.each([
    ['made just now', {}],
    ['made a month ago, so that nothing is pending', { agoSeconds: 30 * DAY_SECONDS }],
    ['of a year', { agoSeconds: 8 * DAY_SECONDS, days: 357 }],
  ])('%s: is in the console, and in no balance', async (_, given) => {
    const { id } = await tellCharge(given)
    // Before the provider is asked, too, nothing of it can leave.
    expect((await balance()).availableMinor).toBeLessThanOrEqual(0)
    await reconcile()
    expect(await findings()).toContain(id)
    expect(await balance(8)).toEqual(REAL)
    expect(await balance(40)).toEqual(REAL)
    expect(await balance()).toEqual({ availableMinor: 0, pendingMinor: 899, reservedMinor: 0 })
  })

  test('is in the balance once it is known', async () => {
    const payment = await tellCharge()
    await reconcile()
    expect(await findings()).toContain(payment.id)
    vi.spyOn(app.platform.razorpay, 'getPayment').mockResolvedValue(payment)
    await reconcile()
    expect(await findings()).not.toContain(payment.id)
    // What is above the agreed price goes back.
    expect((await balance()).pendingMinor).toBe(899 + 899)
  })

  test('stays out of it while the provider knows it only for another amount', async () => {
    const payment = await tellCharge()
    vi.spyOn(app.platform.razorpay, 'getPayment').mockResolvedValue({ ...payment, amount: 500 })
    await reconcile()
    expect(await findings()).toContain(payment.id)
    expect(await balance(8)).toEqual(REAL)
  })

  test('holds up nothing: others are confirmed beside it', async () => {
    await tellCharge()
    const other = await aPayablePage(app)
    await other.join()
    await reconcile()
    const { waiting } = await one(
      app.db,
      sql<{ waiting: number }>`select count(*)::integer as waiting from unconfirmed_payments u
        join payments p on p.id = u.payment_id where p.creator_id = ${other.creator.id}`,
    )
    expect(waiting).toBe(0)
  })
})
