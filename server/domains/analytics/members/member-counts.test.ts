import { afterAll, beforeAll, expect, test } from 'vitest'

import { getMemberCounts, getMembers, type MemberState } from '#contract/analytics/member-routes.ts'
import { MEMBER_STATES } from '#contract/analytics/rules.ts'
import { GRACE_DAYS } from '#contract/site/policy.ts'
import { subscriptionStatus } from '#contract/subscriptions/engine/status.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000

let app: TestApp
let owner: TestSession
let plan: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  const { id } = await aUser(app.db)
  plan = await aPlan(app.db, (await aCreator(app.db, id)).id)
  owner = await aSession(app.db, app.platform, id)
})
afterAll(() => app.close())

const later = (days: number, ms = 0) => new Date(app.clock.now().getTime() + days * DAY_MS + ms)

/** As their list has them, one by one. */
async function countListed(): Promise<Record<MemberState, number>> {
  const counts = { active: 0, ending: 0, grace: 0, paused: 0, past: 0 }
  let cursor: string | undefined
  for (;;) {
    const { body } = await app.call(getMembers, { limit: 50, ...(cursor && { cursor }) }, { as: owner })
    for (const { state } of body) counts[state] += 1
    cursor = body.at(-1)?._id
    if (cursor === undefined) return counts
  }
}

test('members are counted as they are listed, whatever their status, and as time goes by', async () => {
  const moments = [-GRACE_DAYS - 1, -GRACE_DAYS, -1, 0, 1].flatMap((days) => [later(days), later(days, 1)])
  for (const status of subscriptionStatus.options)
    for (const cancelAtPeriodEnd of [false, true])
      for (const accessUntil of [null, ...moments])
        await aSubscription(app.db, (await aUser(app.db)).id, plan, {
          status,
          cancelAtPeriodEnd,
          accessUntil,
        })

  for (const days of [0, 1, GRACE_DAYS - 1, 2]) {
    await app.clock.advance(app.db, days * DAY_MS)
    const { body } = await app.call(getMemberCounts, {}, { as: owner })
    expect(body).toEqual(await countListed())
    if (days === 0) for (const state of MEMBER_STATES) expect(body[state]).toBeGreaterThan(0)
  }
})

test('of a member’s memberships the newest that was paid for counts, in whichever order they were paid', async () => {
  const { id: memberId } = await aUser(app.db)
  const ended = { status: 'canceled', accessUntil: null } as const
  const made = (days: number) => aSubscription(app.db, memberId, plan, { ...ended, now: later(days) })
  const [first, second, third] = [await made(-9), await made(-8), await made(-7)]
  const pay = (id: string, until: Date | null) =>
    run(app.db, sql`update subscriptions set access_until = ${until} where id = ${id}`)
  const marked = async () =>
    (
      await many(
        app.db,
        sql<{ hasNewer: boolean }>`select has_newer as "hasNewer" from subscriptions
          where member_id = ${memberId} order by id`,
      )
    ).map(({ hasNewer }) => hasNewer)

  expect(await marked()).toEqual([false, false, false])
  await pay(second.id, later(1))
  expect(await marked()).toEqual([true, false, false])
  await pay(first.id, later(1))
  expect(await marked()).toEqual([true, false, false])
  await pay(third.id, later(1))
  expect(await marked()).toEqual([true, true, false])
  await pay(third.id, null)
  expect(await marked()).toEqual([true, false, false])
  await pay(second.id, null)
  expect(await marked()).toEqual([false, false, false])
  expect(await kept()).toEqual(await there())
})

/** What is kept of the page. */
const kept = () =>
  many(
    app.db,
    sql`select status, cancel_at_period_end, sum(members)::integer as members from member_counts
      where creator_id = ${plan.creatorId} group by 1, 2 having sum(members) <> 0
    union all select 'of plan', null, sum(payers)::integer from payer_counts where plan_id = ${plan.id}
    order by 1, 2`,
  )
