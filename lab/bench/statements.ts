import pg from 'pg'

/* A request's database statements, recorded while it runs and replayed without the request around them. */

export interface Statement {
  /** undefined: not prepared. */
  name: string | undefined
  text: string
  values: unknown[]
}

/** From now on, records everything this process sends to PostgreSQL. Call it before any connection is open. */
export function recordStatements(): {
  /** The statements sent during `work`, without the server's own housekeeping. */
  during: (work: () => Promise<unknown>) => Promise<Statement[]>
  /** Restores the driver. */
  stop: () => void
} {
  let noted: Statement[] | null = null
  const query: unknown = Reflect.get(pg.Client.prototype, 'query')
  if (typeof query !== 'function') throw new Error('The driver has no query')
  const send = query
  function noting(this: pg.Client, ...given: unknown[]): unknown {
    if (noted) note(noted, given)
    return Reflect.apply(send, this, given)
  }
  Reflect.set(pg.Client.prototype, 'query', noting)
  return {
    async during(work) {
      noted = []
      await work()
      const statements = noted
      noted = null
      return statements
    },
    stop: () => void Reflect.set(pg.Client.prototype, 'query', send),
  }
}

const HOUSEKEEPING = /\bjobs\b|\bjob_schedules\b/

function note(statements: Statement[], [first, second]: unknown[]): void {
  const sent = typeof first === 'string' ? { text: first } : first
  if (typeof sent !== 'object' || sent === null || !('text' in sent)) return
  const text = String(sent.text)
  if (HOUSEKEEPING.test(text)) return
  const values = 'values' in sent ? sent.values : second
  statements.push({
    name: 'name' in sent && typeof sent.name === 'string' ? sent.name : undefined,
    text,
    values: Array.isArray(values) ? values : [],
  })
}

/** Repeats each list of statements, side by side, for `durationMs`; returns lists per second. */
export async function replay(
  pool: pg.Pool,
  lists: readonly (readonly Statement[])[],
  durationMs: number,
): Promise<number> {
  let done = 0
  const began = performance.now()
  await Promise.all(
    lists.map(async (statements) => {
      while (performance.now() - began < durationMs) {
        for (const statement of statements) await pool.query({ ...statement, name: statement.name ?? '' })
        done += 1
      }
    }),
  )
  return (done * 1000) / (performance.now() - began)
}
