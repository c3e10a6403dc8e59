import { setTimeout as sleep } from 'node:timers/promises'
import {
  type JobHelpers,
  Logger,
  type ParsedCronItem,
  parseCronItems,
  run,
  type Runner,
  type RunnerOptions,
  runMigrations,
  runOnce,
  type TaskList,
} from 'graphile-worker'
import { parse } from 'zod/v4/core'

import { withMigrationLock } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { one, sql } from '../db/query.ts'
import { transactionsOf } from '../db/transaction.ts'
import { noteError } from '../errors/note-error.ts'
import type { Log } from '../log.ts'
import type { Platform } from '../platform.ts'
import { apartFromTrace } from '../tracing/job-trace.ts'
import { inSpan } from '../tracing/spans.ts'
import { type ClockWatch, forgetFutureRuns, startClockWatch } from './clock-watch.ts'
import type { Job } from './define-job.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { measureJob } from './job-metrics.ts'
import { addQueueIndexes } from './queue-indexes.ts'
import { retryingPool } from './retrying-pool.ts'

export interface JobRunner {
  /** Lets running jobs finish; those cut off when the process ends run again elsewhere. */
  stop(): Promise<void>
}

/** Creates or updates the queue's own tables, and our indexes on them, past a pooler: one connection holds a lock meanwhile. */
export async function migrateJobs({ direct }: Pick<Database, 'direct'>, log: Log): Promise<void> {
  await runMigrations({ pgPool: direct.pool, logger: workerLogger(log) })
  await withMigrationLock(direct.db, addQueueIndexes)
}

/** How soon the queue is worked on again after it ended of its own accord. */
const RESTART_AFTER_MS = 1000
/** How long a stop waits for workers that were replaced earlier. */
const REPLACED_STOP_MS = 5000

/**
 * Works through the queue until stopped, whatever becomes of the database meanwhile: its statements wait until it answers
 * again. The library ends its workers when it couldn't record a job's outcome for another reason, and a connection that broke
 * may have taken jobs that nobody heard of. In both cases others are started, and the heartbeat gives back what is left. While
 * this machine's clock is wrong nobody works here (clock-watch.ts).
 */
export async function startJobs(
  platform: Platform,
  jobs: readonly Job[],
  clock: ClockWatch = startClockWatch(platform.database.askForTime, platform.log),
): Promise<JobRunner> {
  const heartbeat = startHeartbeat(platform.database.direct.db, platform.log)
  const stopping = new AbortController()
  const start = (): Promise<Workers> =>
    startWorkers(platform, jobs, { heartbeat, clock, signal: stopping.signal })
  const replaced = new Set<Promise<void>>()
  await clock.look()
  let workers = clock.isRight() ? await start() : null

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (workers) {
        const error = await workers.haveEnded
        if (stopping.signal.aborted) return
        platform.log.error({ err: error }, 'the job workers are being restarted')
        heartbeat.retire()
        const stopped = stopRunner(workers.runner).finally(() => replaced.delete(stopped))
        replaced.add(stopped)
        workers = null
      }
      await clock.untilRight(stopping.signal)
      await restart()
    }
  }

  async function restart(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(RESTART_AFTER_MS, null, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted || !clock.isRight()) return
      try {
        const started = await start()
        if (stopping.signal.aborted) await stopRunner(started.runner)
        else workers = started
        return
      } catch (error) {
        platform.log.error({ err: error }, 'the job workers could not be started')
      }
    }
  }

  const kept = keepRunning()
  return {
    async stop() {
      stopping.abort()
      heartbeat.stop()
      clock.stop()
      if (workers) await stopRunner(workers.runner)
      await kept
      await Promise.race([Promise.all(replaced), sleep(REPLACED_STOP_MS, null, { ref: false })])
    },
  }
}

/** Stopping one that has already ended is no failure; the library logs anything else that goes wrong then. */
async function stopRunner(runner: Runner): Promise<void> {
  await runner.stop().catch(() => undefined)
}

interface Workers {
  runner: Runner
  /** Why others have to be started instead; they may still be finishing jobs. */
  haveEnded: Promise<unknown>
}

