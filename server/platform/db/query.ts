import { type Kysely, type RawBuilder, sql } from 'kysely'

/**
 * A connection, or the transaction that a request or job runs in. Queries are SQL, written with the `sql` tag, and
 * live in the `queries.ts` of their domain.
 */
export type Db = Kysely<unknown>

export { sql }

export async function many<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows
}

export async function maybeOne<Row>(db: Db, query: RawBuilder<Row>): Promise<Row | null> {
  const { rows } = await query.execute(db)
  if (rows.length > 1) throw new Error(`A query for one row answered ${rows.length}`)
  return rows[0] ?? null
}

export async function one<Row>(db: Db, query: RawBuilder<Row>): Promise<Row> {
  const row = await maybeOne(db, query)
  if (row === null) throw new Error('A query for one row answered none')
  return row
}

/** Runs a statement; answers how many rows it changed. */
export async function run(db: Db, query: RawBuilder<unknown>): Promise<number> {
  return Number((await query.execute(db)).numAffectedRows ?? 0)
}

/** Whether an error is the breach of one particular unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '23505' &&
    'constraint' in error &&
    error.constraint === constraint
  )
}
