import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { updateUser } from '#contract/accounts/routes.ts'
import { aSignedInUser } from '#server/domains/accounts/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

let app: TestApp
let session: TestSession

beforeAll(async () => {
  app = await startTestApp()
  session = (await aSignedInUser(app)).session
  // As PostgreSQL says it when it can't make a table's file longer.
  await run(
    app.db,
    sql`create function no_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`,
  )
})
afterAll(async () => {
  vi.restoreAllMocks()
  await app.close()
})

async function readiness(path: string) {
  const answer = await fetch(app.baseUrl + path)
  return [answer.status, await answer.json()]
}

const save = () => app.call(updateUser, { name: 'Asha', username: 'asha-of-madurai' }, { as: session })

describe("when the database's disk is full", () => {
  beforeAll(() =>
    run(app.db, sql`create trigger no_room before update on users for each row execute function no_room()`),
  )
  afterAll(() => run(app.db, sql`drop trigger no_room on users`))

  test('whoever writes is told that there is no room, and /readyz says so', async () => {
    expect(await readiness('/readyz')).toEqual([200, { status: 'ok' }])
    expect(await save()).toMatchObject({ status: 507, failure: { code: 'storage_full' } })
    expect(await readiness('/readyz')).toEqual([503, { status: 'storage full' }])
  })

  test('balancers still find nodes, because people can read', async () => {
    expect(await readiness('/readyz?except=store')).toEqual([200, { status: 'ok' }])
  })
})

test('a minute after the last refusal a node is ready again', async () => {
  const sixtySecondsLater = performance.now() + 60_001
  vi.spyOn(performance, 'now').mockReturnValue(sixtySecondsLater)
  expect(await readiness('/readyz')).toEqual([200, { status: 'ok' }])
  vi.restoreAllMocks()
  expect((await save()).status).toBe(200)
})
