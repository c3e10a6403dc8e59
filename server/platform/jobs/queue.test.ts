import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { many, one, run, sql } from '../db/query.ts'
import { claimJobs, endLeases, storeOutcomes } from './claims.ts'
import { enqueue, enqueueEach, enqueueKeyed, type Job } from './define-job.ts'
import { drainJobs, type JobRunner, startJobs } from './runner.ts'

let app: TestApp
let runner: JobRunner | null = null
const ran: string[] = []
let letGo: () => void = () => {}

// Not made by `defineJob`: the app would miss their declaration.
const properties = { maxAttempts: 25, cron: null, reachesOut: false }
const note: Job<{ word: string }> = {
  ...properties,
  name: 'test.note',
  payload: z.object({ word: z.string() }),
  run: async (_, { word }) => void ran.push(word),
}
const wait: Job<Record<string, never>> = {
  ...properties,
  name: 'test.wait',
  payload: z.object({}),
  run: () =>
    new Promise<void>((resolve) => {
      const before = letGo
      letGo = () => (before(), resolve())
    }),
}
const jobs = [note, wait] as Job[]

beforeAll(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  letGo()
  await runner?.stop()
  runner = null
  ran.length = 0
  await run(app.db, sql`delete from jobs`)
})
afterAll(() => app.close())

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(50)
}

function lockedJobs() {
  return many(
    app.db,
    sql<{ lease: string; attempts: number }>`select lease, attempts from jobs where locked_until is not null`,
  )
}

async function jobsLeft(): Promise<number> {
  return (await one(app.db, sql<{ left: number }>`select count(*)::integer as left from jobs`)).left
}

test.each([1, 12])(
  '%d jobs that are queued together are in their order and their queue, and run',
  async (count) => {
    const isLater = { queue: `test ${count}`, isBehind: true, delayMs: 60_000 }
    const words = Array.from({ length: count }, (_, index) => `word ${index}`)
    const named = { ...note, name: `test.note of ${count}` }
    await enqueueEach(
      app.db,
      named,
      words.map((word) => ({ word })),
      isLater,
    )
    const queued = sql<
      Record<string, unknown>
    >`select payload ->> 'word' as word, queue, name, priority, max_attempts,
      run_at > now() + interval '50 seconds' as is_later from jobs order by id`
    expect(await many(app.db, queued)).toEqual(
      words.map((word) => ({
        word,
        queue: isLater.queue,
        name: named.name,
        priority: 1,
        max_attempts: 25,
        is_later: true,
      })),
    )
    await run(app.db, sql`update jobs set run_at = now()`)
    await drainJobs(app.platform, [named] as Job[])
    expect(ran.toSorted()).toEqual(words.toSorted())
  },
)

test('a drain says whether anything was due', async () => {
  await enqueue(app.db, note, { word: 'later' }, { delayMs: 3_600_000 })
  expect(await drainJobs(app.platform, jobs)).toBe(false)
  await enqueue(app.db, note, { word: 'due' })
  expect(await drainJobs(app.platform, jobs)).toBe(true)
  expect(ran).toEqual(['due'])
})

test('a drained queue has stored what became of its jobs, however long the database takes', async () => {
  const fail = { ...note, name: 'test.fail', run: () => Promise.reject(new Error('not today')) }
  await run(
    app.db,
    sql`create function take_long() returns trigger language plpgsql
      as $$ begin perform pg_sleep(0.3); return new; end $$`,
  )
  await run(
    app.db,
    sql`create trigger take_long before update on jobs
      for each row when (new.last_error is not null) execute function take_long()`,
  )
  try {
    await enqueue(app.db, fail, { word: 'late' })
    await drainJobs(app.platform, [fail] as Job[])
    expect(await lockedJobs()).toEqual([])
  } finally {
    await run(app.db, sql`drop function take_long cascade`)
  }
})

