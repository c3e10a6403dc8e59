import type { RawBuilder } from 'kysely'
import type * as z from 'zod/mini'

import type { Db } from '../db/query.ts'
import { many, one, prepared, run, sql } from '../db/query.ts'
import type { InTransaction } from '../db/transaction.ts'
import type { Platform } from '../platform.ts'
import { payloadWithTrace } from '../tracing/job-trace.ts'
import { tellWorkers } from './tell-workers.ts'

export interface JobContext {
  platform: Platform
  /** One moment for the whole run. */
  now: Date
  /** Aborts when the server stops and won't wait any longer; the job then fails and runs again. */
  signal: AbortSignal
}

/**
 * Work that is done later, at least once. Payloads are ids: a job reloads, checks again, acts, and is safe to run
 * twice.
 */
export interface Job<Payload = unknown> {
  name: string
  /** Its previous name; jobs queued under it are still run. */
  formerName: string | null
  payload: z.core.$ZodType<Payload>
  maxAttempts: number
  /** A cron pattern, if the job also starts automatically. */
  cron: string | null
  /** It changes something at the payment provider or sends something to people: it waits in a restored copy. */
  reachesOut: boolean
  run: (inTransaction: InTransaction, payload: Payload, context: JobContext) => Promise<void>
}

interface JobDefinition<Schema extends z.core.$ZodType> {
  /** `domain.verb`; stored with every queued job, so renaming needs `formerName` for a release. */
  name: string
  formerName?: string
  payload: Schema
  /** Attempts with exponential backoff before the job is left for a person to look at; 25 span about three days. */
  maxAttempts?: number
  cron?: string
  /** It pays, charges, refunds, or sends a mail or a push. */
  reachesOut?: boolean
}

/** A job that runs in one transaction. */
export function defineJob<Schema extends z.core.$ZodType>(
  definition: JobDefinition<Schema>,
  work: (db: Db, payload: z.core.output<Schema>, context: JobContext) => Promise<void>,
): Job<z.core.output<Schema>> {
  return defineJobInPhases(definition, (inTransaction, payload, context) =>
    inTransaction((db) => work(db, payload, context)),
  )
}

/** A job that talks to another server and opens its own transactions before and after. */
export function defineJobInPhases<Schema extends z.core.$ZodType>(
  definition: JobDefinition<Schema>,
  work: (inTransaction: InTransaction, payload: z.core.output<Schema>, context: JobContext) => Promise<void>,
): Job<z.core.output<Schema>> {
  defined.add(definition.name)
  return {
    name: definition.name,
    formerName: definition.formerName ?? null,
    payload: definition.payload as z.core.$ZodType<z.core.output<Schema>>,
    maxAttempts: definition.maxAttempts ?? 25,
    cron: definition.cron ?? null,
    reachesOut: definition.reachesOut ?? false,
    run: work,
  }
}

/** The names of all jobs that were defined, reactions to events included. */
const defined = new Set<string>()

/**
 * Throws unless the app's domains declare every job that was defined, each once: a forgotten job would be queued and
 * never run, and a forgotten reaction wouldn't even be queued.
 */
export function checkDeclared(jobs: readonly Job[]): void {
  const names = jobs.map(({ name }) => name)
  const missing = [...defined].filter((name) => !names.includes(name))
  if (missing.length > 0) throw new Error(`No domain declares these jobs: ${missing.join(', ')}`)
  const repeated = names.filter((name, index) => names.indexOf(name) !== index)
  if (repeated.length > 0) throw new Error(`These jobs are declared twice: ${repeated.join(', ')}`)
}

export interface EnqueueOptions {
  key?: string
  keepsPlace?: boolean
  isBehind?: boolean
  delayMs?: number
  queue?: string | null
}

/**
 * Queues a job as part of the caller's transaction: it exists exactly if that commits. Repeats with the same `key` are
 * one job, at the place of the first if it `keepsPlace`. Jobs of the same `queue` run one at a time. A job that
 * `isBehind` runs when nothing else is due.
 */
