import { afterAll, beforeAll, expect, test } from 'vitest'

import { jobs } from '#server/app.ts'
import { aSession } from '#server/domains/accounts/testing.ts'
import { paymentJobs } from '#server/domains/payments/refunds/refund-jobs.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { productMetrics } from '#server/platform/http/metrics.ts'
import { enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { drainJobs } from '#server/platform/jobs/runner.ts'
import { aPayablePage } from '#server/testing/payable-page.ts'
import { type PaymentSandbox, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let sandbox: PaymentSandbox
/** The start of each of the reconciler's queries. */
const asked: Date[] = []

beforeAll(async () => {
  app = await startTestApp()
  sandbox = steerSandbox(app)
})
afterAll(() => app.close())

async function reconcile(): Promise<void> {
  const { razorpay } = app.platform
  const listRecentRefunds = (since: Date) => {
    asked.push(since)
    return razorpay.listRecentRefunds(since)
  }
  const job = paymentJobs.find(({ name }) => name === 'payments.reconcile-refunds') as Job
  await enqueue(app.db, job, {})
  await drainJobs({ ...app.platform, razorpay: { ...razorpay, listRecentRefunds } }, jobs)
}

test('a refund that cannot be booked is retried by its id, without querying further back', async () => {
  const page = await aPayablePage(app)
  const payment = await page.join()
  await sandbox.post('/knobs', { dropProbability: 1 })
  // Stands for any kind of trouble: the database rejects refunds of that amount.
  await run(
    app.db,
    sql`alter table refunds add constraint none_of_this check (amount_cents <> 113) not valid`,
  )
  for (const amountCents of [113, 200])
    await app.platform.razorpay.refundPayment(payment.providerPaymentId, {
      amountCents,
      notes: {},
      idempotencyKey: `dashboard-${payment.id}-${amountCents}`,
    })
  await reconcile()
  expect(await page.ownPayment()).toMatchObject({ refunded: 2 })
  expect(await productMetrics.metrics()).toContain('refunds_troubled{state="unbooked"} 1')
  await app.clock.advance(app.db, 30 * 86_400_000)
  await sandbox.post('/clock', { advanceSeconds: 30 * 86_400 })
  for (let turn = 0; turn < 2; turn += 1) await reconcile()
  const daysBack = (app.clock.now().getTime() - (asked.at(-1)?.getTime() ?? 0)) / 86_400_000
  expect(daysBack).toBeLessThan(3.1)
  expect(await productMetrics.metrics()).toContain('refunds_troubled{state="unbooked"} 1')
  await run(app.db, sql`alter table refunds drop constraint none_of_this`)
  for (let turn = 0; turn < 2; turn += 1) await reconcile()
  await sandbox.post('/knobs', { reset: true })
  page.members = await aSession(app.db, app.platform, page.member.id)
  expect(await page.ownPayment()).toMatchObject({ refunded: 3.13 })
  expect(await many(app.db, sql`select from unbooked_refunds`)).toEqual([])
  expect(await productMetrics.metrics()).toContain('refunds_troubled{state="unbooked"} 0')
})
