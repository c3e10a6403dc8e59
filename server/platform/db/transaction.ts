import { AsyncLocalStorage } from 'node:async_hooks'

import type { Db } from './query.ts'

/** Opens one transaction after another, for calls that talk to another server in between. */
export type InTransaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>

const openTransaction = new AsyncLocalStorage<true>()

/** Runs work in transactions of this database. The only place that opens one, so that it knows which calls run inside. */
export function transactionsOf(db: Db): InTransaction {
  return (work) =>
    db.transaction().execute((transaction) => openTransaction.run(true, () => work(transaction)))
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