async function startWorkers(
  platform: Platform,
  jobs: readonly Job[],
  { heartbeat, clock, signal }: { heartbeat: Heartbeat; clock: ClockWatch; signal: AbortSignal },
): Promise<Workers> {
  const { promise: haveEnded, resolve: end } = Promise.withResolvers<unknown>()
  clock.onChange(() => end(new Error('The clock is wrong, or was set.')))
  await forgetFutureRuns(platform.database.direct.db)
  const onRepeated = () => end(new Error('The connection of the queue was lost.'))
  const runner = await run({
    events: heartbeat.events,
    pgPool: retryingPool(platform.database.direct.pool, { signal, onRepeated }),
    taskList: taskList(platform, jobs),
    preset: {
      worker: {
        concurrentJobs: 4,
        pollInterval: 1000,
        // Fetching jobs one by one costs more than many of them do. A short time to live: nodes share the queue, and
        // another may run the jobs that wait behind four long ones of ours.
        localQueue: { size: 16, ttl: 10_000 },
        // In batches, whose failures the library hears of.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    // Signals are the server's to handle: it stops the jobs after the last request is answered.
    noHandleSignals: true,
    logger: workerLogger(platform.log),
    parsedCronItems: cronItems(jobs),
  })
  runner.promise.then(() => end(null), end)
  return { runner, haveEnded }
}

/** Jobs that start automatically. While one of a kind still waits to be retried, the next takes its place. */
export function cronItems(jobs: readonly Job[]): ParsedCronItem[] {
  return parseCronItems(
    jobs.flatMap(({ name, cron, maxAttempts }) =>
      cron
        ? [{ task: name, match: cron, identifier: name, options: { maxAttempts, jobKey: `cron:${name}` } }]
        : [],
    ),
  )
}

/** A queue held by a dead worker is never released. */
const DRAINS_MOST = 20

/**
 * Runs the jobs due now, up to `concurrency` at a time, and returns once their outcomes are stored; tests step through
 * time with it. One run may end before the last job of a named queue has let go of it, hence again until nothing is due.
 * Answers whether anything was.
 */
export async function drainJobs(platform: Platform, jobs: readonly Job[], concurrency = 1): Promise<boolean> {
  const options = drainOptions(platform, jobs, concurrency)
  const names = Object.keys(options.taskList)
  for (let turn = 0; turn < DRAINS_MOST; turn += 1) {
    if (!(await isAnyDue(platform, names))) return turn > 0
    await runOnce(options)
  }
  return true
}

interface Drain {
  jobs: readonly Job[]
  concurrency: number
  options: RunnerOptions & { taskList: TaskList }
}

/** The library keeps what it knows of each set of options until the process ends, so a drain like the last one has the same. */
const drains = new WeakMap<Platform, Drain>()

function drainOptions(platform: Platform, jobs: readonly Job[], concurrency: number): Drain['options'] {
  const last = drains.get(platform)
  if (last?.jobs === jobs && last.concurrency === concurrency) return last.options
  const options = {
    pgPool: platform.database.direct.pool,
    taskList: taskList(platform, jobs),
    concurrency,
    // Only batches are waited for: otherwise a run ends while outcomes are still being written, and a job that failed
    // would be put off from the clock's new time, not from the one it failed at.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    logger: workerLogger(platform.log),
  }
  drains.set(platform, { jobs, concurrency, options })
  return options
}

async function isAnyDue({ database }: Platform, names: readonly string[]): Promise<boolean> {
  const { isDue } = await one(
    database.db,
    sql<{
      isDue: boolean
    }>`select exists (select from graphile_worker.jobs where task_identifier = any(${names})
      and run_at <= now() and attempts < max_attempts and locked_at is null) as "isDue"`,
  )
  return isDue
}

/** In a restored copy, what reaches out stays in the queue untouched: no worker knows it. */
function taskList(platform: Platform, jobs: readonly Job[]): TaskList {
  const { db } = platform.database
  const known = platform.restoredCopy ? jobs.filter(({ reachesOut }) => !reachesOut) : jobs
  return Object.fromEntries(
    known.flatMap((job) => {
      const work = (stored: unknown, { abortSignal, job: { attempts } }: JobHelpers) => {
        const { payload, trace } = apartFromTrace(stored)
        const parsed = job.cron && isCronPayload(payload) ? {} : payload
        const attempt = async () => {
          try {
            await job.run(transactionsOf(db), parse(job.payload, parsed), {
              platform,
              now: platform.clock.now(),
              signal: abortSignal,
            })
          } catch (error) {
            if (!abortSignal.aborted)
              noteError(platform, error, { source: 'job', place: job.name, reference: null })
            throw error
          }
        }
        return inSpan(
          `job ${job.name}`,
          'consumer',
          { 'cheers.attempt': attempts },
          () => measureJob(job.name, attempt),
          trace,
        )
      }
      const names = [job.name, job.formerName].filter((name) => name !== null)
      return names.map((name) => [name, work])
    }),
  )
}

function isCronPayload(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && '_cron' in payload
}

function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    const error = meta?.['error']
    if (level === 'error') log.error({ err: error }, message)
    else if (level === 'warning') log.warn({ err: error }, message)
    else log.debug(message)
  })
}
