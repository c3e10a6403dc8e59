import { type Db, many, run, sql } from '../db/query.ts'
import { JOB_STATE_CONDITIONS } from './job-states.ts'

/**
 * Adds indexes of our own to the queue, whose own ones only help a worker to find what is due: one for each state, with the jobs of a
 * kind by their age. They are built beside whoever uses the queue. One that a crash left half built is built
 * anew, so only one process at a time may be here: whoever holds the lock of migrations. Takes a look and nothing more when they are
 * there, since a server that doesn't own the queue may not build them; it throws when one is missing then.
 */
export async function addQueueIndexes(db: Db): Promise<void> {
  const areValid = await findIndexes(db)
  for (const [state, condition] of Object.entries(JOB_STATE_CONDITIONS)) {
    const name = `cheers_jobs_${state}`
    const isValid = areValid.get(name)
    if (isValid === true) continue
    if (isValid === false)
      await run(db, sql`drop index concurrently if exists graphile_worker.${sql.id(name)}`)
    await run(
      db,
      sql`create index concurrently if not exists ${sql.id(name)} on graphile_worker._private_jobs (task_id, id)
        where ${sql.raw(condition)}`,
    )
  }
}

/** The queue's indexes, and whether each was built to its end. */
async function findIndexes(db: Db): Promise<Map<string, boolean>> {
  const found = await many(
    db,
    sql<{ name: string; isValid: boolean }>`select c.relname as name, i.indisvalid as "isValid"
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'graphile_worker._private_jobs'::regclass`,
  )
  return new Map(found.map(({ name, isValid }) => [name, isValid]))
}
