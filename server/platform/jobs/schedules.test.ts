import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { many, one, run, sql } from '../db/query.ts'
import type { Job } from './define-job.ts'
import { createSchedules, parseCron, type Schedules } from './schedules.ts'

const MINUTE_MS = 60_000

let app: TestApp

const eachMinute: Job = {
  name: 'test.each-minute',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '* * * * *',
  reachesOut: false,
  run: async () => undefined,
}
const never = { ...eachMinute, name: 'test.never', cron: '0 0 31 2 *' }
const onRequest = { ...eachMinute, name: 'test.on-request', cron: null }
const jobs = [eachMinute, never, onRequest]

beforeAll(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  await run(app.db, sql`delete from jobs`)
  await run(app.db, sql`delete from job_schedules`)
})
afterAll(() => app.close())

const lastRuns = sql<{ name: string; at: Date }>`select name, last_run as at from job_schedules`
const queued = sql<{
  key: string
  maxAttempts: number
  attempts: number
}>`select key, max_attempts as "maxAttempts", attempts
  from jobs`

/** The beginning of this minute, by the clock that PostgreSQL here shares with us. */
function thisMinute(): number {
  return Date.now() - (Date.now() % MINUTE_MS)
}

/** As on a node that was started so many minutes ago, and looks again now. */
async function lookAfter(minutes: number, untilMs = thisMinute()): Promise<Schedules> {
  const schedules = createSchedules(jobs)
  await schedules.queueDue(app.db, untilMs - minutes * MINUTE_MS)
  expect(await many(app.db, queued)).toEqual([])
  await schedules.queueDue(app.db, untilMs)
  return schedules
}

test('patterns say at which minutes, in UTC', () => {
  const at = (pattern: string, moment: string) => parseCron(pattern)(new Date(moment))
  const tuesday = '2026-03-17T03:20:00Z'
  for (const pattern of ['* * * * *', '20 3 * * *', '*/5 * * * *', '5,20 */3 17 3 2', '20 3 * * 2,3'])
    expect([pattern, at(pattern, tuesday)]).toEqual([pattern, true])
  for (const pattern of [
    '21 3 * * *',
    '*/7 * * * *',
    '20 4 * * *',
    '20 3 18 * *',
    '20 3 * 4 *',
    '20 3 * * 1',
  ])
    expect([pattern, at(pattern, tuesday)]).toEqual([pattern, false])
  for (const pattern of [
    '',
    '* * * *',
    '60 * * * *',
    '* * 0 * *',
    '1-5 * * * *',
    '*/0 * * * *',
    '@daily',
    '1, * * * *',
  ])
    expect(() => parseCron(pattern)).toThrow('cron pattern')
})

test('a regular job is queued once for its minute, whichever node is first', async () => {
  const untilMs = thisMinute()
  const nodes = [createSchedules(jobs), createSchedules(jobs), createSchedules(jobs)]
  for (const node of nodes) await node.queueDue(app.db, untilMs - MINUTE_MS)
  await Promise.all(nodes.map((node) => node.queueDue(app.db, untilMs)))
  for (const node of nodes) await node.queueDue(app.db, untilMs + 30_000)
  const expected = { key: 'cron:test.each-minute', maxAttempts: 3, attempts: 0 }
  expect(await many(app.db, queued)).toEqual([expected])
  expect(await many(app.db, lastRuns)).toEqual([{ name: 'test.each-minute', at: new Date(untilMs) }])
  // Done, it isn't queued again by a node that looks at the same minute later.
  await run(app.db, sql`delete from jobs`)
  await lookAfter(1, untilMs)
  expect(await many(app.db, queued)).toEqual([])
})

test('minutes that a node missed are made up for by one run', async () => {
  await lookAfter(50)
  expect(await many(app.db, queued)).toHaveLength(1)
})

test('a node that has just started leaves the minutes before it alone', async () => {
  await createSchedules(jobs).queueDue(app.db, thisMinute())
  expect(await many(app.db, queued)).toEqual([])
})

test('one that is to be tried again is replaced by the next', async () => {
  const schedules = await lookAfter(1)
  await run(app.db, sql`update jobs set attempts = 2, run_at = now() + interval '1 hour'`)
  await schedules.queueDue(app.db, thisMinute() + MINUTE_MS)
  expect(await many(app.db, queued)).toMatchObject([{ attempts: 0 }])
  const { isDue } = await one(app.db, sql<{ isDue: boolean }>`select run_at <= now() as "isDue" from jobs`)
  expect(isDue).toBe(true)
})

test('what ran at a moment to come, by a clock that was ahead, runs again from now on', async () => {
  await run(app.db, sql`insert into job_schedules values (${eachMinute.name}, now() + interval '1 day')`)
  await lookAfter(1)
  expect(await many(app.db, queued)).toHaveLength(1)
})

test('a node that saw a clock a day ahead goes on when it was set back', async () => {
  const schedules = await lookAfter(1, thisMinute() + 1440 * MINUTE_MS)
  await run(app.db, sql`delete from jobs`)
  await schedules.queueDue(app.db, thisMinute())
  await schedules.queueDue(app.db, thisMinute() + MINUTE_MS)
  expect(await many(app.db, queued)).toHaveLength(1)
})
