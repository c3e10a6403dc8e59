import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { creatorDetails } from '#contract/creators/routes.ts'
import { getFeed } from '#contract/posts/feed-routes.ts'
import { audit } from '#scripts/audit.ts'
import { loadRows, readReleaseDatabase } from '#scripts/release-database.ts'

import { aSession } from './domains/accounts/testing.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open.ts'
import { many, one, sql } from './platform/db/query.ts'
import { createLog } from './platform/log.ts'
import { startAppOn, type TestApp } from './testing/app-on-database.ts'

/* This release on a database of the one before it: the demo's rows as that release wrote them. */

const MIGRATIONS = path.join(import.meta.dirname, 'migrations')
const name = `release_${randomBytes(6).toString('hex')}`
let connection: pg.ClientConfig
let folder: string
let app: TestApp

beforeAll(async () => {
  await administer(`create database ${name}`)
  const { connection: server } = inject('database')
  connection = server.connectionString
    ? { connectionString: Object.assign(new URL(server.connectionString), { pathname: name }).href }
    : { ...server, database: name }
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-release-'))
  const log = createLog({ isProduction: false, level: 'fatal' })
  const database = openDatabase(connection, log)
  const tables = await readReleaseDatabase()
  const applied = tables.find(({ table }) => table === 'migrations')
  for (const { name: file } of JSON.parse(applied?.rows ?? '[]') as { name: string }[])
    await fs.copyFile(path.join(MIGRATIONS, `${file}.sql`), path.join(folder, `${file}.sql`))
  await migrate(database.db, folder)
  await inDatabase((client) => loadRows(client, tables))
  await migrate(database.db)
  await database.close()
  app = await startAppOn({ ...connection, max: 8 })
})
afterAll(async () => {
  await app.close()
  await administer(`drop database ${name} with (force)`)
  await fs.rm(folder, { recursive: true })
})

async function inDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(inject('database').connection)
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('its books are right', async () => {
  expect(await inDatabase((client) => audit(client, null))).toEqual([])
})

test('a visitor sees a page, and a member reads what they paid for', async () => {
  const page = await app.call(creatorDetails, { pageHandle: 'asha' })
  expect(page.body).toMatchObject({ pageName: 'Asha Rao', isSubscribed: false })
  const { id } = await one(
    app.db,
    sql<{
      id: string
    }>`select member_id as id from subscriptions where status = 'active' order by id limit 1`,
  )
  const as = await aSession(app.db, app.platform, id)
  const { body } = await app.call(getFeed, {}, { as })
  expect(body.filter(({ locked, planId }) => !locked && planId !== null).length).toBeGreaterThan(0)
})

test('its jobs run', async () => {
  await app.drain()
  expect(await many(app.db, sql`select name, last_error from jobs where last_error is not null`)).toEqual([])
  expect(await inDatabase((client) => audit(client, null))).toEqual([])
})
