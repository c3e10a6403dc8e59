import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

import type { Log } from '../log.ts'
import type { Db } from './query.ts'
import { namingPool } from './statement-names.ts'

export interface Database {
  pool: pg.Pool
  db: Db
  close(): Promise<void>
}

/** OID of int8. Our bigints are cents and counts, far below 2^53; anything above is a bug worth stopping at. */
const INT8_OID = 20

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`)
  return value
}

/** Opens the pool every query goes through. */
export function openDatabase(connection: pg.PoolConfig, log: Log): Database {
  const pool = new pg.Pool({
    max: 20,
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
  let isClosing = false
  // Without a listener, an idle connection that the server closes would end the process. While we close, the server's
  // last words don't matter; and its error carries the whole client, which must not be logged.
  const onLost = ({ message }: Error) => {
    if (!isClosing) log.warn({ reason: message }, 'a database connection was lost')
  }
  pool.on('error', onLost)
  pool.on('connect', (client) => void client.on('error', onLost))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: namingPool(pool) }) })
  return {
    pool,
    db,
    close() {
      isClosing = true
      return db.destroy()
    },
  }
}
