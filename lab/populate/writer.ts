import pg from 'pg'

/* Writes many rows with few statements: whoever stops it finds the database as it was. */

/** A sentence for whoever started it. */
export class PopulateError extends Error {}

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

interface Part {
  /** What it fills, whose indexes are built at the end. */
  tables: readonly string[]
  /** Of these, the ones in which the product's own functions look for a row by its key meanwhile. */
  keyed: readonly string[]
  work: (writer: Writer) => Promise<void>
}

type Tell = (line: string) => void

const NOT_EMPTY =
  'This database is not empty: it has accounts, or what they left. Set another DATA_DIR, or DATABASE_URL, and try again.'

/** Rows of a statement. Enough that what is done for each statement counts for little; what it lists fits in `temp_buffers`. */
const ROWS = 50_000

/**
 * Does the parts at once, each on a connection and in a transaction of its own, past triggers and foreign keys. They are
 * committed together once all are done; a part that fails stops the others.
 */
export async function writeAll(
  connection: pg.ClientConfig,
  tell: Tell,
  { isEmpty, parts }: { isEmpty: string; parts: readonly Part[] },
): Promise<void> {
  const stopping = new AbortController()
  const clients = await Promise.all(
    parts.map(async () => {
      const client = new pg.Client(connection)
      await client.connect()
      return client
    }),
  )
  try {
    await refuseUsed(clients, isEmpty)
    let underWay = parts.length
    const writing = parts.map((part, at) =>
      writePart(clientAt(clients, at), part, { tell, signal: stopping.signal, isAlone: () => underWay === 1 })
        .catch((error: unknown) => {
          stopping.abort(error)
          throw error
        })
        .finally(() => (underWay -= 1)),
    )
    await Promise.allSettled(writing)
    await Promise.all(writing)
    for (const client of clients) await client.query('commit')
    tell('statistics')
    await takeStatistics(clients)
  } finally {
    for (const client of clients) await client.end()
  }
}

function clientAt(clients: readonly pg.Client[], at: number): pg.Client {
  const client = clients[at % clients.length]
  if (!client) throw new RangeError('There is no connection')
  return client
}

async function refuseUsed(clients: readonly pg.Client[], isEmpty: string): Promise<void> {
  const { rows } = await clientAt(clients, 0).query<{ isEmpty: boolean }>(isEmpty)
  if (rows[0]?.isEmpty !== true) throw new PopulateError(NOT_EMPTY)
}

async function writePart(
  client: pg.Client,
  { tables, keyed, work }: Part,
  { tell, signal, isAlone }: { tell: Tell; signal: AbortSignal; isAlone: () => boolean },
): Promise<void> {
  const query = <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) => {
    signal.throwIfAborted()
    return client.query<Row>(statement, values)
  }
  const writer: Writer = {
    run: async (statement, values) => (await query(statement, values)).rowCount ?? 0,
    rows: async <Row extends pg.QueryResultRow>(statement: string) => (await query<Row>(statement)).rows,
    async inParts(what, count, statement) {
      for (let from = 1; from <= count; from += ROWS) {
        const to = Math.min(count, from + ROWS - 1)
        await statement(from, to)
        tell(`${what}: ${to.toLocaleString('en')} of ${count.toLocaleString('en')}`)
      }
    },
  }
  await client.query('begin')
  await client.query(`set local session_replication_role = replica; set local timezone = 'UTC'; set local jit = off;
    set local maintenance_work_mem = '512MB'; set local work_mem = '128MB'; set local temp_buffers = '128MB'`)
  await beginAnew(client, tables)
  const indexes = [
    ...(await dropKeys(
      client,
      tables.filter((table) => !keyed.includes(table)),
    )),
    ...(await dropIndexes(client, tables)),
  ]
  await work(writer)
  // The longest last, for which there may be a processor more by then.
  indexes.sort((one, other) => Number(isOfWords(one)) - Number(isOfWords(other)))
  for (const [at, { name, definition }] of indexes.entries()) {
    await query(`set local max_parallel_maintenance_workers = ${isAlone() ? 2 : 0}`)
    await query(definition)
    tell(`indexes: ${at + 1} of ${indexes.length} (${name})`)
  }
}

/**
 * Of all tables, the longest first, each connection taking the next as soon as it is free. Their indexes are new, so there is
 * nothing in them to clean up.
 */
async function takeStatistics(clients: readonly pg.Client[]): Promise<void> {
  const { rows } = await clientAt(clients, 0).query<{ name: string }>(
    `select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
      where relkind = 'r' and relnamespace::regnamespace::text not like 'pg_%' order by relpages desc`,
  )
  const tables = rows.map(({ name }) => name)
  await Promise.all(
    clients.map(async (client) => {
      for (let name = tables.shift(); name !== undefined; name = tables.shift())
        await client.query(`vacuum (analyze, index_cleanup off) ${name}`)
    }),
  )
}

/**
 * What is written into a file that its own transaction made needs no log where `wal_level` is minimal, since it is gone or on the disk
 * once that ends; `truncate` makes such files. Only for tables that have no rows, and that no other one refers to.
 */
async function beginAnew(client: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ of: string; by: string }>(
    `select confrelid::regclass::text as of, conrelid::regclass::text as by from pg_constraint
      where contype = 'f' and confrelid <> conrelid and confrelid::regclass::text = any($1)`,
    [tables],
  )
  let alone = [...tables]
  const isReferredTo = (name: string) => rows.some(({ of, by }) => of === name && !alone.includes(by))
  while (alone.some(isReferredTo)) alone = alone.filter((name) => !isReferredTo(name))
  if (alone.length === 0) return
  // Locked first, so that nobody writes a row between the look and the truncation.
  await client.query(`lock table ${alone.join(', ')} in access exclusive mode`)
  for (const name of alone) {
    const { rows: found } = await client.query(`select from ${name} limit 1`)
    if (found.length > 0) throw new PopulateError(NOT_EMPTY)
  }
  await client.query(`truncate ${alone.join(', ')}`)
}

interface Index {
  name: string
  definition: string
}

const isOfWords = ({ definition }: Index) => / using gin /i.test(definition)

/** Primary and unique keys that no foreign key needs: rows that come in another order would each find their place in them. */
async function dropKeys(client: pg.Client, tables: readonly string[]): Promise<Index[]> {
  const { rows } = await client.query<{ name: string; on: string; definition: string }>(
    `select quote_ident(k.conname) as name, k.conrelid::regclass::text as on, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class i on i.oid = k.conindid
      where k.contype in ('p', 'u') and k.conrelid::regclass::text = any($1) and i.reloptions is null
        and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = k.conindid)`,
    [tables],
  )
  for (const { name, on } of rows) await client.query(`alter table ${on} drop constraint ${name}`)
  return rows.map(({ name, on, definition }) => ({
    name,
    definition: `alter table ${on} add constraint ${name} ${definition}`,
  }))
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
