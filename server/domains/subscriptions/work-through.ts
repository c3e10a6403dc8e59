import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'

/** Works off lists, which may have many thousands of rows; see {@link openWorkThrough}. */
export interface WorkThrough {
  each<Item>(list: (db: Db) => Promise<Item[]>, work: (db: Db, item: Item) => Promise<void>): Promise<void>
  /** The same for work that calls another server: it opens its transactions itself. */
  eachInPhases<Item>(list: (db: Db) => Promise<Item[]>, work: (item: Item) => Promise<void>): Promise<void>
  /** Throws if something failed on the way. */
  finish(what: string): void
}

/**
 * Each item is processed in a transaction of its own: none waits for the others, and one that fails stops none of them.
 * Lists are cut; finished items make room on the next one.
 */
export function openWorkThrough(inTransaction: InTransaction, signal: AbortSignal): WorkThrough {
  const failures: unknown[] = []
  const eachInPhases: WorkThrough['eachInPhases'] = async (list, work) => {
    const seen = new Set<string>()
    for (;;) {
      const items = (await inTransaction(list)).filter((item) => !seen.has(JSON.stringify(item)))
      if (items.length === 0) return
      for (const item of items) {
        signal.throwIfAborted()
        seen.add(JSON.stringify(item))
        await work(item).catch((error: unknown) => failures.push(error))
      }
    }
  }
  return {
    each: (list, work) => eachInPhases(list, (item) => inTransaction((db) => work(db, item))),
    eachInPhases,
    finish(what) {
      if (failures.length > 0) throw new AggregateError(failures, `${what}: ${failures.length} failed.`)
    },
  }
}
