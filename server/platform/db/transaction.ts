import { AsyncLocalStorage } from 'node:async_hooks'

import type { Db } from './query.ts'

/** Opens one transaction after another, for calls that talk to another server in between. */
export type InTransaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>

const openTransaction = new AsyncLocalStorage<true>()

/** What a transaction still does once its work is done. */
export interface Ending {
  /** The last statements of the transaction: what they lock is locked for the shortest time. */
  beforeCommit?(transaction: Db): Promise<void>
  /** `db` is what the transaction was opened on. */
  afterCommit(db: Db): void
}

const endings = new WeakMap<Db, Set<Ending>>()

/** Runs work in transactions of this database. The only place that opens one, so that it knows which calls run inside. */
export function transactionsOf(db: Db): InTransaction {
  return async (work) => {
    const added = new Set<Ending>()
    const result = await db.transaction().execute((transaction) =>
      openTransaction.run(true, async () => {
        endings.set(transaction, added)
        const done = await work(transaction)
        for (const ending of added) await ending.beforeCommit?.(transaction)
        return done
      }),
    )
    for (const ending of added) ending.afterCommit(db)
    return result
  }
}

/** Adds an ending to an open transaction. Answers false if `db` is no transaction. */
export function endWith(db: Db, ending: Ending): boolean {
  const added = endings.get(db)
  added?.add(ending)
  return added !== undefined
}

/**
 * Call this before calling another server. A transaction that waits for one keeps its locks and its connection for as
 * long as that server takes; with enough of them the whole product waits. Throws outside of production, so that a test
 * finds it; production continues, because a slow answer is better than none.
 */
export function refuseInTransaction(server: string): void {
  if (openTransaction.getStore() && process.env['NODE_ENV'] !== 'production')
    throw new Error(
      `${server} was asked while a transaction is open: do it before or after, with defineJobInPhases`,
    )
}