describe('a worker', () => {
  test('keeps a job while it lives, however long it takes', async () => {
    runner = await startJobs(app.platform, jobs)
    await enqueue(app.db, wait, {})
    await until(async () => (await lockedJobs()).length === 1)
    const before = await lockedJobs()
    await run(app.db, sql`update jobs set locked_until = now() + interval '4 seconds'`)
    await sleep(6500)
    expect(await lockedJobs()).toEqual(before)
    expect(before).toMatchObject([{ attempts: 1 }])
  })

  test('loses its jobs to the others when it is killed', async () => {
    await enqueue(app.db, note, { word: 'left behind' })
    await claimJobs(app.db, [note.name], 1)
    await run(app.db, sql`update jobs set locked_until = now() - interval '1 second'`)
    runner = await startJobs(app.platform, jobs)
    await until(() => Promise.resolve(ran.includes('left behind')))
    await until(async () => (await jobsLeft()) === 0)
  })

  test('that has lost a job to another doesn’t end it', async () => {
    await enqueue(app.db, note, { word: 'taken over' })
    const [lost] = await claimJobs(app.db, [note.name], 1)
    if (!lost) throw new Error('Nothing was claimed')
    await run(app.db, sql`update jobs set locked_until = now() - interval '1 second'`)
    await endLeases(app.db)
    const [taken] = await claimJobs(app.db, [note.name], 1)
    await storeOutcomes(app.db, [{ job: lost, error: null }])
    await storeOutcomes(app.db, [{ job: lost, error: 'cut off' }])
    expect(await lockedJobs()).toEqual([{ lease: taken?.lease, attempts: 2 }])
  })

  test('that stops finishes what runs, and gives back what it has not begun', async () => {
    for (let each = 0; each < 6; each += 1) await enqueue(app.db, wait, {})
    const stopped = await startJobs(app.platform, jobs)
    await until(async () => (await lockedJobs()).length === 6)
    const stopping = stopped.stop()
    await until(async () => (await lockedJobs()).length === 4)
    letGo()
    await stopping
    expect(await lockedJobs()).toEqual([])
    const left = sql<{ attempts: number }>`select attempts from jobs`
    expect(await many(app.db, left)).toEqual([{ attempts: 0 }, { attempts: 0 }])
  })
})

test.each(['40P01', 'P0001'])(
  'when the database refuses, once, to remove a finished job (%s), it is removed later, and runs once',
  async (code) => {
    await run(app.db, sql`create sequence test_refusals`)
    await run(
      app.db,
      sql`create function test_refuse() returns trigger language plpgsql as $$ begin
          if nextval('test_refusals') = 1 then raise exception 'not now' using errcode = ${sql.lit(code)}; end if;
          return old;
        end $$`,
    )
    await run(
      app.db,
      sql`create trigger test_refuse before delete on jobs for each row execute function test_refuse()`,
    )
    try {
      runner = await startJobs(app.platform, jobs)
      await enqueue(app.db, note, { word: 'once' })
      await until(async () => (await jobsLeft()) === 0)
      expect(ran).toEqual(['once'])
    } finally {
      await run(app.db, sql`drop function test_refuse cascade`)
      await run(app.db, sql`drop sequence test_refusals`)
    }
  },
)

test('a job that fails waits longer after each attempt, and stays after the last', async () => {
  const fail = { ...note, name: 'test.fail', maxAttempts: 3, run: () => Promise.reject(new Error('no \0')) }
  await enqueue(app.db, fail, { word: 'never' })
  const waits: number[] = []
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect(await drainJobs(app.platform, [fail] as Job[])).toBe(true)
    const { seconds } = await one(
      app.db,
      sql<{ seconds: number }>`select extract(epoch from run_at - now())::float8 as seconds from jobs`,
    )
    waits.push(seconds)
    await run(app.db, sql`update jobs set run_at = now()`)
  }
  for (const [index, seconds] of waits.entries()) {
    expect(seconds).toBeLessThanOrEqual(Math.exp(index + 1))
    expect(seconds).toBeGreaterThan(Math.exp(index + 1) - 2)
  }
  expect(await drainJobs(app.platform, [fail] as Job[])).toBe(false)
  const rows = sql`select attempts, last_error as error, locked_until as until from jobs`
  expect(await many(app.db, rows)).toEqual([{ attempts: 3, error: 'no ', until: null }])
})

describe('jobs of a queue', () => {
  const others = sql<{ id: number }>`select id from jobs where locked_until is not null`

  test('run one at a time, the oldest first, whoever claims them', async () => {
    const words = ['first', 'second', 'third'].map((word) => ({ word }))
    await enqueueEach(app.db, note, words, { queue: 'serial' })
    await enqueue(app.db, note, { word: 'beside' })
    const claims = await Promise.all([1, 2, 3].map(() => claimJobs(app.db, [note.name], 8)))
    expect(claims.flat().map(({ payload }) => payload)).toHaveLength(2)
    expect(claims.flat()).toContainEqual(expect.objectContaining({ payload: { word: 'first' } }))
    expect(await many(app.db, others)).toHaveLength(2)
    await storeOutcomes(
      app.db,
      claims.flat().map((job) => ({ job, error: null })),
    )
    await drainJobs(app.platform, jobs, 4)
    expect(ran).toEqual(['second', 'third'])
  })

  test('don’t wait for one that is tried again later, or was given up', async () => {
    const words = ['fails', 'is given up', 'goes on'].map((word) => ({ word }))
    await enqueueEach(app.db, note, words, { queue: 'serial' })
    await run(
      app.db,
      sql`update jobs set run_at = now() + interval '1 hour' where payload ->> 'word' = 'fails'`,
    )
    await run(app.db, sql`update jobs set attempts = max_attempts where payload ->> 'word' = 'is given up'`)
    await drainJobs(app.platform, jobs)
    expect(ran).toEqual(['goes on'])
  })
})

