import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'zod/v4/core'
import {
  type JobHelpers,
  Logger,
  type ParsedCronItem,
  parseCronItems,
  run,
  type Runner,
  runMigrations,
  runOnce,
  type TaskList,
} from 'graphile-worker'
import type pg from 'pg'

import type { Log } from '../log.ts'
import type { Platform } from '../platform.ts'
import type { Job } from './define-job.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { retryingPool } from './retrying-pool.ts'

export interface JobRunner {
  /** Lets running jobs end; those that are cut off by the process ending run again elsewhere. */
  stop(): Promise<void>
}

/** Creates or updates the queue's own tables. */
export async function migrateJobs(pool: pg.Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: workerLogger(log) })
}

/** How long after it ended by itself the queue is worked on again. */
const RESTART_AFTER_MS = 1000

/**
 * Works through the queue until stopped. The library ends its workers when it could not write down what became of a
 * job; they are started again then, and the heartbeat gives back what they had taken.
 */
export async function startJobs(platform: Platform, jobs: readonly Job[]): Promise<JobRunner> {
  const heartbeat = startHeartbeat(platform.database.pool, platform.log)
  const start = (): Promise<Runner> => runQueue(platform, jobs, heartbeat)
  const stopping = new AbortController()
  let runner = await start()

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      const error = await runner.promise.then(
        () => null,
        (reason: unknown) => reason,
      )
      if (stopping.signal.aborted) return
      platform.log.error({ err: error }, 'the workers of the queue ended, and are started again')
      await restart()
    }
  }

  async function restart(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(RESTART_AFTER_MS, null, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        const started = await start()
        if (stopping.signal.aborted) await stopRunner(started)
        else runner = started
        return
      } catch (error) {
        platform.log.error({ err: error }, 'the workers of the queue could not be started')
      }
    }
  }

  const kept = keepRunning()
  return {
    async stop() {
      stopping.abort()
      heartbeat.stop()
      await stopRunner(runner)
      await kept
    },
  }
}

/** Stopping one that has ended by itself is no failure; what else goes wrong then, the library logs. */
async function stopRunner(runner: Runner): Promise<void> {
  await runner.stop().catch(() => undefined)
}

function runQueue(platform: Platform, jobs: readonly Job[], heartbeat: Heartbeat): Promise<Runner> {
  return run({
    events: heartbeat.events,
    pgPool: retryingPool(platform.database.pool),
    taskList: taskList(platform, jobs),
    preset: {
      worker: {
        concurrentJobs: 4,
        pollInterval: 1000,
        // Asking for jobs one by one costs more than many of them do. A short time to live: nodes share the queue, and
        // what waits behind four long jobs of ours may be done by another.
        localQueue: { size: 16, ttl: 10_000 },
        completeJobBatchDelay: 0,
      },
    },
    // Signals are the server's to handle: it stops the jobs after the last request is answered.
    noHandleSignals: true,
    logger: workerLogger(platform.log),
    parsedCronItems: cronItems(jobs),
  })
}

/** What starts by itself. While one of a kind still waits to be tried again, the next takes its place. */
export function cronItems(jobs: readonly Job[]): ParsedCronItem[] {
  return parseCronItems(
    jobs.flatMap(({ name, cron, maxAttempts }) =>
      cron
        ? [{ task: name, match: cron, identifier: name, options: { maxAttempts, jobKey: `cron:${name}` } }]
        : [],
    ),
  )
}

/** Runs what is due now, so many jobs at a time, and returns; tests step through time with it. */
export async function drainJobs(platform: Platform, jobs: readonly Job[], concurrency = 1): Promise<void> {
  await runOnce({
    pgPool: platform.database.pool,
    taskList: taskList(platform, jobs),
    concurrency,
    noHandleSignals: true,
    logger: workerLogger(platform.log),
  })
}

function taskList(platform: Platform, jobs: readonly Job[]): TaskList {
  const { db } = platform.database
  return Object.fromEntries(
    jobs.flatMap((job) => {
      const work = async (payload: unknown, { abortSignal }: JobHelpers) => {
        const parsed = job.cron && isCronPayload(payload) ? {} : payload
        await job.run((inside) => db.transaction().execute(inside), parse(job.payload, parsed), {
          platform,
          now: platform.clock.now(),
          signal: abortSignal,
        })
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
