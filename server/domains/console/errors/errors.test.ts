import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { listErrors, resolveError } from '#contract/console/error-routes.ts'
import { getUserPayments } from '#contract/payments/routes.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { noteError } from '#server/platform/errors/note-error.ts'
import { type SeenError, writeSeenErrors } from '#server/platform/errors/queries.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { drainJobs } from '#server/platform/jobs/runner.ts'
import { aPayablePage } from '#server/testing/payable-page.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { forgetErrors } from './forget-errors.ts'

const DAY_MS = 86_400_000
const WORDS = 'for Ravi Menon <ravi@example.org>'

let app: TestApp
let operator: TestSession

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
  operator = (await aStaffMember(app, 'operator')).session
})
beforeEach(async () => {
  await app.platform.writeBehind.flush()
  await run(app.db, sql`delete from errors_seen`)
})
afterAll(() => app.close())

async function listed(state: 'open' | 'resolved' = 'open') {
  await app.platform.writeBehind.flush()
  return (await app.call(listErrors, { state }, { as: operator })).body
}

function note(error: unknown, place = 'GET /api/somewhere') {
  noteError(app.platform, error, { source: 'request', place, reference: newId(app.clock.now()) })
}

function aTypeError(): Error {
  return new TypeError(`Nothing could be read ${WORDS}\n    at secret (/srv/server/secret-${WORDS}.ts:1:1)`)
}

const failing: Job = {
  name: 'test.fail',
  maxAttempts: 25,
  cron: null,
  reachesOut: false,
  payload: z.object({}),
  run: () => Promise.reject(aTypeError()),
}

describe('an error that nobody expected', () => {
  test('of a request is listed with its route, its kind and its place in the code', async () => {
    const page = await aPayablePage(app)
    await run(app.db, sql`alter table payments rename to payments_elsewhere`)
    try {
      const answer = await app.call(getUserPayments, {}, { as: page.members })
      expect(answer.status).toBe(500)
    } finally {
      await run(app.db, sql`alter table payments_elsewhere rename to payments`)
    }
    const [group, ...others] = await listed()
    expect(others).toEqual([])
    expect(group).toMatchObject({
      source: 'request',
      place: 'GET /api/payment/getUserPayments',
      // PostgreSQL's code for a table that isn't there.
      kind: 'error 42P01',
      count: 1,
      resolvedAt: null,
    })
    expect(group?.reference).toMatch(/^[0-9a-f-]{36}$/)
    expect(group?.frames[0]).toMatch(/^server\/[\w/-]+\.ts:\d+/)
  })

  test('of a job is counted at each attempt', async () => {
    await enqueue(app.db, failing, {})
    await drainJobs(app.platform, [failing])
    await run(app.db, sql`update jobs set run_at = now()`)
    await drainJobs(app.platform, [failing])
    await run(app.db, sql`delete from jobs`)
    const groups = await listed()
    expect(groups).toMatchObject([
      { source: 'job', place: 'test.fail', kind: 'TypeError', count: 2, reference: null },
    ])
  })

  test('leaves nothing that somebody wrote', async () => {
    note(aTypeError())
    note(
      Object.assign(new Error(WORDS, { cause: new Error(WORDS) }), {
        name: WORDS,
        code: WORDS,
        detail: WORDS,
      }),
    )
    note(WORDS)
    expect(await listed()).toHaveLength(3)
    const rows = await many(app.db, sql<{ row: string }>`select e::text as row from errors_seen e`)
    expect(rows.map(({ row }) => row).join('\n')).not.toMatch(/ravi|menon|secret/i)
  })
})

test('errors of one kind at one place are one group, whose newest one is shown', async () => {
  for (let index = 0; index < 25; index += 1) note(aTypeError(), `GET /api/${index % 2}`)
  await app.platform.writeBehind.flush()
  for (let index = 0; index < 5; index += 1) note(aTypeError(), 'GET /api/0')
  const counts = (await listed()).map(({ place, count }) => [place, count])
  expect(counts).toEqual([
    ['GET /api/0', 18],
    ['GET /api/1', 12],
  ])
})

test('one that was resolved comes back when it happens again', async () => {
  note(aTypeError())
  const [group] = await listed()
  const errorId = group?._id ?? ''
  expect((await app.call(resolveError, { errorId }, { as: operator })).status).toBe(200)
  expect(await listed()).toEqual([])
  expect((await listed('resolved')).map(({ _id }) => _id)).toEqual([errorId])
  const { action } = await one(
    app.db,
    sql<{ action: string }>`select action from audit_log order by position desc limit 1`,
  )
  expect(action).toBe('resolve-error')
  const again = await app.call(resolveError, { errorId }, { as: operator })
  expect([again.status, again.failure.code]).toEqual([404, 'error_not_found'])

  await app.clock.advance(app.db, 1000)
  note(aTypeError())
  expect(await listed()).toMatchObject([{ _id: errorId, count: 2, resolvedAt: null }])
})

test('a failure with a new face each time makes 500 groups a day, and known ones are still counted', async () => {
  const at = app.clock.now()
  const faces = Array.from({ length: 700 }, (_, index): SeenError => {
    const described = { kind: 'Error', frames: [], reference: null, release: '1.0.0', at }
    return { id: newId(at), fingerprint: `face ${index}`, source: 'job', place: `${index}`, ...described }
  })
  await writeSeenErrors(app.db, faces.slice(0, 300))
  await writeSeenErrors(app.db, faces)
  const counts = await many(
    app.db,
    sql<{ count: number; groups: number }>`select count, count(*)::integer as groups from errors_seen
      group by count order by count`,
  )
  expect(counts).toEqual([
    { count: 1, groups: 200 },
    { count: 2, groups: 300 },
  ])
})

test('what hasn’t happened for 90 days is forgotten', async () => {
  note(aTypeError())
  await app.platform.writeBehind.flush()
  await run(
    app.db,
    sql`update errors_seen set last_seen_at = ${new Date(app.clock.now().getTime() - 91 * DAY_MS)}`,
  )
  note(aTypeError(), 'GET /api/newer')
  await app.platform.writeBehind.flush()
  await enqueue(app.db, forgetErrors, {})
  await app.drain()
  expect((await listed()).map(({ place }) => place)).toEqual(['GET /api/newer'])
})

test('the list goes on where it ended', async () => {
  for (let index = 0; index < 3; index += 1) {
    note(aTypeError(), `GET /api/${index}`)
    await app.clock.advance(app.db, 1000)
  }
  await app.platform.writeBehind.flush()
  const first = (await app.call(listErrors, { limit: 2 }, { as: operator })).body
  const rest = await app.call(listErrors, { limit: 2, cursor: first[1]?._id ?? '' }, { as: operator })
  expect([...first, ...rest.body].map(({ place }) => place)).toEqual([
    'GET /api/2',
    'GET /api/1',
    'GET /api/0',
  ])
})
