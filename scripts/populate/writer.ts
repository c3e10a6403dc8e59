import pg from 'pg'

/* Writes many rows with few statements, in one transaction: whoever stops it finds the database as it was. */

export interface Writer {
  run: (statement: string, values?: unknown[]) => Promise<number>
  rows: <Row extends pg.QueryResultRow>(statement: string) => Promise<Row[]>
  /** Runs a statement for each part of 1 … count, and says how far it is. */
  inParts: (
    what: string,
    count: number,
    statement: (from: number, to: number) => Promise<unknown>,
  ) => Promise<void>
}

/** Rows of a statement. */
const PART = 20_000

/** Calls `work` in a transaction past triggers and foreign keys, with the tables' indexes built at its end. */
export async function writeAll(
  connection: pg.ClientConfig,
  { tables, tell }: { tables: readonly string[]; tell: (line: string) => void },
  work: (writer: Writer) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const writer: Writer = {
    run: async (statement, values = []) => (await client.query(statement, values)).rowCount ?? 0,
    rows: async <Row extends pg.QueryResultRow>(statement: string) =>
      (await client.query<Row>(statement)).rows,
    async inParts(what, count, statement) {
      for (let from = 1; from <= count; from += PART) {
        const to = Math.min(count, from + PART - 1)
        await statement(from, to)
        tell(`${what}: ${to.toLocaleString('en')} of ${count.toLocaleString('en')}`)
      }
    },
  }
  try {
    await client.query('begin')
    await client.query(`set local session_replication_role = replica; set local timezone = 'UTC'; set local jit = off;
      set local maintenance_work_mem = '512MB'; set local work_mem = '128MB'`)
    const indexes = await dropIndexes(client, tables)
    await work(writer)
    for (const [at, { name, definition }] of indexes.entries()) {
      await client.query(definition)
      tell(`indexes: ${at + 1} of ${indexes.length} (${name})`)
    }
    await client.query('commit')
    tell('statistics')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

interface Index {
  name: string
  definition: string
}

/** Those that no constraint stands for. */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
      join pg_class c on c.relname = i.indexname and c.relnamespace = 'public'::regnamespace
      join pg_index x on x.indexrelid = c.oid
      where i.schemaname = 'public' and i.tablename = any($1) and not x.indisprimary
        and not exists (select from pg_constraint k where k.conindid = x.indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows
}
