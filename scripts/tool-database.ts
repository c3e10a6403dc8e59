import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'

import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { type Database, openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'

export interface ToolDatabase extends Database {
  url: string
}

/**
 * A migrated database of its own, on TEST_DATABASE_URL or on a PostgreSQL that is started for it.
 */
export async function openToolDatabase(): Promise<ToolDatabase> {
  const closing: (() => Promise<void>)[] = []
  let serverUrl = process.env['TEST_DATABASE_URL']
  if (!serverUrl) {
    const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-storm-'))
    // The database's own account needs access to the folder.
    await fs.chmod(dataDir, 0o755)
    const postgres = await startEmbeddedPostgres({ dataDir })
    closing.push(
      () => fs.rm(dataDir, { recursive: true, force: true }),
      () => postgres.stop(),
    )
    serverUrl = urlOf(postgres.connection)
  }
  const name = `storm_${randomBytes(6).toString('hex')}`
  await administer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const log = createLog({ isProduction: false, level: 'fatal' })
  const database = openDatabase({ connectionString: url.href }, log)
  await migrate(database.db)
  return {
    ...database,
    url: url.href,
    async close() {
      await database.close()
      await administer(serverUrl, `drop database ${name} with (force)`)
      for (const close of closing.toReversed()) await close()
    },
  }
}

function urlOf({ connectionString, user, password, host, port, database }: pg.ClientConfig): string {
  if (connectionString) return connectionString
  const credentials = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password ?? ''))}`
  if (host?.startsWith('/'))
    return `postgres://${credentials}@localhost/${database ?? 'postgres'}?host=${encodeURIComponent(host)}&port=${port ?? 5432}`
  return `postgres://${credentials}@${host ?? '127.0.0.1'}:${port ?? 5432}/${database ?? 'postgres'}`
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
