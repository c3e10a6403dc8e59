import type pg from 'pg'

import { type Db, maybeOne, sql } from './db/query.ts'

/*
 * The switch of a restored copy. Its original may be running, and the payment provider and the people know what
 * happened after its moment; it doesn't. Until it has caught up and was released, it asks the provider and changes
 * nothing there, and sends no mail and no push: the clients refuse, and jobs that could only fail stay in the queue
 * (`reachesOut`, jobs/define-job.ts). Read once, when a server starts.
 */

export interface RestoredCopy {
  /** What it was restored to. */
  moment: Date
  restoredAt: Date
}

/** null: this is the original, or a copy that was released and has taken its place. */
export function findRestoredCopy(db: Db): Promise<RestoredCopy | null> {
  return maybeOne(
    db,
    sql<RestoredCopy>`select moment, restored_at as "restoredAt" from restored_copies
      where released_at is null order by id desc limit 1`,
  )
}

/** Why something is refused; nothing has happened then. */
export const RESTORED_COPY =
  'this is a restored copy, which moves no money and sends nothing until npm run restore -- --release'

/** For commands that move money by themselves. Throws in a restored copy. */
export async function refuseInCopy(db: Db): Promise<void> {
  if (await findRestoredCopy(db)) throw new Error(`Not done: ${RESTORED_COPY}.`)
}

/** Marks a restored database before anything starts on it. As its owner. */
export async function markRestored(client: pg.Client, moment: Date): Promise<void> {
  // A backup may be older than the migration that makes the table.
  await client.query(`create table if not exists restored_copies (
    id integer primary key generated always as identity, moment timestamptz not null,
    restored_at timestamptz not null default now(), released_at timestamptz)`)
  await client.query('insert into restored_copies (moment) values ($1)', [moment])
}

/** Lifts the switch; takes effect when servers start. As the owner. Returns whether there was one to lift. */
export async function releaseCopy(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'update restored_copies set released_at = now() where released_at is null',
  )
  return (rowCount ?? 0) > 0
}
