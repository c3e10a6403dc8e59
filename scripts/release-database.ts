import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import pg from 'pg'

import { ROOT } from './steps.ts'
import { findRunningCheers } from './running-database.ts'

/*
 * The database of the last release, which the next one has to run on (server/release-before.test.ts). With each release:
 * `npm run demo`, and beside it `node scripts/release-database.ts`, which writes the demo's rows to a file of the repository.
 */

const FILE = path.join(ROOT, 'server/testing/release-before.json.gz')

/** All rows of a table, as PostgreSQL writes them in JSON. */
export interface TableRows {
  table: string
  columns: string[]
  rows: string
}

/** Columns that are written, and not computed, of all tables that are kept. */
const COLUMNS = `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
  group by c.relname order by c.relname`

export async function readReleaseDatabase(): Promise<TableRows[]> {
  const text = await promisify(gunzip)(await fs.readFile(FILE))
  return JSON.parse(text.toString('utf8')) as TableRows[]
}

/** Puts these rows into a migrated database, in place of its own. Only a superuser may: no trigger is asked. */
export async function loadRows(client: pg.ClientBase, tables: readonly TableRows[]): Promise<void> {
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  for (const { table, columns, rows } of tables) {
    const name = pg.escapeIdentifier(table)
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    await client.query(`delete from ${name}`)
    await client.query(
      `insert into ${name} (${list}) overriding system value select ${list} from json_populate_recordset(null::${name}, $1)`,
      [rows],
    )
  }
  await client.query('commit')
}

async function writeReleaseDatabase(client: pg.ClientBase): Promise<void> {
  const { rows: tables } = await client.query<Omit<TableRows, 'rows'>>(COLUMNS)
  const dump: TableRows[] = []
  for (const { table, columns } of tables) {
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    const { rows } = await client.query<{ rows: string | null }>(
      `select json_agg(t)::text as rows from (select ${list} from ${pg.escapeIdentifier(table)}) t`,
    )
    dump.push({ table, columns, rows: rows[0]?.rows ?? '[]' })
  }
  await fs.writeFile(FILE, await promisify(gzip)(JSON.stringify(dump)))
}

if (import.meta.main) {
  const { connection } = await findRunningCheers()
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await writeReleaseDatabase(client)
  } finally {
    await client.end()
  }
}
