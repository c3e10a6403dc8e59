import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import * as contract from '#contract/subscriptions/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { type PaymentSandbox, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { waitFor } from '#server/testing/wait-for.ts'

import { subscriptionJobs } from '../jobs.ts'

let app: TestApp
let sandbox: PaymentSandbox
let plan: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  sandbox = steerSandbox(app)
  const creator = await aCreator(app.db, (await aUser(app.db)).id)
  plan = await aPlan(app.db, creator.id, { priceCents: 900 })
})
afterAll(() => app.close())
beforeEach(() => vi.restoreAllMocks())

async function joinAndPay(): Promise<{ id: string; providerId: string }> {
  const user = await aUser(app.db)
  const session = await aSession(app.db, app.platform, user.id)
  const { body } = await app.call(contract.createRazorpaySubscription, { planId: plan.id }, { as: session })
  await sandbox.pay(body.subscriptionId)
  await sandbox.post('/drain')
  return { id: body.m2cSubscriptionId, providerId: body.subscriptionId }
}

function standOf(id: string) {
  return one(
    app.db,
    sql<{ status: string; paidCount: number; payments: number }>`select status, paid_count as "paidCount",
        (select count(*)::integer from payments where subscription_id = s.id) as payments
      from subscriptions s where id = ${id}`,
  )
}

function waitingEvents() {
  return many(app.db, sql`select from provider_events where applied_at is null`)
}

describe('webhooks of one subscription', () => {
  test('of a charge say enough: the provider is not queried', async () => {
    const { id } = await joinAndPay()
    const asked = [
      vi.spyOn(app.platform.razorpay, 'getSubscription'),
      // The event about the payment alone comes last, when it is already booked.
      vi.spyOn(app.platform.razorpay, 'getInvoice'),
    ]
    expect((await waitingEvents()).length).toBeGreaterThan(4)
    await app.drain()
    expect(await waitingEvents()).toEqual([])
    expect(await standOf(id)).toEqual({ status: 'active', paidCount: 1, payments: 1 })
    for (const call of asked) expect(call).not.toHaveBeenCalled()
  })

  test('of failures wait together until the provider can be reached, and cause one query', async () => {
    const { id, providerId } = await joinAndPay()
    await app.drain()
    vi.spyOn(app.platform.razorpay, 'getSubscription').mockRejectedValue(new Error('The provider is down'))
    for (let failure = 0; failure < 3; failure += 1)
      await sandbox.post(`/subscriptions/${providerId}/charge`, { outcome: 'failure' })
    await sandbox.post('/drain')
    await app.drain()
    expect(await standOf(id)).toMatchObject({ status: 'active' })
    expect((await waitingEvents()).length).toBe(6)
    vi.restoreAllMocks()
    const asked = vi.spyOn(app.platform.razorpay, 'getSubscription')
    // A failed job is put back a moment after the drain ends.
    await waitFor(async () => {
      await run(app.db, sql`update jobs set run_at = now()`)
      await app.drain()
      expect(await waitingEvents()).toEqual([])
    })
    expect(await standOf(id)).toMatchObject({ status: 'past_due' })
    // Once for the event that names the subscription, once for those that name the failed payments' invoice.
    expect(asked).toHaveBeenCalledTimes(2)
  })

  test('are applied even if the job that was to do it is gone', async () => {
    const { id } = await joinAndPay()
    await run(app.db, sql`delete from jobs`)
    await run(app.db, sql`update provider_events set received_at = received_at - interval '20 minutes'`)
    const reconcile = subscriptionJobs.find(({ name }) => name === 'subscriptions.reconcile') as Job
    await enqueue(app.db, reconcile, {})
    await app.drain()
    expect(await waitingEvents()).toEqual([])
    expect(await standOf(id)).toEqual({ status: 'active', paidCount: 1, payments: 1 })
  })

  test('count a period once more only when it was paid, whichever reports it first', async () => {
    const { id, providerId } = await joinAndPay()
    await app.drain()
    await sandbox.post(`/subscriptions/${providerId}/charge`, { outcome: 'success' })
    await sandbox.post('/drain')
    // invoice.paid does not say how many periods were paid.
    const held = sql`update provider_events set subject = 'held:' || subject
      where applied_at is null and name <> 'invoice.paid'`
    await run(app.db, held)
    await app.drain()
    expect(await standOf(id)).toMatchObject({ payments: 2 })
    await run(
      app.db,
      sql`update provider_events set subject = substr(subject, 6) where subject like 'held:%'`,
    )
    await run(app.db, sql`update provider_events set received_at = received_at - interval '20 minutes'`)
    const reconcile = subscriptionJobs.find(({ name }) => name === 'subscriptions.reconcile') as Job
    await enqueue(app.db, reconcile, {})
    await app.drain()
    expect(await waitingEvents()).toEqual([])
    expect(await standOf(id)).toEqual({ status: 'active', paidCount: 2, payments: 2 })
  })
})
