import type { Log } from '../log.ts'
import type { Db } from './query.ts'

/** Rows that are written a moment later: what tells them apart, and one statement that writes many. */
export interface LaterRows<Row> {
  name: string
  /** Of two rows with one key the later is written. */
  keyOf(row: Row): string
  /** Rows may come twice, if the answer to a statement was lost. */
  write(db: Db, rows: readonly Row[]): Promise<void>
}

/** For notes made while reading: they cost the reader nothing, and a killed process loses a second of them. */
export interface WriteBehind {
  /** Keeps a row in memory; it is written within a second. */
  add<Row>(rows: LaterRows<Row>, row: Row): void
  /** Writes the rows kept so far. Never throws: rows that couldn't be written are kept, and retried. */
  flush(): Promise<void>
}

const FLUSH_EVERY_MS = 1000
/** The most rows in memory; beyond it, the oldest are dropped. A database that is away must not kill the process. */
const MAX_HELD = 10_000
/** The most rows in a statement. */
const BATCH = 1000

export function createWriteBehind(db: Db, log: Log): WriteBehind {
  const held = new Map<LaterRows<unknown>, Map<string, unknown>>()
  let timer: NodeJS.Timeout | null = null
  let flushing: Promise<void> = Promise.resolve()

  function keep(kind: LaterRows<unknown>, rows: Map<string, unknown>): void {
    held.set(kind, rows)
    for (const key of rows.keys()) {
      if (rows.size <= MAX_HELD) break
      rows.delete(key)
    }
    timer ??= setTimeout(() => void flush(), FLUSH_EVERY_MS).unref()
  }

  async function writeHeld(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const kinds = [...held]
    held.clear()
    for (const [kind, rows] of kinds) await writeInBatches(kind, rows)
  }

  async function writeInBatches(kind: LaterRows<unknown>, rows: Map<string, unknown>): Promise<void> {
    const waiting = [...rows]
    try {
      while (waiting.length > 0) {
        await kind.write(
          db,
          waiting.slice(0, BATCH).map(([, row]) => row),
        )
        waiting.splice(0, BATCH)
      }
    } catch (error) {
      log.warn({ err: error, rows: waiting.length }, `${kind.name} could not be written yet`)
      // Rows added since then are newer.
      keep(kind, new Map([...waiting, ...(held.get(kind) ?? [])]))
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(writeHeld)
    return flushing
  }

  return {
    add(kind, row) {
      const rows = held.get(kind) ?? new Map<string, unknown>()
      rows.set(kind.keyOf(row), row)
      keep(kind, rows)
    },
    flush,
  }
}