describe.each([
  ['alone', (word: string, key: string) => enqueue(app.db, note, { word }, { key })],
  ['with others', (word: string, key: string) => enqueueKeyed(app.db, note, [{ key, payload: { word } }])],
] as const)('a job with a key, queued %s,', (_, queue) => {
  test('exists once, however often it is queued, with the latest payload', async () => {
    await queue('first', 'once')
    await queue('second', 'once')
    await drainJobs(app.platform, jobs)
    expect(ran).toEqual(['second'])
  })

  test('is queued again when a worker takes it at that very moment', async () => {
    await queue('taken', 'race')
    const worker = await app.platform.database.pool.connect()
    await worker.query('begin')
    await worker.query(
      `update jobs set lease = gen_random_uuid(), locked_until = now() + interval '1 minute' where key = 'race'`,
    )
    const asked = queue('news', 'race')
    // By now it waits for the worker's row.
    await until(async () => {
      const row = await one(
        app.db,
        sql<{ waiting: number }>`select count(*)::integer as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return row.waiting > 0
    })
    await worker.query('commit')
    worker.release()
    await asked
    // Not while the other one runs.
    await drainJobs(app.platform, jobs)
    expect(ran).toEqual([])
    await run(app.db, sql`delete from jobs where locked_until is not null`)
    await drainJobs(app.platform, jobs)
    expect(ran).toEqual(['news'])
  })

  test('is not tried again when it was queued anew while it ran', async () => {
    await queue('old', 'anew')
    const [old] = await claimJobs(app.db, [note.name], 1)
    if (!old) throw new Error('Nothing was claimed')
    await queue('new', 'anew')
    await storeOutcomes(app.db, [{ job: old, error: 'it failed' }])
    await drainJobs(app.platform, jobs)
    expect([ran, await jobsLeft()]).toEqual([['new'], 0])
  })

  test('that was given up and is queued anew has all its attempts', async () => {
    await queue('old', 'given up')
    await run(app.db, sql`update jobs set attempts = max_attempts, last_error = 'no'`)
    await queue('new', 'given up')
    const rows = sql`select attempts, last_error as error, payload from jobs`
    expect(await many(app.db, rows)).toEqual([{ attempts: 0, error: null, payload: { word: 'new' } }])
  })
})

test('a job keeps its place, unless it is between two attempts', async () => {
  const waitOf = () =>
    one(
      app.db,
      sql<{
        minutes: number
      }>`select round(extract(epoch from run_at - now()) / 60)::integer as minutes from jobs`,
    )
  const options = { key: 'place', keepsPlace: true }
  await enqueue(app.db, note, { word: 'first' }, { ...options, delayMs: 60_000 })
  await enqueue(app.db, note, { word: 'second' }, { ...options, delayMs: 600_000 })
  expect(await waitOf()).toEqual({ minutes: 1 })
  await run(app.db, sql`update jobs set attempts = 1`)
  await enqueue(app.db, note, { word: 'third' }, { ...options, delayMs: 600_000 })
  expect(await waitOf()).toEqual({ minutes: 10 })
  await enqueue(app.db, note, { word: 'fourth' }, { key: 'place', delayMs: 120_000 })
  expect(await waitOf()).toEqual({ minutes: 2 })
})

test('many jobs with keys are queued at once; those that wait already, or were given up, are queued anew', async () => {
  await enqueue(app.db, note, { word: 'old a' }, { key: 'a' })
  await enqueue(app.db, note, { word: 'old b' }, { key: 'b' })
  await run(app.db, sql`update jobs set attempts = max_attempts where key = 'b'`)
  const keyed = ['d', 'b', 'a', 'c'].map((key) => ({ key, payload: { word: key } }))
  await enqueueKeyed(app.db, note, keyed)
  await enqueueKeyed(app.db, note, [])
  await drainJobs(app.platform, jobs)
  expect(ran.toSorted()).toEqual(['a', 'b', 'c', 'd'])
})

test('a job that runs behind everything else waits for it', async () => {
  await enqueue(app.db, note, { word: 'late' }, { isBehind: true })
  await enqueue(app.db, note, { word: 'soon' })
  await drainJobs(app.platform, jobs)
  expect(ran).toEqual(['soon', 'late'])
})
