import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'

import { createLog } from '../log.ts'
import { migrate } from './migrate.ts'
import { type Database, openDatabase } from './open.ts'
import { many, run, sql } from './query.ts'

const name = `test_${randomBytes(6).toString('hex')}`
let folder: string
let database: Database

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-migrations-'))
  await administer(`create database ${name}`)
  const { connection } = inject('database')
  database = openDatabase(
    connection.connectionString
      ? { connectionString: Object.assign(new URL(connection.connectionString), { pathname: name }).href }
      : { ...connection, database: name },
    createLog({ isProduction: false, level: 'fatal' }),
  )
})
afterEach(async () => {
  await database.close()
  await administer(`drop database ${name} with (force)`)
  await fs.rm(folder, { recursive: true })
})

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(inject('database').connection)
  await client.connect()
  await client.query(statement)
  await client.end()
}

const write = (file: string, text: string) => fs.writeFile(path.join(folder, file), text)
const migrateFolder = () => migrate(database.db, folder)

test('files run once each, in the order of their numbers', async () => {
  await write('0002-b.sql', 'insert into t values (2)')
  await write('0001-a.sql', 'create table t (n integer); insert into t values (1);')
  expect(await migrateFolder()).toEqual(['0001-a', '0002-b'])
  await write('0003-c.sql', '-- Outside a transaction\ncreate index concurrently t_n on t (n)')
  expect(await migrateFolder()).toEqual(['0003-c'])
  expect(await migrateFolder()).toEqual([])
  expect(await many(database.db, sql`select n from t order by n`)).toEqual([{ n: 1 }, { n: 2 }])
})

test('a file that fails leaves nothing behind, and those before it are kept', async () => {
  await write('0001-a.sql', 'create table t (n integer)')
  await write('0002-b.sql', 'insert into t values (2); select 1 / 0;')
  await expect(migrateFolder()).rejects.toThrow('The database could not be migrated (0002-b)')
  expect(await many(database.db, sql`select n from t`)).toEqual([])
  await write('0002-b.sql', 'insert into t values (2)')
  expect(await migrateFolder()).toEqual(['0002-b'])
})

test('PostgreSQL uses one process for a migration, and as many as before for what comes after it', async () => {
  const helpers = sql<{ maintenance: string; reading: string }>`
    select current_setting('max_parallel_maintenance_workers') as maintenance,
      current_setting('max_parallel_workers_per_gather') as reading`
  const [before] = await many(database.db, helpers)
  expect(Number(before?.maintenance)).toBeGreaterThan(0)
  await write(
    '0001-a.sql',
    `create table t as select current_setting('max_parallel_maintenance_workers') as maintenance,
      current_setting('max_parallel_workers_per_gather') as reading`,
  )
  await migrateFolder()
  expect(await many(database.db, sql`select * from t`)).toEqual([{ maintenance: '0', reading: '0' }])
  // On whichever connection it was.
  const connections = Array.from({ length: 5 }, () =>
    database.db.connection().execute((db) => many(db, helpers)),
  )
  for (const rows of await Promise.all(connections)) expect(rows).toEqual([before])
})

test('two processes that start at once migrate once', async () => {
  await write('0001-a.sql', 'create table t (n integer)')
  const applied = await Promise.all([migrateFolder(), migrateFolder()])
  expect(applied.flat()).toEqual(['0001-a'])
})

test('a release that is one behind starts on what the newer one has migrated', async () => {
  await write('0001-a.sql', 'create table t (n integer)')
  await write('0003-c.sql', 'insert into t values (3)')
  await migrateFolder()
  await fs.rm(path.join(folder, '0003-c.sql'))
  expect(await migrateFolder()).toEqual([])
  await write('0002-b.sql', 'insert into t values (2)')
  await expect(migrateFolder()).rejects.toThrow('0002-b.sql comes before one that has run')
  await fs.rm(path.join(folder, '0001-a.sql'))
  await expect(migrateFolder()).rejects.toThrow('0001-a.sql has run, and its file is missing')
})

test('a file that has run may not be changed, be gone, or get one before it', async () => {
  await write('0002-b.sql', 'create table t (n integer)')
  await migrateFolder()
  await write('0001-a.sql', 'select 1')
  await expect(migrateFolder()).rejects.toThrow('0001-a.sql comes before one that has run')
  await fs.rm(path.join(folder, '0001-a.sql'))
  await write('0002-b.sql', 'create table t (n bigint)')
  await expect(migrateFolder()).rejects.toThrow('0002-b.sql was changed after it had run')
  await fs.rm(path.join(folder, '0002-b.sql'))
  await expect(migrateFolder()).rejects.toThrow('0002-b.sql has run, and its file is missing')
})

test('a database from before 1.0.0 is refused, and nothing of it is changed', async () => {
  await run(database.db, sql`create table kysely_migration (name text)`)
  await write('0001-a.sql', 'create table t (n integer)')
  await expect(migrateFolder()).rejects.toThrow(
    'This database is from before Cheers 1.0.0, and can not be upgraded.',
  )
  const tables = await many(
    database.db,
    sql`select relname from pg_class where relnamespace = 'public'::regnamespace`,
  )
  expect(tables).toEqual([{ relname: 'kysely_migration' }])
})
