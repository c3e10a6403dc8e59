import { afterAll, beforeAll, expect, test } from 'vitest'

import { aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { type Db, many, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans } from './billing-testing.ts'
import { lockToHold, lockToRelease } from './holds/hold-queries.ts'
import { lockLiveSubscriptionsBetween, lockLiveSubscriptionsOf } from './lifecycle/account-closure-queries.ts'
import type { SubscriptionRow } from './queries.ts'
import { aSubscription } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Held {
  id: string
  member: BuiltUser
  owner: BuiltUser
}

const suspendMember = (db: Db, { member }: Held) =>
  run(db, sql`update users set status = 'suspended' where id = ${member.id}`)

/** Each way to lock, and what must be true for it. */
const LOCKS: Record<
  string,
  {
    prepare?: (db: Db, held: Held) => Promise<unknown>
    lock: (db: Db, held: Held) => Promise<SubscriptionRow | null | SubscriptionRow[]>
  }
> = {
  'of a member who leaves': { lock: (db, { member }) => lockLiveSubscriptionsOf(db, member.id) },
  'of two who are parted': {
    lock: (db, { member, owner }) => lockLiveSubscriptionsBetween(db, owner.id, member.id),
  },
  'to hold': { prepare: suspendMember, lock: (db, { id }) => lockToHold(db, id) },
  'to release': {
    prepare: (db, { id }) => run(db, sql`update subscriptions set held_at = now() where id = ${id}`),
    lock: (db, { id }) => lockToRelease(db, id),
  },
}

async function someoneWaits(): Promise<void> {
  await expect
    .poll(async () =>
      many(
        app.db,
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    )
    .toHaveLength(1)
}

test.each(Object.keys(LOCKS))(
  'a lock that waits while the plan changes finds the row with its new plan: %s',
  async (name) => {
    const { prepare, lock } = LOCKS[name] ?? {}
    if (!lock) throw new Error(`${name} is not there`)
    const { owner, tipsy, drunk } = await aPageWithPlans(app)
    const member = await aUser(app.db)
    const held = { ...(await aSubscription(app.db, member.id, tipsy)), member, owner }
    await prepare?.(app.db, held)
    let waiting: ReturnType<typeof lock> | undefined
    await app.db.transaction().execute(async (db) => {
      await run(
        db,
        sql`update subscriptions set plan_id = ${drunk.id}, plan_version_id = ${drunk.versionId} where id = ${held.id}`,
      )
      waiting = app.db.transaction().execute((other) => lock(other, held))
      await someoneWaits()
    })
    const found = await waiting
    const rows = Array.isArray(found) ? found : [found]
    expect(rows.map((row) => row?.planName)).toEqual(['Drunk'])
  },
)
