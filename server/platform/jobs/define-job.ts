import type { RawBuilder } from 'kysely'
import type * as z from 'zod/mini'

import type { Db } from '../db/query.ts'
import { prepared, run, sql } from '../db/query.ts'
import type { InTransaction } from '../db/transaction.ts'
import type { Platform } from '../platform.ts'
import { payloadWithTrace } from '../tracing/job-trace.ts'
import { wakeWorkers } from './wake-workers.ts'

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
  payload: z.core.$ZodType<Payload>
  maxAttempts: number
  /** When the job also starts automatically: a pattern for `parseCron`, in UTC. */
  cron: string | null
  /** It changes something at the payment provider or sends something to people: it waits in a restored copy. */
  reachesOut: boolean
  run: (inTransaction: InTransaction, payload: Payload, context: JobContext) => Promise<void>
}

interface JobDefinition<Schema extends z.core.$ZodType> {
  /** `domain.verb`; stored with every queued job. */
  name: string
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
 * one job until it begins, at the time of the first if it `keepsPlace`; one that is queued while it runs runs afterwards.
 * Jobs of the same `queue` run one at a time. A job that `isBehind` runs when nothing else is due.
 */
export async function enqueue<Payload>(
  db: Db,
  job: Job<Payload>,
  payload: Payload,
  { key, ...options }: EnqueueOptions = {},
): Promise<void> {
  await addJobs(db, [{ job, payload, key }], options)
}

/** Queues a job once for each of many payloads, in one statement. */
export async function enqueueEach<Payload>(
  db: Db,
  job: Job<Payload>,
  payloads: readonly Payload[],
  options: CommonOptions = {},
): Promise<void> {
  if (payloads.length === 0) return
  const jobs = payloads.map((payload) => ({ job, payload }))
  await addJobs(db, jobs, options)
}

interface KeyedJob<Payload> {
  key: string
  payload: Payload
}

/** Queues a job once for each of many keys, in one statement; otherwise as {@link enqueue} with a key. */
export async function enqueueKeyed<Payload>(
  db: Db,
  job: Job<Payload>,
  jobs: readonly KeyedJob<Payload>[],
): Promise<void> {
  if (jobs.length === 0) return
  const byKey = new Map(jobs.map(({ key, payload }) => [key, { job, key, payload }]))
  await addJobs(db, [...byKey.values()])
}

/** What jobs that are queued together have in common. */
export type CommonOptions = Omit<EnqueueOptions, 'key'>

/** Jobs that are queued together, as `queueJobsSql` takes them. */
export interface QueuedJobs {
  jobNames: string[]
  jobPayloads: string[]
  keys: (string | null)[]
  maxAttempts: number[]
  queue: string | null
  delaySeconds: number
  priority: number
  keepsPlace: boolean
}

interface JobToQueue<Payload> {
  job: Job<Payload>
  payload: Payload
  key?: string | undefined
}

export function queuedJobs<Payload>(
  jobs: readonly JobToQueue<Payload>[],
  { isBehind = false, queue = null, delayMs = 0, keepsPlace = false }: CommonOptions = {},
): QueuedJobs {
  return {
    jobNames: jobs.map(({ job }) => job.name),
    jobPayloads: jobs.map(({ payload }) => payloadWithTrace(payload)),
    keys: jobs.map(({ key }) => key ?? null),
    maxAttempts: jobs.map(({ job }) => job.maxAttempts),
    queue,
    delaySeconds: delayMs / 1000,
    priority: isBehind ? 1 : 0,
    keepsPlace,
  }
}

/** In the order of their keys, so that two who queue the same ones wait for each other in turn. */
export function queueJobsSql(given: QueuedJobs): RawBuilder<unknown> {
  return sql`insert into jobs (name, payload, key, max_attempts, queue, priority, run_at)
    select name, payload::json, key, max_attempts, ${given.queue}::text, ${given.priority}::smallint,
      now() + make_interval(secs => ${given.delaySeconds})
    from unnest(${given.jobNames}::text[], ${given.jobPayloads}::text[], ${given.keys}::text[],
      ${given.maxAttempts}::smallint[]) with ordinality given (name, payload, key, max_attempts, place)
    order by key, place
    on conflict (key, (locked_until is null)) where key is not null do update set
      name = excluded.name, payload = excluded.payload, queue = excluded.queue, priority = excluded.priority,
      attempts = 0, max_attempts = excluded.max_attempts, last_error = null,
      run_at = case when ${given.keepsPlace}::boolean and jobs.attempts = 0 then jobs.run_at else excluded.run_at end`
}

const queueing = prepared<unknown, QueuedJobs>('queue-jobs', queueJobsSql)

async function addJobs<Payload>(
  db: Db,
  jobs: readonly JobToQueue<Payload>[],
  options?: CommonOptions,
): Promise<void> {
  await run(db, queueing(queuedJobs(jobs, options)))
  wakeWorkers(db)
}
