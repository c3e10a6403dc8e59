import fs from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { isRoot, SERVER_ACCOUNT } from '#server/platform/db/embedded-process.ts'
import { createLog } from '#server/platform/log.ts'

import { type PgBouncer, startPgBouncer } from './pgbouncer.ts'
import { findQuickFolder } from './quick-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests' databases are made, and the migrated one they are copied from. */
    database: { connection: pg.ClientConfig; template: string; pooler: pg.ClientConfig | null }
  }
}

const TEMPLATE = 'cheers_template'

interface Shared {
  connection: pg.ClientConfig
  /** What differs on the way through a pooler; null: there is none. */
  pooler: pg.ClientConfig | null
  stop: () => Promise<void>
}

/** Each project loads this file anew; those of one run share what is kept here. */
const run = globalThis as { testDatabase?: Promise<Shared> | undefined; projects?: number }

/**
 * One PostgreSQL for all test files, with a migrated database that each file copies. Set TEST_DATABASE_URL to run on
 * another server; its user must be allowed to create databases. With TEST_POOLER=pgbouncer the app's queries go through one
 * in transaction mode: `npm run prove -- pooled`.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.projects = (run.projects ?? 0) + 1
  const { connection, pooler, stop } = await (run.testDatabase ??= start())
  project.provide('database', { connection, template: TEMPLATE, pooler })
  return async () => {
    run.projects = (run.projects ?? 1) - 1
    if (run.projects > 0) return
    run.testDatabase = undefined
    await stop()
  }
}

async function start(): Promise<Shared> {
  const url = process.env['TEST_DATABASE_URL']
  if (url) {
    const connection = { connectionString: url }
    await makeTemplate(connection, { connectionString: withDatabase(url, TEMPLATE) })
    return { connection, pooler: null, stop: async () => undefined }
  }
  const dataDir = await fs.mkdtemp(path.join(await findQuickFolder(), 'cheers-tests-'))
  // The database's own account must be able to pass through.
  await fs.chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir })
  const { connection } = postgres
  await careForNothing(connection)
  await makeTemplate(connection, { ...connection, database: TEMPLATE })
  const pooler = process.env['TEST_POOLER'] === 'pgbouncer' ? await startPooler(connection) : null
  return {
    connection,
    pooler: pooler && { host: '127.0.0.1', port: pooler.port },
    async stop() {
      await pooler?.stop()
      await postgres.stop()
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Knows every database and every role of the server, those that a test makes too. */
function startPooler({ host, port, user }: pg.ClientConfig): Promise<PgBouncer> {
  return startPgBouncer({
    databases: `* = host=${host} port=${port ?? 5432} auth_user=${user}\n`,
    users: `"${user}" ""\n`,
    // Some tests need as many connections as an app has.
    settings: { default_pool_size: '8' },
    ...(isRoot() && { account: SERVER_ACCOUNT }),
  })
}

/** Nothing in it has to survive a power cut, and no test lives long enough for vacuuming to pay off. */
async function careForNothing(server: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum', 'jit'])
    await client.query(`alter system set ${setting} = off`)
  // Copying a database makes a checkpoint anyway.
  await client.query("alter system set checkpoint_timeout = '1d'")
  await client.query("alter system set max_wal_size = '2GB'")
  for (const setting of ['checkpoint_flush_after', 'bgwriter_flush_after', 'bgwriter_lru_maxpages'])
    await client.query(`alter system set ${setting} = 0`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

async function makeTemplate(server: pg.ClientConfig, template: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`drop database if exists ${TEMPLATE}`)
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const log = createLog({ isProduction: false })
  const database = openDatabase(template, log)
  await migrate(database.db)
  await database.close()
}

function withDatabase(url: string, name: string): string {
  const parsed = new URL(url)
  parsed.pathname = `/${name}`
  return parsed.href
}
