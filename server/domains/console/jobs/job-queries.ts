import { JOB_STATES, type JobState } from '#contract/console/rules.ts'
import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'
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

/** The queue's own view has no payloads. */
const columns = sql`j.id::text as id, t.identifier as name, j.attempts, j.max_attempts as "maxAttempts",
  left(j.payload::text, ${PAYLOAD_SHOWN}) as payload, left(coalesce(j.last_error, ''), ${ERROR_SHOWN}) as "lastError",
  j.created_at as "createdAt", j.run_at as "runAt"`

/** Whether a job's name, `domain.verb` or `domain:on:event`, is of one of these domains; null: any will do. */
function isOf(domains: readonly string[] | null) {
  return domains === null
    ? sql`true`
    : sql`split_part(split_part(t.identifier, ':', 1), '.', 1) = any(${[...domains]}::text[])`
}

/** The latest first. They are the latest of each kind of job, which an index of this state has in their order. */
export function listQueue(
  db: Db,
  asked: { state: JobState; domains: readonly string[] | null; cursor: string | null; limit: number },
): Promise<QueuedJob[]> {
  return many(
    db,
    sql<QueuedJob>`select ${columns}, ${asked.state}::text as state
      from graphile_worker._private_tasks t cross join lateral (
        select * from graphile_worker._private_jobs
          where task_id = t.id and ${sql.raw(JOB_STATE_CONDITIONS[asked.state])}
            and ${asked.cursor === null ? sql`true` : sql`id < ${asked.cursor}::bigint`}
          order by id desc limit ${asked.limit}) j
      where ${isOf(asked.domains)}
      order by j.id desc limit ${asked.limit}`,
  )
}

export function findJob(db: Db, id: string, domains: readonly string[] | null): Promise<QueuedJob | null> {
  return maybeOne(
    db,
    sql<QueuedJob>`select ${columns}, case ${sql.join(whens, sql` `)} end as state
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.id = ${id}::bigint and ${isOf(domains)}`,
  )
}

/** By the queue's own functions, which leave a running job alone: false then. */
export async function runAgain(db: Db, id: string): Promise<boolean> {
  const changed = await many(
    db,
    sql`select id from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`,
  )
  return changed.length > 0
}

/** False: it is running, or gone. */
export async function takeOut(db: Db, id: string): Promise<boolean> {
  return (await many(db, sql`select id from graphile_worker.complete_jobs(array[${id}::bigint])`)).length > 0
}
