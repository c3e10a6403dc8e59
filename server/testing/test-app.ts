import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

import { startAppOn, type TestApp } from './app-on-database.ts'

export type { Answer, TestApp, TestSession } from './app-on-database.ts'

/** The whole product on a database of its own, copied from the migrated one of this test run. */
export async function startTestApp(
  env: Record<string, string> = {},
  /** Prepares the database as its owner and returns the role the server connects as; absent: the owner. */
  connectAs?: (owner: pg.ClientConfig) => Promise<pg.ClientConfig>,
  /** With the same database as its own copy. */
  { hasReplica = false } = {},
): Promise<TestApp> {
  const { pooler } = inject('database')
  const database = await copyDatabase()
  const direct = { ...((await connectAs?.(database.owner)) ?? database.owner), max: 8 }
  // A copy can't be written to.
  const replica = { ...direct, max: 2, options: '-c default_transaction_read_only=on' }
  const ways = { ...(pooler && { direct }), ...(hasReplica && { replica }) }
  const app = await startAppOn({ ...direct, ...pooler }, env, ways)
  return {
    ...app,
    async close() {
      await app.close()
      await database.drop()
    },
  }
}

/** Several nodes of it on one database, which goes with the last of them that is closed. */
export async function startTestNodes(count: number, env: Record<string, string> = {}): Promise<TestApp[]> {
  const database = await copyDatabase()
  let open = count
  const nodes: TestApp[] = []
  for (let index = 0; index < count; index += 1) {
    const app = await startAppOn({ ...database.owner, max: 8 }, env)
    nodes.push({
      ...app,
      async close() {
        await app.close()
        open -= 1
        if (open === 0) await database.drop()
      },
    })
  }
  return nodes
}

async function copyDatabase(): Promise<{ owner: pg.ClientConfig; drop: () => Promise<void> }> {
  const { connection, template } = inject('database')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Files are copied as they are: the other strategy writes each page to the log, which takes four times as long.
  await administer(connection, `create database ${name} template ${template} strategy file_copy`)
  return {
    owner: databaseConnection(connection, name),
    drop: () => administer(connection, `drop database ${name} with (force)`),
  }
}

function databaseConnection(connection: pg.ClientConfig, name: string): pg.ClientConfig {
  if (!connection.connectionString) return { ...connection, database: name }
  const url = new URL(connection.connectionString)
  url.pathname = `/${name}`
  return { connectionString: url.href }
}

async function administer(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(statement)
  await client.end()
}
