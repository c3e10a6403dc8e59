import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** What every table holds: how many rows, and a hash of all of them as text. */
export type Dump = ReadonlyMap<string, { rows: number; hash: string }>

const DEADLOCK = '40P01'
/** Tables of one server's memory are empty after a crash by design, and the mark of a copy is the copy's own. */
const TABLES = `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and c.relkind = 'r'
    and c.relpersistence = 'p' and c.relname <> 'restored_copies' order by 1`

/**
 * A dump, and the moment of which it has every commit before and none after: all tables are locked for as long as it
 * takes, so nobody is in the middle of writing.
 */
export async function dumpNow(client: pg.Client): Promise<{ moment: string; dump: Dump }> {
  for (;;) {
    try {
      await client.query('begin')
      const tables = await namesOf(client)
      // Where we and a writer wait for each other, we give way.
      await client.query(`set local deadlock_timeout = '20ms'`)
      await client.query(`lock table ${tables.join(', ')} in share mode`)
      const { rows } = await client.query<{ moment: string }>(
        `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment`,
      )
      const dump = await dumpTables(client, tables)
      await client.query('commit')
      return { moment: rows[0]?.moment ?? '', dump }
    } catch (error) {
      await client.query('rollback')
      if (!(error instanceof pg.DatabaseError) || error.code !== DEADLOCK) throw error
      await sleep(Math.random() * 20)
    }
  }
}

export async function dumpAll(connection: pg.ClientConfig): Promise<Dump> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await dumpTables(client, await namesOf(client))
  } finally {
    await client.end()
  }
}

async function namesOf(client: pg.Client): Promise<string[]> {
  return (await client.query<{ name: string }>(TABLES)).rows.map(({ name }) => name)
}

async function dumpTables(client: pg.Client, tables: readonly string[]): Promise<Dump> {
  await client.query(`set time zone 'UTC'`)
  const dump = new Map<string, { rows: number; hash: string }>()
  for (const table of tables) {
    const { rows } = await client.query<{ rows: number; hash: string }>(
      `select count(*)::integer as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash
        from ${table} t`,
    )
    if (rows[0]) dump.set(table, rows[0])
  }
  return dump
}

/** The tables that differ, each with both counts. */
export function compareDumps(wanted: Dump, found: Dump): string[] {
  const tables = new Set([...wanted.keys(), ...found.keys()])
  return [...tables]
    .filter((table) => wanted.get(table)?.hash !== found.get(table)?.hash)
    .map(
      (table) =>
        `${table}: ${wanted.get(table)?.rows ?? 'no'} rows then, ${found.get(table)?.rows ?? 'no'} restored`,
    )
}

export function rowsOf(dump: Dump): number {
  return [...dump.values()].reduce((sum, { rows }) => sum + rows, 0)
}