const there = () =>
  many(
    app.db,
    sql`select status, cancel_at_period_end, count(*)::integer as members from subscriptions
      where creator_id = ${plan.creatorId} and access_until is not null and not has_newer group by 1, 2
    union all select 'of plan', null, count(*)::integer from subscriptions
      where plan_id = ${plan.id} and status in ('active', 'past_due')
    order by 1, 2`,
  )

test('what is kept of a page follows each change of a membership, and a renewal changes nothing', async () => {
  const { id } = await aSubscription(app.db, (await aUser(app.db)).id, plan)
  const change = (changes: ReturnType<typeof sql>) =>
    run(app.db, sql`update subscriptions set ${changes} where id = ${id}`)
  const rows = () =>
    many(app.db, sql`select ctid, xmin from member_counts where creator_id = ${plan.creatorId} order by 1`)
  const before = await rows()
  await change(sql`access_until = access_until + interval '1 month', paid_count = paid_count + 1`)
  expect(await rows()).toEqual(before)
  for (const changes of [
    sql`status = 'past_due'`,
    sql`status = 'active', cancel_at_period_end = true`,
    sql`status = 'canceled'`,
    sql`access_until = null`,
    sql`access_until = now(), status = 'paused', cancel_at_period_end = false`,
  ]) {
    await change(changes)
    expect(await kept()).toEqual(await there())
  }
  expect(await rows()).not.toEqual(before)
  await run(app.db, sql`delete from subscriptions where id = ${id}`)
  expect(await kept()).toEqual(await there())
})

test('who joins waits for nobody, and the rows of those who did at once are one again after the next', async () => {
  const join = async (db: typeof app.db) => aSubscription(db, (await aUser(app.db)).id, plan)
  await app.db.transaction().execute(async (transaction) => {
    await join(transaction)
    // This one has not waited for the other, which is not over.
    await join(app.db)
  })
  expect(await kept()).toEqual(await there())
  await join(app.db)
  expect(await kept()).toEqual(await there())
  const { length } = await many(
    app.db,
    sql`select from member_counts where creator_id = ${plan.creatorId} and status = 'active' and not cancel_at_period_end`,
  )
  expect(length).toBe(1)
  expect(await many(app.db, sql`select from payer_counts where plan_id = ${plan.id}`)).toHaveLength(1)
})

/** What `count` people who join in one statement cost: rows of the counts that are written, and memberships that are read. */
function costOfJoining(count: number): Promise<{ written: number; read: number }> {
  return app.db.transaction().execute(async (transaction) => {
    // What the connection did before is among them until its statistics are sent.
    const soFar = () =>
      one(
        transaction,
        sql<{ written: number; read: number }>`select
            (sum(n_tup_ins + n_tup_del) filter (where relname <> 'subscriptions'))::integer as written,
            (sum(seq_tup_read + idx_tup_fetch) filter (where relname = 'subscriptions'))::integer as read
          from pg_stat_xact_user_tables where relname in ('subscriptions', 'member_counts', 'payer_counts')`,
      )
    const before = await soFar()
    await run(
      transaction,
      sql`with made as (
          insert into users (id, name, username, email, age_confirmed_at, created_at)
          select id, 'Member', 'joins-' || right(id::text, 12), id || '@example.com', now(), now()
          from (select uuidv7() as id from generate_series(1, ${count}::integer)) new returning id)
        insert into subscriptions (id, member_id, creator_id, plan_id, plan_version_id, interval, price_cents, currency, status,
          access_until, created_at)
        select uuidv7(), made.id, ${plan.creatorId}, ${plan.id}, ${plan.versionId}, 'monthly', 999, 'USD', 'active',
          now() + interval '20 days', now()
        from made`,
    )
    const after = await soFar()
    return { written: after.written - before.written, read: after.read - before.read }
  })
}

test('people who join together cost the counts as much as one, and each looks at their own memberships alone', async () => {
  await costOfJoining(1)
  const { written } = await costOfJoining(1)
  expect(await costOfJoining(1000)).toEqual({ written, read: 1000 })
  expect(await kept()).toEqual(await there())
})
