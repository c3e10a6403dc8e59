import { afterAll, beforeAll, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPageWithPlans } from '../billing-testing.ts'
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
    sql<{ error: string }>`select last_error as error from graphile_worker.jobs
      where task_identifier = ${makeDueTransitions.name}`,
  )
  expect(error).toContain('Time could not pass: 1 failed')

  await run(app.db, sql`drop trigger refuse_stuck on subscriptions`)
  await run(app.db, sql`update graphile_worker._private_jobs set run_at = now()`)
  await app.drain()
  expect(await statusOf(stuck)).toBe('paused')
})
