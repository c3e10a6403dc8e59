import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { many, one, run, sql } from '../db/query.ts'
import { enqueue, enqueueEach, enqueueKeyed, type Job } from './define-job.ts'
import { cronItems, drainJobs, type JobRunner, startJobs } from './runner.ts'

let app: TestApp
let runner: JobRunner | null = null
const ran: string[] = []
let letGo: () => void = () => {}

// Not made by `defineJob`: the app would miss their declaration.
const properties = { formerName: null, maxAttempts: 25, cron: null, reachesOut: false }
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
  run: () => new Promise<void>((resolve) => (letGo = resolve)),
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
  await run(app.db, sql`delete from graphile_worker._private_jobs`)
})
afterAll(() => app.close())

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(50)
}

function lockedJobs() {
  return many(
    app.db,
    sql<{ lockedBy: string; attempts: number }>`select locked_by as "lockedBy", attempts
      from graphile_worker._private_jobs where locked_at is not null`,
  )
}

test('a job queued before its type was renamed still runs', async () => {
  await enqueue(app.db, note, { word: 'kept' })
  const renamed = { ...note, name: 'test.remark', formerName: 'test.note' }
  await enqueue(app.db, renamed, { word: 'new' })
  await drainJobs(app.platform, [renamed] as Job[])
  expect(ran).toEqual(['kept', 'new'])
})

// Up to four are added one by one, more in one statement.
test.each([1, 4, 5, 12])(
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
    >`select payload ->> 'word' as word, queue_name, identifier, priority, max_attempts,
      run_at > now() + interval '50 seconds' as is_later
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id`
    expect(await many(app.db, queued)).toEqual(
      words.map((word) => ({
        word,
        queue_name: isLater.queue,
        identifier: named.name,
        priority: 1,
        max_attempts: 25,
        is_later: true,
      })),
    )
    await run(app.db, sql`update graphile_worker._private_jobs set run_at = now()`)
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
    sql`create trigger take_long before update on graphile_worker._private_jobs
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
    const [job] = await lockedJobs()
    await run(app.db, sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`)
    await until(async () => {
      const row = await one(
        app.db,
        sql<{ beats: number }>`select count(*)::integer as beats from job_workers
          where worker_id = ${job?.lockedBy} and seen_at > now() - interval '2 seconds'`,
      )
      return row.beats === 1
    })
    // Two beats later it still has the job.
    await sleep(6500)
    expect(await lockedJobs()).toEqual([{ lockedBy: job?.lockedBy, attempts: 1 }])
  })

  test('loses its jobs to the others when it is killed', async () => {
    await enqueue(app.db, note, { word: 'left behind' })
    await run(
      app.db,
      sql`update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - interval '16 seconds',
        attempts = 1`,
    )
    runner = await startJobs(app.platform, jobs)
    await until(() => Promise.resolve(ran.includes('left behind')))
  })
})

describe('the database refuses, once, to remove a finished job', () => {
  async function refuseOnce(code: string): Promise<void> {
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
      sql`create trigger test_refuse before delete on graphile_worker._private_jobs
          for each row execute function test_refuse()`,
    )
  }
  afterEach(async () => {
    await run(app.db, sql`drop function test_refuse cascade`)
    await run(app.db, sql`drop sequence test_refusals`)
  })

  test('workers that end because of it are started again, and their finished jobs run again', async () => {
    await refuseOnce('P0001')
    runner = await startJobs(app.platform, jobs)
    await enqueue(app.db, note, { word: 'refused' })
    await until(() => Promise.resolve(ran.length === 1))
    await enqueue(app.db, note, { word: 'after it' })
    await until(() => Promise.resolve(ran.includes('after it')))
    // A minute later: a living worker says so within three seconds.
    await run(app.db, sql`update job_workers set seen_at = now() - interval '1 minute'`)
    await run(
      app.db,
      sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'
        where locked_at is not null`,
    )
    await until(() => Promise.resolve(ran.filter((word) => word === 'refused').length === 2))
  })

  test('a deadlock ends no worker: the removal is retried', async () => {
    await refuseOnce('40P01')
    runner = await startJobs(app.platform, jobs)
    await enqueue(app.db, note, { word: 'once' })
    await until(async () => {
      const { left } = await one(
        app.db,
        sql<{ left: number }>`select count(*)::integer as left from graphile_worker._private_jobs`,
      )
      return left === 0
    })
    expect(ran).toEqual(['once'])
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
      `update graphile_worker._private_jobs set locked_by = 'worker', locked_at = now() where key = 'race'`,
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
    await drainJobs(app.platform, jobs)
    expect(ran).toEqual(['news'])
  })
})

test('many jobs with keys are queued at once; those that wait already, or were given up, are queued anew', async () => {
  await enqueue(app.db, note, { word: 'old a' }, { key: 'a' })
  await enqueue(app.db, note, { word: 'old b' }, { key: 'b' })
  await run(app.db, sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'b'`)
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

test('a job that starts automatically is tried as often as it says, and waits only once', () => {
  const nightly = { ...wait, name: 'test.nightly', cron: '20 3 * * *', maxAttempts: 3 }
  expect(cronItems([...jobs, nightly] as Job[])).toMatchObject([
    { task: 'test.nightly', options: { maxAttempts: 3, jobKey: 'cron:test.nightly' } },
  ])
})
