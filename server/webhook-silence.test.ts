import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { WEBHOOK_PATH } from '#contract/inbox/routes.ts'
import { createRazorpaySubscription } from '#contract/subscriptions/routes.ts'
import { jobs } from '#server/app.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { productMetrics } from '#server/platform/http/metrics.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { type PaymentSandbox, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

const OPERATOR = 'payments@cheers.example'
const HOUR = 3600
/** Jobs that run automatically every quarter of an hour, or every hour. */
const RECONCILERS = [
  'subscriptions.reconcile',
  'subscriptions.reconcile-payments',
  'payments.reconcile-refunds',
  'payments.reconcile-disputes',
]

let app: TestApp
let sandbox: PaymentSandbox

beforeAll(async () => {
  app = await startTestApp({ OPERATOR_EMAIL: OPERATOR })
})
afterAll(() => app.close())

beforeEach(async () => {
  sandbox = steerSandbox(app)
  await sandbox.post('/webhook', { enabled: true })
  for (const table of ['provider_differences', 'provider_events', 'webhook_silences'])
    await run(app.db, sql`delete from ${sql.table(table)}`)
})

/** A user joins a page of their own choice and pays; their browser never tells us. */
async function join(): Promise<{ id: string; providerId: string; paymentId: string }> {
  const creator = await aCreator(app.db, (await aUser(app.db)).id)
  const plan = await aPlan(app.db, creator.id, { name: 'Tipsy', priceCents: 1000 })
  const session = await aSession(app.db, app.platform, (await aUser(app.db)).id)
  const { body } = await app.call(createRazorpaySubscription, { planId: plan.id }, { as: session })
  const paid = await sandbox.pay(body.subscriptionId)
  await sandbox.deliver()
  return {
    id: body.m2cSubscriptionId,
    providerId: body.subscriptionId,
    paymentId: paid.razorpay_payment_id,
  }
}

async function pass(hours: number): Promise<void> {
  await app.clock.advance(app.db, hours * HOUR * 1000)
  await sandbox.post('/clock', { advanceSeconds: hours * HOUR })
  await sandbox.deliver()
}

async function start(...names: string[]): Promise<void> {
  for (const job of jobs.filter(({ name }) => names.includes(name))) await enqueue(app.db, job, {})
  // The findings of one job are the next one's questions.
  for (let round = 0; round < 2; round += 1) await app.drain()
}

/** Hours in which only our own jobs do anything. */
async function live(hours: number): Promise<void> {
  for (let passed = 0; passed < hours; passed += 4) {
    await pass(4)
    await start(...RECONCILERS)
    await start('inbox.watch-webhooks')
  }
}

const alarms = async () =>
  (await app.mails(OPERATOR)).filter(({ subject }) => subject.startsWith('The payment provider '))
const isSilent = async () => /^webhook_silent (\d)$/m.exec(await productMetrics.metrics())?.[1] === '1'

/** The provider's records, and our bookings of them. */
async function whatIsKnown() {
  const { payments, refunds, disputes } = (await sandbox.get('/state')) as Record<
    string,
    Record<string, { id: string; isCaptured?: boolean }>
  >
  const idsOf = async (query: ReturnType<typeof sql<{ id: string }>>) =>
    (await many(app.db, query)).map(({ id }) => id).toSorted()
  const captured = Object.values(payments ?? {}).filter(({ isCaptured }) => isCaptured)
  return {
    provider: {
      payments: captured.map(({ id }) => id).toSorted(),
      refunds: Object.keys(refunds ?? {}).toSorted(),
      disputes: Object.keys(disputes ?? {}).toSorted(),
    },
    ours: {
      payments: await idsOf(sql`select provider_payment_id as id from payments`),
      refunds: await idsOf(sql`select provider_refund_id as id from refunds`),
      disputes: await idsOf(sql`select provider_dispute_id as id from disputes`),
    },
  }
}

test('a webhook that is switched off for two days loses nothing, and the operator is notified once', async () => {
  const renewing = await join()
  const disputed = await join()
  await pass(30 * 24 - 24)
  // Our address leads nowhere for a day: the provider disables the webhook.
  const { url } = await sandbox.get('/webhook')
  await sandbox.post('/webhook', { url: 'http://127.0.0.1:9/nowhere' })
  const refunded = await join()
  const first = await join()
  await live(28)
  expect(await sandbox.get('/webhook')).toMatchObject({ enabled: false })
  await app.platform.razorpay.refundPayment(refunded.paymentId, {
    amountCents: 1000,
    notes: {},
    idempotencyKey: `dashboard-${refunded.paymentId}`,
  })
  await sandbox.post(`/payments/${disputed.paymentId}/dispute`)
  const second = await join()
  await live(48)
  const { provider, ours } = await whatIsKnown()
  expect(ours).toEqual(provider)
  // Two first payments that were reported, three that weren't, and at least one renewal.
  expect(ours.payments.length).toBeGreaterThanOrEqual(6)
  const statuses = await many(
    app.db,
    sql<{ id: string; status: string }>`select id, status from subscriptions
      where id = any(${[renewing.id, refunded.id, first.id, second.id]}::uuid[])`,
  )
  expect(new Map(statuses.map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [renewing.id, 'active'],
      [refunded.id, 'canceled'],
      [first.id, 'active'],
      [second.id, 'active'],
    ]),
  )
  expect(await alarms()).toHaveLength(1)
  expect((await alarms())[0]?.text).toContain(`${app.platform.config.publicUrl}${WEBHOOK_PATH}`)
  expect(await isSilent()).toBe(true)

  await sandbox.post('/webhook', { url: String(url), enabled: true })
  await join()
  await live(8)
  expect(await isSilent()).toBe(false)
  expect(await alarms()).toHaveLength(1)

  // Another silence is reported again.
  await sandbox.post('/webhook', { enabled: false })
  await pass(1)
  await join()
  await live(12)
  expect(await alarms()).toHaveLength(2)
}, 300_000)

test('days without any events are no silence', async () => {
  await join()
  const before = (await alarms()).length
  await live(72)
  expect(await alarms()).toHaveLength(before)
  expect(await isSilent()).toBe(false)
})

test('a webhook that never came, because its secret is wrong, is a silence as well', async () => {
  const before = (await alarms()).length
  const isSigned = app.platform.razorpay.webhookSecrets.current
  await sandbox.post('/webhook', { secret: 'another secret than ours, by mistake' })
  await join()
  await live(12)
  await sandbox.post('/webhook', { secret: isSigned })
  const told = await alarms()
  expect(told).toHaveLength(before + 1)
  expect(told.some(({ text }) => text.includes('No webhook has arrived from Razorpay so far'))).toBe(true)
})
