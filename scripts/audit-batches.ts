import type pg from 'pg'

/* How the audit reads: every row, and never all of them at once. */

/** How many rows are held at a time. */
const BATCH = 5000

/** Reads with the audit's connection. */
export type ReadRows = <Of>(text: string, values?: unknown[]) => Promise<Of[]>

export function readWith(client: pg.ClientBase): ReadRows {
  return async <Of>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Of[]
}

let cursors = 0

/** The rows of a query, a batch at a time. */
export async function* inBatches<Of>(
  read: ReadRows,
  text: string,
  size: number = BATCH,
): AsyncGenerator<Of[]> {
  cursors += 1
  const cursor = `audit_${cursors}`
  // Held, so that it works outside a transaction, too.
  await read(`declare ${cursor} no scroll cursor with hold for ${text}`)
  for (;;) {
    const rows = await read<Of>(`fetch ${size} from ${cursor}`)
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  await read(`close ${cursor}`)
}

/** Those rows of a query whose column is one of `$1`. */
export function ofThese(text: string, column: string): string {
  return `select * from (${text}) them where them.${column} = any($1)`
}
