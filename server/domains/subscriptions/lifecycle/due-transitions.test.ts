import { afterAll, beforeAll, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans } from '../billing-testing.ts'
import { noticeDue } from '../events.ts'
import { aSubscription } from '../testing.ts'
import { makeDueTransitions } from './due-transitions.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('one membership that fails stops none of the others, and is retried', async () => {
  const { tipsy } = await aPageWithPlans(app)
  const graceIsOver = new Date(app.clock.now().getTime() - 8 * 86_400_000)
  const past = { status: 'past_due', accessUntil: graceIsOver } as const
  const ids: string[] = []
  for (let index = 0; index < 3; index += 1)
    ids.push((await aSubscription(app.db, (await aUser(app.db)).id, tipsy, past)).id)
  const [stuck = '', ...others] = ids
  await run(
    app.db,
    sql`create function refuse_stuck() returns trigger language plpgsql as $$ begin
      if new.id = ${sql.raw(`'${stuck}'`)} then raise exception 'stuck'; end if; return new; end $$`,
  )
  await run(
    app.db,
    sql`create trigger refuse_stuck before update on subscriptions for each row execute function refuse_stuck()`,
  )
  const statusOf = async (id: string) =>
    (
      await one(
        app.db,
        sql<{ status: string }>`select status::text as status from subscriptions where id = ${id}`,
      )
    ).status

  await enqueue(app.db, makeDueTransitions, {})
  await app.drain()
  expect(await Promise.all(others.map(statusOf))).toEqual(['paused', 'paused'])
  expect(await statusOf(stuck)).toBe('past_due')
  const { error } = await one(
    app.db,
    sql<{ error: string }>`select last_error as error from jobs
      where name = ${makeDueTransitions.name}`,
  )
  expect(error).toContain('Time could not pass: 1 failed')

  await run(app.db, sql`drop trigger refuse_stuck on subscriptions`)
  await run(app.db, sql`update jobs set run_at = now()`)
  await app.drain()
  expect(await statusOf(stuck)).toBe('paused')
})

test('members hear of a yearly renewal and of a card that expires once for each, whoever noted it', async () => {
  const { tipsy } = await aPageWithPlans(app)
  const { id } = await aSubscription(app.db, (await aUser(app.db)).id, tipsy, { status: 'active' })
  const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000)
  const set = (renewsAt: Date, cardExpiresAt: Date) =>
    run(
      app.db,
      sql`update subscriptions set interval = 'yearly', access_until = ${renewsAt}, card_expires_at = ${cardExpiresAt}
        where id = ${id}`,
    )
  const pass = async () => {
    await enqueue(app.db, makeDueTransitions, {})
    await app.drain()
    return one(
      app.db,
      sql<{ notices: string; told: number; isMarked: boolean }>`select
          (select string_agg(kind, ' ' order by about, kind) from subscription_notices where subscription_id = s.id) as notices,
          (select count(*)::integer from events where name = ${noticeDue.name} and payload->>'subscriptionId' = s.id::text) as told,
          (renewal_noticed_for = access_until and card_noticed_for = card_expires_at) is true as "isMarked"
        from subscriptions s where id = ${id}`,
    )
  }
  await set(inDays(15), inDays(31))
  expect(await pass()).toEqual({ notices: null, told: 0, isMarked: false })
  await set(inDays(13), inDays(29))
  const once = { notices: 'renewal_ahead card_expiring', told: 2, isMarked: true }
  expect(await pass()).toEqual(once)
  expect(await pass()).toEqual(once)
  // As the release before left it.
  await run(
    app.db,
    sql`update subscriptions set renewal_noticed_for = null, card_noticed_for = null where id = ${id}`,
  )
  expect(await pass()).toEqual(once)
  // Another renewal, and another card.
  await set(inDays(12), inDays(28))
  expect(await pass()).toMatchObject({ told: 4, isMarked: true })
})
