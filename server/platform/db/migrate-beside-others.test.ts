import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { migrate } from './migrate.ts'
import { many, run, sql } from './query.ts'

const MIGRATIONS = path.join(import.meta.dirname, '../../migrations')

let app: TestApp
let folder: string

beforeAll(async () => {
  app = await startTestApp()
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-migrations-'))
  await fs.cp(MIGRATIONS, folder, { recursive: true })
})
afterAll(async () => {
  await app.close()
  await fs.rm(folder, { recursive: true })
})

function add(name: string, text: string): Promise<void> {
  return fs.writeFile(path.join(folder, name), text)
}

describe('a migration', () => {
  test('gives way while its table is in use: nobody waits behind it', async () => {
    await add('9990-a-column.sql', 'alter table posts add column worn text;')
    const reader = new pg.Client(app.platform.database.pool.options)
    await reader.connect()
    // A report that takes long; a transaction keeps what it has read until its end.
    await reader.query('begin; select count(*) from posts')
    const migrated = migrate(app.platform.database.direct.db, folder)
    let waiting = 0
    while (waiting === 0) {
      await sleep(10)
      waiting = (
        await many(app.db, sql`select from pg_locks where not granted and mode = 'AccessExclusiveLock'`)
      ).length
    }
    await run(app.db, sql`select count(*) from posts`)
    await reader.query('commit')
    await reader.end()
    expect(await migrated).toEqual(['9990-a-column'])
    await run(app.db, sql`select worn from posts`)
  })
})
