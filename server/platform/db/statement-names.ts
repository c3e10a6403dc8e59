import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'

import { inSpan, isRecording } from '../tracing/spans.ts'

/** The prepared statements of this process: their names by their texts. */
const names = new Map<string, string>()

/** From now on this text is sent under that name, which connections remember. No two texts share one. */
export function nameStatement(text: string, name: string): void {
  const known = [...names].find(([, taken]) => taken === name)
  if (known !== undefined && known[0] !== text) throw new Error(`Two statements are called ${name}`)
  names.set(text, name)
}

/** The pool as the query builder uses it, which knows nothing of names: named statements are sent with theirs. */
export function namingPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      const naming = namingClient(client)
      clients.set(client, naming)
      return naming
    },
  }
}

function namingClient(client: pg.PoolClient): PostgresPoolClient {
  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(text: unknown, parameters?: readonly unknown[]): unknown {
    if (typeof text !== 'string') throw new Error('Cursors are not used here')
    const name = names.get(text)
    const values = parameters as unknown[]
    const ask = () => (name === undefined ? client.query(text, values) : client.query({ name, text, values }))
    if (!isRecording()) return ask()
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': shownStatement(text) }
    return inSpan(name ?? firstWord(text), 'client', attributes, ask)
  }
  return { query, release: (destroy) => client.release(destroy) }
}

const STATEMENT_SHOWN_CHARS = 1000

/** A statement as traces may hold it: its values aren't part of it, and texts within it are left out as well. */
function shownStatement(text: string): string {
  return text.slice(0, STATEMENT_SHOWN_CHARS).replace(/'[^']*'?/g, "'…'")
}

function firstWord(text: string): string {
  return /\w+/.exec(text)?.[0]?.toLowerCase() ?? 'statement'
}