export async function enqueue<Payload>(
  db: Db,
  job: Job<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<void> {
  for (;;) {
    const { id } = await one(db, sql<{ id: number | null }>`select ${addJob(job, payload, options)} as id`)
    // None: a worker took the job with this key at that very moment, and may have read its data before we commit.
    // Queried again, the queue sees that it is running and adds another one.
    if (id !== null) return
  }
}

const queueing = prepared<unknown, QueuedJobs>('queue-jobs', (given) => sql`select from ${addJobsSql(given)}`)

/** Queues a job once for each of many payloads, in one statement. */
export async function enqueueEach<Payload>(
  db: Db,
  job: Job<Payload>,
  payloads: readonly Payload[],
  options: ManyOptions = {},
): Promise<void> {
  if (payloads.length === 0) return
  const jobs = payloads.map((payload) => ({ job, payload }))
  await run(db, queueing(queuedJobs(jobs, options)))
  tellWorkers(db, jobs.length)
}

interface KeyedJob<Payload> {
  key: string
  payload: Payload
}

/**
 * Queues a job once for each of many keys, in one statement; otherwise as {@link enqueue} with a key. In the order of their keys, so
 * that two who queue the same ones wait for each other in turn.
 */
export async function enqueueKeyed<Payload>(
  db: Db,
  job: Job<Payload>,
  jobs: readonly KeyedJob<Payload>[],
): Promise<void> {
  const waiting = new Map(jobs.map(({ key, payload }) => [key, payloadWithTrace(payload)]))
  while (waiting.size > 0) {
    const queued = await many(
      db,
      sql<{ key: string }>`select key from graphile_worker.add_jobs(array(
        select (${job.name}::text, payload::json, null, null, ${job.maxAttempts}::integer, key, null, null)::graphile_worker.job_spec
        from unnest(${[...waiting.keys()]}::text[], ${[...waiting.values()]}::text[]) given (key, payload) order by key))`,
    )
    // Those that a worker has just taken are left out, as by `enqueue`.
    for (const { key } of queued) waiting.delete(key)
  }
}

/** Jobs that are queued together have no keys, unless by {@link enqueueKeyed}. */
export type ManyOptions = Pick<EnqueueOptions, 'isBehind' | 'queue' | 'delayMs'>

/** Jobs that are queued together, as `addJobsSql` takes them. */
export interface QueuedJobs {
  jobNames: string[]
  attempts: number[]
  jobPayloads: string[]
  queue: string | null
  delaySeconds: number
  priority: number
}

export function queuedJobs<Payload>(
  jobs: readonly { job: Job<Payload>; payload: Payload }[],
  { isBehind = false, queue = null, delayMs = 0 }: ManyOptions = {},
): QueuedJobs {
  return {
    jobNames: jobs.map(({ job }) => job.name),
    attempts: jobs.map(({ job }) => job.maxAttempts),
    jobPayloads: jobs.map(({ payload }) => payloadWithTrace(payload)),
    queue,
    delaySeconds: delayMs / 1000,
    priority: isBehind ? 1 : 0,
  }
}

/**
 * Queues all of these jobs at once: `add_job` costs a millisecond each, most of it for looking at its tables. The workers
 * have to be told after the commit, by `tellWorkers`.
 */
export function addJobsSql(given: QueuedJobs): RawBuilder<unknown> {
  return sql`queue_jobs(${given.jobNames}::text[], ${given.attempts}::smallint[], ${given.jobPayloads}::text[],
    ${given.queue}::text, make_interval(secs => ${given.delaySeconds}), ${given.priority}::integer)`
}

/** The SQL that queues a job and returns its id: null when it has to be queued again. */
export function addJob<Payload>(
  job: Job<Payload>,
  payload: Payload,
  options: EnqueueOptions,
): RawBuilder<unknown> {
  return sql`(graphile_worker.add_job(
    ${job.name}::text,
    payload => ${payloadWithTrace(payload)}::json,
    run_at => now() + make_interval(secs => ${(options.delayMs ?? 0) / 1000}),
    max_attempts => ${job.maxAttempts}::integer,
    job_key => ${options.key ?? null}::text,
    job_key_mode => ${options.keepsPlace ? 'preserve_run_at' : 'replace'}::text,
    priority => ${options.isBehind ? 1 : 0}::integer,
    queue_name => ${options.queue ?? null}::text
  )).id`
}
