import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'

import { hasPrograms } from '#server/testing/optional-program.ts'
import { type PgBouncer, startPgBouncer } from '#server/testing/pgbouncer.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { readConfig } from '../config.ts'
import { createLimits } from '../http/limits.ts'
import { createLog } from '../log.ts'
import { openListener } from '../realtime/listener.ts'
import { isRoot, SERVER_ACCOUNT } from './embedded-process.ts'
import { type Database, openDatabase } from './open.ts'
import { one, prepared, run, sql } from './query.ts'

const log = createLog({ isProduction: false, level: 'fatal' })

const twice = prepared<{ twice: number }, { number: number }>(
  'pooled-test-twice',
  ({ number }) => sql`select ${number}::integer * 2 as twice`,
)

test('the way past a pooler is read, and needs the way to it', () => {
  const [pooler, past] = ['postgres://pooler/cheers', 'postgres://db/cheers']
  const config = readConfig({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: past })
  expect(config).toMatchObject({ databaseUrl: pooler, databaseDirectUrl: past })
  expect(() => readConfig({ DATABASE_DIRECT_URL: past })).toThrow(
    'DATABASE_DIRECT_URL leads past the pooler of DATABASE_URL',
  )
})

describe.runIf(hasPrograms('pgbouncer'))('behind PgBouncer in transaction mode', () => {
  let app: TestApp
  let bouncer: PgBouncer
  let direct: pg.ClientConfig
  let through: pg.ClientConfig
  let database: Database | null = null

  beforeAll(async () => {
    const { connection } = inject('database')
    app = await startTestApp()
    direct = { ...connection, database: app.platform.database.pool.options.database }
    bouncer = await startPgBouncer({
      databases: `* = host=${connection.host} port=${connection.port ?? 5432} auth_user=${connection.user}\n`,
      users: `"${connection.user}" ""\n`,
      settings: { default_pool_size: '3' },
      ...(isRoot() && { account: SERVER_ACCOUNT }),
    })
    through = { ...direct, host: '127.0.0.1', port: bouncer.port }
  })
  afterEach(() => database?.close())
  afterAll(async () => {
    await bouncer.stop()
    await app.close()
  })

  /** Many at once, so that each gets another connection than the last. */
  function askOften({ db }: Database): Promise<{ twice: number }[]> {
    return Promise.all(
      Array.from({ length: 60 }, (_, number) =>
        db.transaction().execute((transaction) => one(transaction, twice({ number }))),
      ),
    )
  }

  test('prepared statements work, whichever connection they get', async () => {
    database = openDatabase(through, log, { direct })
    expect(await askOften(database)).toEqual(
      Array.from({ length: 60 }, (_, number) => ({ twice: number * 2 })),
    )
  })

  test('they would not with their names', async () => {
    database = openDatabase(through, log)
    await expect(askOften(database)).rejects.toThrow(/prepared statement/)
  })

  test('limits are counted', async () => {
    database = openDatabase(through, log, { direct })
    const limits = createLimits(database.pool)
    const limit = { name: 'pooled-test', points: 20, windowSeconds: 60 }
    const tries = await Promise.allSettled(
      Array.from({ length: 25 }, () => limits.consume(limit, 'somebody')),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    await limits.reset(limit, 'somebody')
  })

  test('what is told in a transaction is heard past it', async () => {
    database = openDatabase(through, log, { direct })
    const listener = await openListener(database.direct.pool, log)
    const heard: string[] = []
    await listener.listen({
      name: 'pooled_test',
      onMessage: (payload) => heard.push(payload),
      onGap: () => undefined,
    })
    await database.db.transaction().execute((db) => run(db, sql`select pg_notify('pooled_test', 'yes')`))
    await expect.poll(() => heard).toEqual(['yes'])
    await listener.close()
  })
})
