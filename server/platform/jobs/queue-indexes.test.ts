import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { many, run, sql } from '../db/query.ts'
import { migrateJobs } from './runner.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ours = () =>
  many(
    app.db,
    sql<{
      name: string
      isValid: boolean
      oid: number
    }>`select c.relname as name, i.indisvalid as "isValid", c.oid::integer as oid
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'graphile_worker._private_jobs'::regclass and c.relname like 'cheers%' order by 1`,
  )
const migrateAgain = () => migrateJobs(app.platform.database, app.platform.log)

test('each state of a job has an index, which is built once, and anew where a crash left it half built', async () => {
  const built = await ours()
  expect(built.map(({ name, isValid }) => ({ name, isValid }))).toEqual(
    ['failed', 'retrying', 'running', 'waiting'].map((state) => ({
      name: `cheers_jobs_${state}`,
      isValid: true,
    })),
  )
  await migrateAgain()
  expect(await ours()).toEqual(built)

  await run(
    app.db,
    sql`update pg_index set indisvalid = false where indexrelid = 'graphile_worker.cheers_jobs_failed'::regclass`,
  )
  await run(app.db, sql`drop index graphile_worker.cheers_jobs_running`)
  // As nodes that start at once.
  await Promise.all([migrateAgain(), migrateAgain(), migrateAgain()])
  const again = await ours()
  expect(again.map(({ name, isValid }) => ({ name, isValid }))).toEqual(
    built.map(({ name, isValid }) => ({ name, isValid })),
  )
  const kept = (list: typeof built) => list.filter(({ name }) => /retrying|waiting/.test(name))
  expect(kept(again)).toEqual(kept(built))
  expect(again.find(({ name }) => name.endsWith('failed'))?.oid).not.toBe(
    built.find(({ name }) => name.endsWith('failed'))?.oid,
  )
})
