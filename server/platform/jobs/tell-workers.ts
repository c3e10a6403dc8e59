import { type Db, run, sql } from '../db/query.ts'
import { endWith } from '../db/transaction.ts'

/** Each notification takes a lock that every commit with one waits for, so this many milliseconds share one. */
const COLLECT_MS = 15

/** How many jobs were queued and not told yet, by the database they are in. */
const untold = new WeakMap<Db, number>()

/**
 * Tells the workers of all nodes that jobs were queued: after the commit, and never in it. A process that dies before
 * that loses a second, for the workers also look on their own.
 */
export function tellWorkers(db: Db, count: number): void {
  if (!endWith(db, { afterCommit: (opened) => collect(opened, count) })) collect(db, count)
}

function collect(db: Db, count: number): void {
  const known = untold.get(db)
  untold.set(db, (known ?? 0) + count)
  if (known === undefined) setTimeout(() => void tell(db), COLLECT_MS).unref()
}

async function tell(db: Db): Promise<void> {
  const count = untold.get(db) ?? 0
  untold.delete(db)
  const payload = JSON.stringify({ r: Math.random(), count })
  await run(db, sql`select pg_notify('jobs:insert', ${payload})`).catch(() => undefined)
}
