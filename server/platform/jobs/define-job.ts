import type { RawBuilder } from 'kysely'
import type * as z from 'zod/mini'

import type { Db } from '../db/query.ts'
import { one, sql } from '../db/query.ts'
import type { InTransaction } from '../http/implement.ts'
import type { Platform } from '../platform.ts'

export interface JobContext {
  platform: Platform
  /** One moment for the whole run. */
  now: Date
  /** Aborts when the server stops and will not wait any longer; the job then fails and is run again. */
  signal: AbortSignal
}

/**
 * Work that is done later, at least once. Payloads are ids: a job reloads, checks again, acts, and is safe to run
 * twice.
 */
export interface Job<Payload = unknown> {
  name: string
  /** What it was called before; jobs that wait under that name are done, too. */
  formerName: string | null
  payload: z.core.$ZodType<Payload>
  maxAttempts: number
  /** Cron pattern, when the job also starts by itself. */
  cron: string | null
  run: (inTransaction: InTransaction, payload: Payload, context: JobContext) => Promise<void>
}

interface JobDefinition<Schema extends z.core.$ZodType> {
  /** `domain.verb`; stored with every waiting job, so that a new name needs `formerName` for a release. */
  name: string
  formerName?: string
  payload: Schema
  /** Attempts with exponential backoff before the job is left for a person to look at; 25 spans about three days. */
  maxAttempts?: number
  cron?: string
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
  return {
    name: definition.name,
    formerName: definition.formerName ?? null,
    payload: definition.payload as z.core.$ZodType<z.core.output<Schema>>,
    maxAttempts: definition.maxAttempts ?? 25,
    cron: definition.cron ?? null,
    run: work,
  }
}

export interface EnqueueOptions {
  key?: string
  keepsPlace?: boolean
  isBehind?: boolean
  delayMs?: number
  queue?: string | null
}

/**
 * Puts a job into the queue as part of the caller's transaction: it exists exactly when what it belongs to does.
 * `key` makes repeats one job, at the place of the first that waits if it `keepsPlace`. Of the jobs of one `queue`, one
 * runs at a time. What `isBehind` is taken when nothing else is due.
 */
export async function enqueue<Payload>(
  db: Db,
  job: Job<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<void> {
  for (;;) {
    const { id } = await one(db, sql<{ id: number | null }>`select ${addJob(job, payload, options)} as id`)
    // None: a worker took the job with this key in the very moment, and may have read what it needs before we commit.
    // Asked again, the queue sees that it runs and makes another one.
    if (id !== null) return
  }
}

/** The SQL that puts a job into the queue and answers its id: null when it has to be asked for again. */
export function addJob<Payload>(
  job: Job<Payload>,
  payload: Payload,
  options: EnqueueOptions,
): RawBuilder<unknown> {
  return sql`(graphile_worker.add_job(
    ${job.name}::text,
    payload => ${JSON.stringify(payload)}::json,
    run_at => now() + make_interval(secs => ${(options.delayMs ?? 0) / 1000}),
    max_attempts => ${job.maxAttempts}::integer,
    job_key => ${options.key ?? null}::text,
    job_key_mode => ${options.keepsPlace ? 'preserve_run_at' : 'replace'}::text,
    priority => ${options.isBehind ? 1 : 0}::integer,
    queue_name => ${options.queue ?? null}::text
  )).id`
}
