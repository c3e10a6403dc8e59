import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { many, run, sql } from '#server/platform/db/query.ts'
import { type InTransaction, transactionsOf } from '#server/platform/db/transaction.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'
import { aPayablePage } from '#server/testing/payable-page.ts'
import { steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { subscriptionJobs } from '../jobs.ts'

/** More than two batches. */
const OVERDUE = 1100
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  steerSandbox(app)
  await (await aPayablePage(app)).join()
  await app.drain()
})
afterEach(async () => {
  await run(app.db, sql`delete from jobs`)
})
afterAll(() => app.close())

async function reconcile(inTransaction: InTransaction = transactionsOf(app.db)): Promise<void> {
  const job = subscriptionJobs.find(({ name }) => name === 'subscriptions.reconcile') as Job
  const signal = AbortSignal.timeout(60_000)
  await job.run(inTransaction, {}, { platform: app.platform, now: new Date(), signal })
}

async function overdueMembers(): Promise<void> {
  await run(
    app.db,
    sql`with people as (
        insert into users (id, name, username, email, status, created_at, email_verified_at)
        select gen_random_uuid(), 'Member ' || n, 'member-' || n, 'member-' || n || '@example.org', 'active', now(), now()
        from generate_series(1, ${OVERDUE}) n returning id)
      insert into subscriptions (id, member_id, creator_id, plan_id, plan_version_id, interval, price_cents, currency,
        status, provider_subscription_id, access_until, created_at)
      select gen_random_uuid(), people.id, s.creator_id, s.plan_id, s.plan_version_id, s.interval, s.price_cents,
        s.currency, 'active', 'sub_' || replace(people.id::text, '-', ''), now() - interval '1 hour', s.created_at
      from people, subscriptions s`,
  )
}

const expected = () =>
  many(
    app.db,
    sql<{ key: string }>`select 'sync:' || provider_subscription_id as key from subscriptions
      where status = 'active' and access_until < now() order by 1`,
  )
const queued = () =>
  many(
    app.db,
    sql<{
      key: string
    }>`select key from jobs where name = 'subscriptions.sync' order by 1`,
  )

test.each([
  { status: 'paused', endedAgo: '1 hour', isAsked: true },
  { status: 'paused', endedAgo: '71 hours', isAsked: true },
  { status: 'paused', endedAgo: '73 hours', isAsked: false },
  { status: 'paused', endedAgo: '-1 hour', isAsked: false },
  { status: 'active', endedAgo: '1 hour', isAsked: true },
  { status: 'past_due', endedAgo: '40 days', isAsked: true },
  { status: 'active', endedAgo: '-1 hour', isAsked: false },
  { status: 'canceled', endedAgo: '1 hour', isAsked: false },
])('the provider is asked about a membership that is $status since $endedAgo: $isAsked', async (given) => {
  const { status, endedAgo, isAsked } = given
  await app.db.transaction().execute(async (db) => {
    // When it began stays as it was written; here it began long ago.
    await run(db, sql`set local session_replication_role = replica`)
    await run(
      db,
      sql`update subscriptions set status = ${status}, access_until = now() - ${endedAgo}::interval, created_at = now() - interval '90 days'`,
    )
  })
  await reconcile()
  expect((await queued()).length).toBe(isAsked ? 1 : 0)
})

test('more overdue renewals than fit in one transaction are asked about in several, each once', async () => {
  await overdueMembers()
  const inTransaction = transactionsOf(app.db)
  const sizes: number[] = []
  const counting: InTransaction = async (work) => {
    const before = (await queued()).length
    const result = await inTransaction(work)
    sizes.push((await queued()).length - before)
    return result
  }
  for (let turn = 0; turn < 2; turn += 1) await reconcile(counting)
  expect(await queued()).toEqual(await expected())
  expect((await queued()).length).toBe(OVERDUE)
  expect(Math.max(...sizes)).toBe(500)
})
