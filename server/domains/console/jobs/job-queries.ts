import { JOB_STATES, type JobState } from '#contract/console/rules.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'
import { JOB_STATE_CONDITIONS } from '#server/platform/jobs/job-states.ts'

export interface QueuedJob {
  id: string
  name: string
  state: JobState
  attempts: number
  maxAttempts: number
  payload: string
  lastError: string
  createdAt: Date
  runAt: Date
}

const PAYLOAD_SHOWN = 500
const ERROR_SHOWN = 1000

const whens = JOB_STATES.map((state) => sql`when ${sql.raw(JOB_STATE_CONDITIONS[state])} then ${state}`)

const columns = sql`j.id::text as id, j.name, j.attempts, j.max_attempts as "maxAttempts",
  left(j.payload::text, ${PAYLOAD_SHOWN}) as payload, left(coalesce(j.last_error, ''), ${ERROR_SHOWN}) as "lastError",
  j.created_at as "createdAt", j.run_at as "runAt"`

/** Whether a job's name, `domain.verb` or `domain:on:event`, is of one of these domains; null: any will do. */
function isOf(domains: readonly string[] | null) {
  return domains === null
    ? sql`true`
    : sql`split_part(split_part(j.name, ':', 1), '.', 1) = any(${[...domains]}::text[])`
}

/** The latest first. They are the latest of each kind of job, which an index of this state has in their order. */
export function listQueue(
  db: Db,
  asked: { state: JobState; domains: readonly string[] | null; cursor: string | null; limit: number },
): Promise<QueuedJob[]> {
  const isInState = sql.raw(JOB_STATE_CONDITIONS[asked.state])
  // Each kind is looked up as the next name in the index: millions of a kind are not read to find the few kinds there are.
  return many(
    db,
    sql<QueuedJob>`with recursive kinds as (
        select min(name) as name from jobs where ${isInState}
        union all
        select (select min(jobs.name) from jobs where jobs.name > kinds.name and ${isInState})
        from kinds where kinds.name is not null)
      select ${columns}, ${asked.state}::text as state
      from kinds cross join lateral (
        select * from jobs
          where jobs.name = kinds.name and ${isInState}
            and ${asked.cursor === null ? sql`true` : sql`id < ${asked.cursor}::bigint`}
          order by id desc limit ${asked.limit}) j
      where kinds.name is not null and ${isOf(asked.domains)}
      order by j.id desc limit ${asked.limit}`,
  )
}

export function findJob(db: Db, id: string, domains: readonly string[] | null): Promise<QueuedJob | null> {
  return maybeOne(
    db,
    sql<QueuedJob>`select ${columns}, case ${sql.join(whens, sql` `)} end as state
      from jobs j where j.id = ${id}::bigint and ${isOf(domains)}`,
  )
}

/** False: it is running, or gone. */
export async function runAgain(db: Db, id: string): Promise<boolean> {
  const changed = await run(
    db,
    sql`update jobs set run_at = now(), attempts = 0 where id = ${id}::bigint and locked_until is null`,
  )
  return changed > 0
}

/** False: it is running, or gone. */
export async function takeOut(db: Db, id: string): Promise<boolean> {
  return (await run(db, sql`delete from jobs where id = ${id}::bigint and locked_until is null`)) > 0
}
