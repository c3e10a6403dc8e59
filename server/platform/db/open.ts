import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

import type { Log } from '../log.ts'
import { isDiskFull } from '../storage/storage.ts'
import { sendNameless } from './nameless.ts'
import type { Db } from './query.ts'
import { openReplica, type Replica } from './replica.ts'
import { namingPool } from './statement-names.ts'

interface Opened {
  pool: pg.Pool
  db: Db
}

export interface Database extends Opened {
  /**
   * For what belongs to one connection: notifications, locks and settings of a session, the queue's workers. Behind a
   * pooler it goes past it; elsewhere it is the same pool.
   */
  direct: Opened
  /**
   * The database's clock, in milliseconds since 1970, on a connection of its own: it doesn't wait behind requests, which say how
   * busy a node is and not whether its database answers. Throws within two seconds when it doesn't.
   */
  askForTime: () => Promise<number>
  /** Whether a statement was refused within the last minute because the database's disk is full. */
  isFull: () => boolean
  /** A copy that is read for what may be some seconds old; null: there is none. */
  replica: Replica | null
  close(): Promise<void>
}

/** OID of int8. Our bigints are cents and counts, far below 2^53; anything above is a bug worth stopping at. */
const INT8_OID = 20

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`)
  return value
}

/**
 * For requests and jobs. With as many busy, a node answers as many requests a second as with more, and a transaction that holds
 * locks has fewer others beside it.
 */
const MAIN_MAX = 10

/** The queue's workers and migrations need few. */
const DIRECT_MAX = 6

/** When a copy doesn't answer, its database is asked: sooner than who asked would give up. */
const OF_REPLICA = {
  max: 10,
  connectionTimeoutMillis: 3000,
  query_timeout: 15_000,
  application_name: 'cheers-replica',
} satisfies pg.PoolConfig

/** For a connection, and for an answer: balancers wait for two seconds (deploy/caddy/Caddyfile). */
const PROBE_PATIENCE_MS = 1000
const OF_PROBE = {
  max: 1,
  connectionTimeoutMillis: PROBE_PATIENCE_MS,
  query_timeout: PROBE_PATIENCE_MS,
  application_name: 'cheers-probe',
} satisfies pg.PoolConfig

/** What a statement said about the disk holds this long: PostgreSQL has nothing to ask. */
const SAID_FULL_MS = 60_000

/** Further ways to the same data. */
interface Ways {
  /** The first way is a pooler's, which gives each transaction whichever connection is free; this one goes past it. */
  direct?: pg.PoolConfig | undefined
  /** To a copy. */
  replica?: pg.PoolConfig | undefined
}

/** Opens the pool every query goes through, and the other ways. */
export function openDatabase(connection: pg.PoolConfig, log: Log, { direct, replica }: Ways = {}): Database {
  let isClosing = false
  let refusedAtMs = -Infinity
  const onError = (error: unknown) => {
    if (isDiskFull(error)) refusedAtMs = performance.now()
  }
  // While we close, the server's last words don't matter; and its error carries the whole client, which must not be logged.
  const onLost = ({ message }: Error) => {
    if (!isClosing) log.warn({ reason: message }, 'a database connection was lost')
  }
  const main = openPool(connection, onLost, onError)
  if (direct) main.pool.on('connect', sendNameless)
  const past = direct ? openPool({ max: DIRECT_MAX, ...direct }, onLost, onError) : main
  const probe = openPool({ ...connection, ...OF_PROBE }, onLost).pool
  let asking: Promise<number> | null = null
  const copy = replica ? openPool({ ...OF_REPLICA, ...replica }, onLost) : null
  const read = copy && openReplica({ db: copy.db, close: () => copy.db.destroy() }, log)
  return {
    ...main,
    direct: past,
    // Who asks meanwhile gets the same answer: however many do, nobody waits behind them.
    askForTime: () => (asking ??= timeOf(probe).finally(() => (asking = null))),
    isFull: () => performance.now() - refusedAtMs < SAID_FULL_MS,
    replica: read,
    async close() {
      isClosing = true
      await probe.end()
      await read?.close()
      await main.db.destroy()
      if (past !== main) await past.db.destroy()
    },
  }
}

/** A connection that doesn't answer isn't asked again: the pool drops it. */
async function timeOf(probe: pg.Pool): Promise<number> {
  const { rows } = await probe.query<{ ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  )
  const [row] = rows
  if (!row) throw new Error('The database did not say what time it is')
  return row.ms
}

function openPool(
  connection: pg.PoolConfig,
  onLost: (error: Error) => void,
  onError: (error: unknown) => void = () => undefined,
): Opened {
  const pool = new pg.Pool({
    max: MAIN_MAX,
    // A request waits this long for a connection, then fails with a clear error rather than piling up.
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'cheers',
    ...connection,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8_OID ? parseInt8 : pg.types.getTypeParser(oid, format),
    },
  })
  // Without a listener, an idle connection that the server closes would end the process.
  pool.on('error', onLost)
  pool.on('connect', (client) => void client.on('error', onLost))
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: namingPool(pool) }),
    log(event) {
      if (event.level === 'error') onError(event.error)
    },
  })
  return { pool, db }
}
