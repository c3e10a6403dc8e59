import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import * as insights from '#contract/analytics/insight-routes.ts'
import * as creators from '#contract/creators/routes.ts'
import { getTransparency } from '#contract/enforcement/transparency-routes.ts'
import type { Route } from '#contract/http/route.ts'
import { postFailures } from '#contract/posts/failures.ts'
import { listTopics, search } from '#contract/posts/search-routes.ts'

import { implementations } from './app.ts'
import { aSession, aUser } from './domains/accounts/testing.ts'
import { aCreator } from './domains/creators/testing.ts'
import { aPlan } from './domains/plans/testing.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/db/open.ts'
import { type Db, one, run, sql } from './platform/db/query.ts'
import { openReplica, type Replica } from './platform/db/replica.ts'
import { Failure } from './platform/failure.ts'
import { createLog } from './platform/log.ts'
import { findFreePort } from './testing/free-port.ts'
import { startTestApp, type TestApp, type TestSession } from './testing/test-app.ts'

let app: TestApp
let replica: Replica
let owner: TestSession
const log = createLog({ isProduction: false, level: 'silent' })

beforeAll(async () => {
  app = await startTestApp({}, undefined, { hasReplica: true })
  const found = app.platform.database.replica
  if (!found) throw new Error('There is no replica')
  replica = found
  const { id } = await aUser(app.db)
  const creator = await aCreator(app.db, id, { pageName: 'Harbour Letters' })
  await aPlan(app.db, creator.id)
  owner = await aSession(app.db, app.platform, id)
  await until(() => replica.isUsed())
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app.close())

async function until(isSo: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + 20_000
  while (!isSo()) {
    if (Date.now() > giveUpAt) throw new Error('Waited in vain')
    await sleep(50)
  }
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`
const RANGE = { from: '2026-01-01', to: '2026-01-31' }

/** Whoever adds one: could anybody miss what they have just done? Does it say who may do what, or what money there is? */
const FROM_A_COPY: { route: Route; input: object; whom: 'for everyone' | 'for visitors' }[] = [
  { route: creators.getCreators, input: {}, whom: 'for visitors' },
  { route: search, input: { q: 'harbour' }, whom: 'for visitors' },
  { route: listTopics, input: {}, whom: 'for everyone' },
  { route: getTransparency, input: {}, whom: 'for everyone' },
  { route: insights.getInsights, input: { ...RANGE, currency: 'USD' }, whom: 'for everyone' },
  { route: insights.getMovements, input: { ...RANGE, currency: 'USD' }, whom: 'for everyone' },
  { route: insights.getCohorts, input: { currency: 'USD' }, whom: 'for everyone' },
  { route: insights.getVisitors, input: RANGE, whom: 'for everyone' },
  { route: insights.getPostInsights, input: {}, whom: 'for everyone' },
  { route: insights.getInsightsFile, input: { ...RANGE, currency: 'USD' }, whom: 'for everyone' },
]

test('these calls are answered by a copy of the database, and no others', () => {
  const found = implementations.flatMap(({ route, options }) =>
    options.mayLag ? [`${nameOf(route)} ${options.mayLag}`] : [],
  )
  expect(found.toSorted()).toEqual(
    FROM_A_COPY.map(({ route, whom }) => `${nameOf(route)} ${whom}`).toSorted(),
  )
  const writing = FROM_A_COPY.filter(({ route }) => route.method !== 'GET')
  expect(writing).toEqual([])
})

test.each(FROM_A_COPY)(
  '$route.method $route.path is answered by a copy that can’t be written to',
  async ({ route, input }) => {
    const reading = vi.spyOn(replica, 'read')
    const { status } = await app.call(route, input, { as: route.caller === 'anyone' ? undefined : owner })
    expect(status).toBe(200)
    expect(reading).toHaveBeenCalledTimes(1)
    // Had it failed there, the database itself would have answered.
    expect(replica.isUsed()).toBe(true)
  },
)

test.each(FROM_A_COPY.filter(({ whom }) => whom === 'for visitors'))(
  '$route.method $route.path is read from the database itself for members',
  async ({ route, input }) => {
    const reading = vi.spyOn(replica, 'read')
    expect((await app.call(route, input, { as: owner })).status).toBe(200)
    expect(reading).not.toHaveBeenCalled()
  },
)

test('sitemaps are read from the copy', async () => {
  const reading = vi.spyOn(replica, 'read')
  const index = await (await fetch(`${app.baseUrl}/sitemap.xml`)).text()
  const from = /sitemap-creators\.xml\?from=[0-9a-f-]+/.exec(index)?.[0]
  expect((await fetch(`${app.baseUrl}/${from}`)).status).toBe(200)
  expect((await fetch(`${app.baseUrl}/sitemap-posts.xml?day=2026-01-01`)).status).toBe(200)
  expect(reading).toHaveBeenCalledTimes(5)
  expect(replica.isUsed()).toBe(true)
})

test('a copy that is told to write refuses, and says so', async () => {
  const writing = replica.read(app.db, (db) => run(db, sql`delete from job_schedules`))
  await expect(writing).rejects.toThrow('read-only transaction')
})

test('a copy that is more than ten seconds behind isn’t read until it has caught up', async () => {
  await run(app.db, sql`insert into job_schedules values ('ours', now() - interval '71 seconds')`)
  await until(() => !replica.isUsed())
  expect((await app.call(getTransparency, {})).status).toBe(200)
  const work = vi.fn<(db: Db) => Promise<string>>(() => Promise.resolve('read'))
  expect(await replica.read(app.db, work)).toBe('read')
  expect(work.mock.calls).toEqual([[app.db]])
  await run(app.db, sql`update job_schedules set last_run = now()`)
  await until(() => replica.isUsed())
  await run(app.db, sql`delete from job_schedules`)
})

test('without its copy a node reads its database', async () => {
  const port = await findFreePort()
  const connection = { ...app.platform.database.pool.options, max: 1 }
  const database = openDatabase(connection, log, { replica: { host: '127.0.0.1', port } })
  await sleep(200)
  expect(database.replica?.isUsed()).toBe(false)
  const read = database.replica?.read(database.db, (db) =>
    one(db, sql<{ word: string }>`select 'here' as word`),
  )
  expect(await read).toEqual({ word: 'here' })
  await database.close()
})

describe('what fails at the copy', () => {
  /** Answers what became of a reading that fails so at the copy, and whether the copy is used afterwards. */
  async function failing(fault: Error): Promise<{ answer: string; isUsed: boolean }> {
    const opened = openReplica({ db: app.db.withoutPlugins(), close: () => Promise.resolve() }, log)
    await until(() => opened.isUsed())
    const reading = opened.read(app.db, async (db) => {
      if (db === app.db) return 'from the database'
      throw fault
    })
    const answer = await reading.catch((thrown: unknown) => (thrown === fault ? 'thrown' : 'something else'))
    const isUsed = opened.isUsed()
    await opened.close()
    return { answer, isUsed }
  }

  test('because it went away is read from the database, and so is what follows', async () => {
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    expect(await failing(reset)).toEqual({ answer: 'from the database', isUsed: false })
    const words = new Error('Connection terminated unexpectedly')
    expect(await failing(words)).toEqual({ answer: 'from the database', isUsed: false })
  })

  test('because what it repeats has priority is read from the database', async () => {
    const conflict = new pg.DatabaseError('canceling statement due to conflict with recovery', 0, 'error')
    conflict.code = '40001'
    expect(await failing(conflict)).toEqual({ answer: 'from the database', isUsed: true })
  })

  test('as it would anywhere is not tried again', async () => {
    const broad = new Failure(postFailures.search_too_broad)
    expect(await failing(broad)).toEqual({ answer: 'thrown', isUsed: true })
    expect(await failing(new TypeError('timeout of nothing'))).toEqual({ answer: 'thrown', isUsed: true })
  })
})

test('a copy belongs to a database that is named', () => {
  const url = 'postgres://cheers@10.0.0.12:5432/cheers'
  expect(readConfig({ DATABASE_URL: url, DATABASE_REPLICA_URL: url }).databaseReplicaUrl).toBe(url)
  expect(() => readConfig({ DATABASE_REPLICA_URL: url })).toThrow('DATABASE_REPLICA_URL leads to a copy')
})
