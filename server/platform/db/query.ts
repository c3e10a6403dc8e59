import { type CompiledQuery, type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely'

import { nameStatement } from './statement-names.ts'

/**
 * A connection, or the transaction that a request or job runs in. Queries are SQL, written with the `sql` tag, and
 * live in the `queries.ts` of their domain.
 */
export type Db = Kysely<unknown>

export { sql }

/** A query that can be run: SQL written with the `sql` tag, or a {@link prepared} statement with its values. */
export interface Query<Row> {
  execute(db: Db): Promise<QueryResult<Row>>
}

export async function many<Row>(db: Db, query: Query<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows
}

export async function maybeOne<Row>(db: Db, query: Query<Row>): Promise<Row | null> {
  const { rows } = await query.execute(db)
  if (rows.length > 1) throw new Error(`A query for one row answered ${rows.length}`)
  return rows[0] ?? null
}

export async function one<Row>(db: Db, query: Query<Row>): Promise<Row> {
  const row = await maybeOne(db, query)
  if (row === null) throw new Error('A query for one row answered none')
  return row
}

/** Runs a statement; returns how many rows it changed. */
export async function run(db: Db, query: Query<unknown>): Promise<number> {
  return Number((await query.execute(db)).numAffectedRows ?? 0)
}

/** Marks the place of a value in a prepared statement's template. */
interface Placeholder {
  readonly placeholderFor: string
}

/**
 * A statement that runs at every request: its text is made once, each connection parses it once under `name`, and
 * PostgreSQL keeps its plan. `write` is called once, with placeholders for values: the text must not depend on them.
 *
 * PostgreSQL plans such a statement for any values, so it has to be told what it can't guess: a list of at most a
 * hundred rows says `limit 100` next to a limit that is a value.
 */
export function prepared<Row, Values extends object>(
  name: string,
  write: (values: Values) => RawBuilder<Row>,
): (values: Values) => Query<Row> {
  let compiled: CompiledQuery<Row> | null = null
  return (values) => ({
    execute(db) {
      if (compiled === null) {
        compiled = write(placeholders as Values).compile(db)
        nameStatement(compiled.sql, name)
      }
      return db.executeQuery({
        ...compiled,
        parameters: compiled.parameters.map((at) => valueAt(at, values)),
      })
    },
  })
}

/** Has a placeholder under every name. */
const placeholders: object = new Proxy(
  {},
  { get: (_, key): Placeholder => ({ placeholderFor: String(key) }) },
)

function valueAt(parameter: unknown, values: object): unknown {
  if (typeof parameter !== 'object' || parameter === null || !('placeholderFor' in parameter))
    return parameter
  const value: unknown = Reflect.get(values, String(parameter.placeholderFor))
  if (value === undefined) throw new Error(`A statement has no value for ${String(parameter.placeholderFor)}`)
  return value
}

/** Whether a statement was given up because it took longer than the transaction allows. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

/** Whether an error is a violation of one particular unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '23505' &&
    'constraint' in error &&
    error.constraint === constraint
  )
}
