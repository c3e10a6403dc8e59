import { afterAll, beforeAll, expect, test } from 'vitest'

import { applyEvent, dropJob, listEvents, listJobs, retryJob } from '#contract/console/job-routes.ts'
import { JOB_STATES } from '#contract/console/rules.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { aFailedJob, aWaitingEvent } from '#server/testing/money-desk-inputs.ts'
import { aPayablePage } from '#server/testing/payable-page.ts'
import { steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

let app: TestApp
let operator: TestSession
let finance: TestSession

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
  steerSandbox(app)
  operator = (await aStaffMember(app, 'operator')).session
  finance = (await aStaffMember(app, 'finance')).session
})
afterAll(() => app.close())

const reason = 'The provider answers again'
const queued = async (jobId: string) => (await many(app.db, jobRow(jobId)))[0] ?? null
const jobRow = (jobId: string) =>
  sql<{ attempts: number }>`select attempts from jobs where id = ${jobId}::bigint`
const audited = () =>
  one(
    app.db,
    sql<{
      action: string
      subjectKind: string
      reason: string | null
    }>`select action, subject_kind as "subjectKind",
        reason from audit_log order by position desc limit 1`,
  )

test('a job that was given up is listed with its error, and runs again with all its attempts', async () => {
  const jobId = await aFailedJob(app)
  const failed = (await app.call(listJobs, {}, { as: operator })).body
  expect(failed.find(({ _id }) => _id === jobId)).toMatchObject({
    name: 'payments.reconcile-disputes',
    state: 'failed',
    attempts: 1,
    lastError: 'Razorpay did not answer',
    payload: '{}',
  })
  expect((await app.call(retryJob, { jobId, reason }, { as: finance })).status).toBe(200)
  expect(await queued(jobId)).toEqual({ attempts: 0 })
  expect(await audited()).toEqual({ action: 'retry-job', subjectKind: 'job', reason })
  await app.drain()
  expect(await queued(jobId)).toBeNull()
  const gone = await app.call(retryJob, { jobId, reason }, { as: operator })
  expect([gone.status, gone.failure.code]).toEqual([404, 'job_not_found'])
})

test('a job that is dropped leaves the queue undone', async () => {
  const jobId = await aFailedJob(app)
  expect((await app.call(dropJob, { jobId, reason }, { as: operator })).status).toBe(200)
  expect(await queued(jobId)).toBeNull()
  expect((await audited()).action).toBe('drop-job')
})

test('a running job is left alone', async () => {
  const jobId = await aFailedJob(app)
  await run(
    app.db,
    sql`update jobs set locked_until = now() + interval '15 seconds', attempts = 0
      where id = ${jobId}::bigint`,
  )
  for (const act of [retryJob, dropJob]) {
    const answer = await app.call(act, { jobId, reason }, { as: operator })
    expect([answer.status, answer.failure.code]).toEqual([409, 'job_running'])
  }
  const running = (await app.call(listJobs, { state: 'running' }, { as: operator })).body
  expect(running.map(({ _id }) => _id)).toContain(jobId)
  await run(app.db, sql`delete from jobs`)
})

test('finance sees the jobs about money alone, and the list goes on where it ended', async () => {
  const { id } = await one(
    app.db,
    sql<{
      id: string
    }>`insert into jobs (name) values ('accounts.sweep-secrets') returning id::text as id`,
  )
  const own = [await aFailedJob(app), await aFailedJob(app), await aFailedJob(app)]
  const others = (await app.call(listJobs, { state: 'waiting' }, { as: finance })).body
  expect(others.map(({ _id }) => _id)).not.toContain(id)
  expect((await app.call(dropJob, { jobId: id, reason }, { as: finance })).status).toBe(404)
  expect(
    (await app.call(listJobs, { state: 'waiting' }, { as: operator })).body.map(({ _id }) => _id),
  ).toContain(id)
  const first = (await app.call(listJobs, { limit: 2 }, { as: finance })).body
  expect(first.map(({ _id }) => _id)).toEqual([own[2], own[1]])
  const rest = (await app.call(listJobs, { limit: 2, cursor: first[1]?._id ?? '' }, { as: finance })).body
  expect(rest.map(({ _id }) => _id)).toEqual([own[0]])
  await run(app.db, sql`delete from jobs`)
})

test('every job is in the list of one state, and lists of several kinds go on where they ended', async () => {
  const changes = {
    waiting: 'locked_until = null, attempts = 0',
    retrying: 'locked_until = null, attempts = max_attempts - 1',
    failed: 'locked_until = null, attempts = max_attempts',
    running: 'locked_until = now(), attempts = max_attempts',
  }
  const expected: Record<string, string[]> = {}
  for (let turn = 0; turn < 3; turn += 1)
    for (const [state, change] of Object.entries(changes))
      for (const name of ['payments.first', 'payments.second']) {
        const { id } = await one(
          app.db,
          sql<{
            id: string
          }>`insert into jobs (name, max_attempts) values (${name}, 3) returning id::text as id`,
        )
        await run(app.db, sql`update jobs set ${sql.raw(change)} where id = ${id}::bigint`)
        expected[state] = [id, ...(expected[state] ?? [])]
      }
  for (const state of JOB_STATES) {
    const listed: string[] = []
    for (;;) {
      const cursor = listed.at(-1)
      const { body } = await app.call(
        listJobs,
        { state, limit: 4, ...(cursor !== undefined && { cursor }) },
        { as: operator },
      )
      expect(body.map((job) => job.state)).toEqual(body.map(() => state))
      listed.push(...body.map(({ _id }) => _id))
      if (body.length < 4) break
    }
    expect(listed).toEqual(expected[state])
  }
  await run(app.db, sql`delete from jobs`)
})

test('a webhook that waits is applied by hand, once however often that is asked', async () => {
  const page = await aPayablePage(app)
  await page.join()
  const counts = () =>
    one(app.db, sql<{ payments: number }>`select count(*)::integer as payments from ledger_transactions`)
  const before = await counts()
  // As if its job had been lost.
  await run(app.db, sql`update provider_events set applied_at = null`)
  await run(app.db, sql`delete from jobs`)
  const waiting = (await app.call(listEvents, { unapplied: true }, { as: finance })).body
  expect(waiting.length).toBeGreaterThan(0)
  for (const { _id } of [...waiting, ...waiting])
    expect((await app.call(applyEvent, { eventId: _id }, { as: finance })).status).toBe(200)
  expect(await audited()).toEqual({ action: 'apply-event', subjectKind: 'event', reason: null })
  await app.drain()
  expect((await app.call(listEvents, { unapplied: true }, { as: finance })).body).toEqual([])
  expect(await counts()).toEqual(before)
})

test('a webhook that says nothing readable is closed, and stays in the list', async () => {
  const eventId = await aWaitingEvent(app)
  await app.call(applyEvent, { eventId }, { as: operator })
  await app.drain()
  const [latest] = (await app.call(listEvents, { limit: 1 }, { as: operator })).body
  expect(latest).toMatchObject({ _id: eventId, name: 'payment.captured' })
  expect(latest?.appliedAt).not.toBeNull()
  const unknown = await app.call(
    applyEvent,
    { eventId: '01920000-0000-7000-8000-00000000ffff' },
    { as: operator },
  )
  expect([unknown.status, unknown.failure.code]).toEqual([404, 'event_not_found'])
})
