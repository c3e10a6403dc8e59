import fs from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'

import { findQuickFolder } from './quick-folder.ts'

/** Each table that grows with use counts as this long: five million posts, and of the rest as many. */
const ROWS = 5_000_000
const PAGES = 50_000
const PAGE_BYTES = 8192
/** Creators among them; every other id stands in five rows. */
const CREATORS = 100_000

interface StoredRelation {
  schema: string
  name: string
  path: string
  folder: string
}

/**
 * A migrated database that PostgreSQL plans for as if every table but the `small` ones had five million rows. There are
 * none: the files are sparse, and the statistics are set, as `pg_upgrade` does
 * (https://www.postgresql.org/docs/18/functions-admin.html#FUNCTIONS-ADMIN-STATSMOD). It explains; it must not run.
 */
export async function openLargeTables(small: readonly string[]): Promise<{
  client: pg.Client
  close(): Promise<void>
}> {
  const dataDir = await fs.mkdtemp(path.join(await findQuickFolder(), 'cheers-large-'))
  // The database's own account must be able to pass through.
  await fs.chmod(dataDir, 0o755)
  const first = await startEmbeddedPostgres({ dataDir })
  const relations = await migrateAndList(first, small)
  await first.stop()
  for (const { folder, path: file } of relations)
    await fs.truncate(path.join(folder, file), PAGES * PAGE_BYTES)
  const postgres = await startEmbeddedPostgres({ dataDir })
  const client = new pg.Client(postgres.connection)
  await client.connect()
  await pretend(client, relations)
  return {
    client,
    async close() {
      await client.end()
      await postgres.stop()
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function migrateAndList(
  { connection }: EmbeddedPostgres,
  small: readonly string[],
): Promise<StoredRelation[]> {
  const log = createLog({ isProduction: false, level: 'fatal' })
  const database = openDatabase(connection, log)
  const { db, pool } = database
  await migrate(db)
  await pool.query('checkpoint')
  const { rows } = await pool.query<StoredRelation>(
    `select c.relnamespace::regnamespace::text as schema, c.relname as name, pg_relation_filepath(c.oid) as path, current_setting('data_directory') as folder
      from pg_class c left join pg_index i on i.indexrelid = c.oid
        join pg_class t on t.oid = coalesce(i.indrelid, c.oid)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i') and t.relname <> all($1::text[])`,
    [small],
  )
  await database.close()
  return rows
}

async function pretend(client: pg.Client, relations: readonly StoredRelation[]): Promise<void> {
  const names = relations.map(({ name }) => name)
  const schemas = relations.map(({ schema }) => schema)
  await client.query(
    `select pg_restore_relation_stats('schemaname', schema, 'relname', name,
        'relpages', $3::integer, 'reltuples', $4::real) from unnest($1::text[], $2::text[]) as named (schema, name)`,
    [schemas, names, PAGES, ROWS],
  )
  await client.query(
    `select pg_restore_attribute_stats('schemaname', c.relnamespace::regnamespace::text, 'relname', c.relname::text,
        'attname', a.attname::text,
        'inherited', false, 'null_frac', 0::real, 'avg_width', 16,
        'n_distinct', (case a.attname when 'creator_id' then $2 else -0.2 end)::real)
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any($1::text[])
        and a.attnum > 0 and not a.attisdropped and a.attname like '%\\_id'`,
    [names, CREATORS],
  )
  // Whatever can be looked up is: what still reads a table from end to end has no index to go by.
  for (const setting of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'])
    await client.query(`set ${setting} = off`)
}
