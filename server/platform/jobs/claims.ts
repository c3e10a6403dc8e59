import { randomUUID } from 'node:crypto'
import type { RawBuilder } from 'kysely'

import { type Db, isUniqueViolation, many, run, sql } from '../db/query.ts'

/** How long a worker that says nothing keeps its jobs. If it lives all the same, a job runs twice, which does no harm. */
const LEASE = '15 seconds'

/** A clock that was a day ahead left leases that end tomorrow; none is really this long. */
const LEASE_MAX = '1 minute'

/** A job that a worker has, until its lease ends. */
export interface ClaimedJob {
  id: number
  /** Of the claim: one that was given to another worker meanwhile, or is queued anew, has another. */
  lease: string
  name: string
  payload: unknown
  attempts: number
}

/** How a run ended; without an error the job is done. */
export interface Outcome {
  job: ClaimedJob
  error: string | null
}

/**
 * For each priority apart, since what is due is then one stretch of the index, however much waits for later. Those in a queue
 * that aren't its first are passed over one by one, so queues are for few jobs. Not prepared: a plan that was made while the
 * table was empty would read all of it when it is full.
 */
function claimingSql(names: readonly string[], limit: number): RawBuilder<ClaimedJob> {
  return sql<ClaimedJob>`with due as materialized (
      select due_at_level.id from (values (0), (1)) level (priority) cross join lateral (
        select j.id, j.run_at from jobs j
        where j.priority = level.priority and j.run_at <= now() and j.locked_until is null
          and j.attempts < j.max_attempts and j.name = any(${names}::text[])
          and (j.key is null or not exists (
            select from jobs other where other.key = j.key and other.locked_until is not null))
          and (j.queue is null
            or not exists (
              select from jobs other where other.queue = j.queue and other.locked_until is not null)
            and j.id = (
              select first.id from jobs first where first.queue = j.queue and first.run_at <= now()
                and first.locked_until is null and first.attempts < first.max_attempts
              order by first.run_at, first.id limit 1))
        order by j.run_at, j.id limit ${limit}::integer for update skip locked) due_at_level
      order by level.priority, due_at_level.run_at, due_at_level.id limit ${limit}::integer),
    claimed as (
      update jobs set lease = ${randomUUID()}::uuid, locked_until = now() + ${LEASE}::interval, attempts = attempts + 1
      from due where jobs.id = due.id
      returning jobs.id, jobs.lease, jobs.name, jobs.payload, jobs.attempts, jobs.priority, jobs.run_at)
    select id, lease, name, payload, attempts from claimed order by priority, run_at, id`
}

/** Takes jobs that are due, with one attempt fewer left, and no more of a queue or a key than one. */
export async function claimJobs(db: Db, names: readonly string[], limit: number): Promise<ClaimedJob[]> {
  try {
    return await many(db, claimingSql(names, limit))
  } catch (error) {
    // Another worker took one of the same queue or key at that very moment: the next claim sees that.
    if (isUniqueViolation(error, 'jobs_queue_running') || isUniqueViolation(error, 'jobs_key')) return []
    throw error
  }
}

/** Says that their worker lives. */
export async function extendLeases(db: Db, jobs: readonly ClaimedJob[]): Promise<void> {
  if (jobs.length === 0) return
  await run(
    db,
    sql`update jobs set locked_until = now() + ${LEASE}::interval from ${claims(jobs)}
      where jobs.id = claim.id and jobs.lease = claim.lease`,
  )
}

/** Removes jobs that are done, and lets those that failed wait longer after each attempt: e seconds, e², … up to six hours. */
export async function storeOutcomes(db: Db, outcomes: readonly Outcome[]): Promise<void> {
  const done = outcomes.filter(({ error }) => error === null).map(({ job }) => job)
  const failed = outcomes.flatMap(({ job, error }) => (error === null ? [] : [{ job, error }]))
  if (done.length > 0)
    await run(
      db,
      sql`delete from jobs using ${claims(done)} where jobs.id = claim.id and jobs.lease = claim.lease`,
    )
  if (failed.length > 0)
    await putBack(
      db,
      sql`select j.id, j.key, claim.error from jobs j
        join ${claims(
          failed.map(({ job }) => job),
          failed.map(({ error }) => error),
        )} on j.id = claim.id and j.lease = claim.lease`,
      sql`last_error = mine.error,
        run_at = greatest(now(), run_at) + exp(least(attempts, 10)) * interval '1 second'`,
    )
}

/** Jobs that were claimed and not begun: others may have them at once. */
export async function giveBack(db: Db, jobs: readonly ClaimedJob[]): Promise<void> {
  if (jobs.length === 0) return
  await putBack(
    db,
    sql`select j.id, j.key from jobs j join ${claims(jobs)} on j.id = claim.id and j.lease = claim.lease`,
    sql`attempts = attempts - 1`,
  )
}

/** Takes the jobs of dead workers from them. */
export async function endLeases(db: Db): Promise<void> {
  await putBack(
    db,
    sql`select j.id, j.key from jobs j
      where j.locked_until < now() or j.locked_until > now() + ${LEASE_MAX}::interval`,
    sql`last_error = 'It was cut off: its worker died, or lost the database.'`,
  )
}

/** Lets these jobs wait again. One whose key was queued anew while it ran goes: the new one runs instead. */
async function putBack(db: Db, which: RawBuilder<unknown>, changes: RawBuilder<unknown>): Promise<void> {
  await run(
    db,
    sql`with mine as materialized (${which} for update of j skip locked),
      replaced as (delete from jobs using mine, jobs newer
        where jobs.id = mine.id and newer.key = mine.key and newer.locked_until is null returning jobs.id)
      update jobs set lease = null, locked_until = null, ${changes} from mine
      where jobs.id = mine.id and not exists (select from replaced where replaced.id = jobs.id)`,
  )
}

/** PostgreSQL stores no character of code 0. */
function claims(jobs: readonly ClaimedJob[], errors: readonly string[] = []): RawBuilder<unknown> {
  return sql`unnest(${jobs.map(({ id }) => id)}::bigint[], ${jobs.map(({ lease }) => lease)}::uuid[],
    ${errors.map((error) => error.replaceAll('\0', ''))}::text[]) claim (id, lease, error)`
}
