import type { Db } from '../db/query.ts'
import { endWith } from '../db/transaction.ts'

/** The workers of this process; those of others look on their own, several times a second (runner.ts). */
const workers = new Set<() => void>()

const waking = { afterCommit: () => workers.forEach((wake) => wake()) }

/** Call it when jobs were queued: it takes effect once they are committed. */
export function wakeWorkers(db: Db): void {
  if (!endWith(db, waking)) waking.afterCommit()
}

/** Answers how to end it. */
export function onWake(wake: () => void): () => void {
  workers.add(wake)
  return () => void workers.delete(wake)
}
