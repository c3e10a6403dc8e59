import { setTimeout as sleep } from 'node:timers/promises'

import type { Platform } from '../platform.ts'
import {
  type ClaimedJob,
  claimJobs,
  endLeases,
  extendLeases,
  giveBack,
  type Outcome,
  storeOutcomes,
} from './claims.ts'
import { type ClockWatch, startClockWatch } from './clock-watch.ts'
import type { Job } from './define-job.ts'
import { runJob, runnableJobs } from './run-job.ts'
import { createSchedules } from './schedules.ts'
import { onWake } from './wake-workers.ts'

export interface JobRunner {
  /** Lets running jobs finish; those cut off when the process ends run again elsewhere. */
  stop(): Promise<void>
}

/** Jobs that a node runs at once. */
const CONCURRENT = 4
/** Claimed at once for each that could begin: many jobs are over sooner than one can be claimed. */
const CLAIMED_EACH = 4
/** How soon a job that another process queued is seen. */
const POLL_MS = 250
const RETRY_MS = 1000
/** Several times within a lease (claims.ts). */
const LEASES_EVERY_MS = 3000
const SCHEDULES_EVERY_MS = 1000
/** How long a stop waits for running jobs before their signal is aborted. */
const ABORT_AFTER_MS = 5000

/**
 * Works through the queue until stopped. What fails because the database is away, or a deadlock was lost, is done again a moment
 * later. While this machine's clock is wrong nobody works here (clock-watch.ts).
 */
export async function startJobs(
  platform: Platform,
  jobs: readonly Job[],
  clock: ClockWatch = startClockWatch(platform.database.askForTime, platform.log),
): Promise<JobRunner> {
  const { log } = platform
  const { db } = platform.database.direct
  const runnable = runnableJobs(platform, jobs)
  const names = [...runnable.keys()]
  const schedules = createSchedules([...runnable.values()])
  const stopping = new AbortController()
  const aborting = new AbortController()
  /** Claimed, and not begun. */
  const waiting: ClaimedJob[] = []
  const running = new Set<ClaimedJob>()
  /** Ended, and not stored. */
  const ended: Outcome[] = []
  let isWoken = false
  let endPause = () => {}

  function wake(): void {
    isWoken = true
    endPause()
  }

  async function pause(): Promise<void> {
    if (!isWoken)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS)
        endPause = () => (clearTimeout(timer), resolve())
      })
    isWoken = false
  }

  function begin(): void {
    while (running.size < CONCURRENT && !stopping.signal.aborted && clock.isRight()) {
      const job = waiting.shift()
      if (!job) return
      void run(job)
    }
  }

  async function run(job: ClaimedJob): Promise<void> {
    running.add(job)
    ended.push(await runJob(platform, runnable, job, aborting.signal))
    running.delete(job)
    begin()
    wake()
  }

  async function storeEnded(): Promise<void> {
    if (ended.length === 0) return
    const stored = [...ended]
    await storeOutcomes(db, stored)
    ended.splice(0, stored.length)
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted || running.size > 0 || waiting.length > 0) {
      const isDone = await tried('the queue is tried again', async () => {
        await storeEnded()
        const free = CONCURRENT - running.size
        if (stopping.signal.aborted) await giveBack(db, waiting.splice(0))
        else if (free > 0 && waiting.length === 0 && clock.isRight())
          waiting.push(...(await claimJobs(db, names, free * CLAIMED_EACH)))
      })
      begin()
      await (isDone ? pause() : sleep(RETRY_MS))
    }
  }

  /** Those that had to wait behind long ones go to whoever is free. */
  async function keepLeases(): Promise<void> {
    await giveBack(db, waiting.splice(0))
    await extendLeases(db, [...running, ...ended.map(({ job }) => job)])
    await endLeases(db)
  }

  /** Answers whether it could be done. */
  async function tried(what: string, act: () => Promise<void>): Promise<boolean> {
    try {
      await act()
      return true
    } catch (error) {
      log.warn({ err: error }, what)
      return false
    }
  }

  function regularly(everyMs: number, what: string, act: () => Promise<void>): { stop(): Promise<void> } {
    let turn: Promise<boolean> | null = null
    const timer = setInterval(() => {
      turn ??= tried(what, act).finally(() => (turn = null))
    }, everyMs)
    timer.unref()
    return {
      async stop() {
        clearInterval(timer)
        await turn
      },
    }
  }

  await clock.look()
  const leases = regularly(LEASES_EVERY_MS, 'the leases of jobs are extended later', keepLeases)
  const schedule = regularly(SCHEDULES_EVERY_MS, 'regular jobs are queued later', async () => {
    const nowMs = await platform.database.askForTime()
    if (clock.isRight()) await schedules.queueDue(db, nowMs)
  })
  const stopListening = onWake(wake)
  const worked = work()
  return {
    async stop() {
      stopping.abort()
      stopListening()
      wake()
      clock.stop()
      const abort = setTimeout(() => aborting.abort(), ABORT_AFTER_MS)
      await worked
      clearTimeout(abort)
      await schedule.stop()
      await leases.stop()
      await tried('jobs that ended run again', storeEnded)
    },
  }
}

/**
 * Runs the jobs due now, up to `concurrency` at a time, and returns once their outcomes are stored; tests step through
 * time with it. Answers whether anything was due.
 */
export async function drainJobs(platform: Platform, jobs: readonly Job[], concurrency = 1): Promise<boolean> {
  const { db } = platform.database.direct
  const runnable = runnableJobs(platform, jobs)
  const { signal } = new AbortController()
  for (let hasRun = false; ; hasRun = true) {
    const claimed = await claimJobs(db, [...runnable.keys()], concurrency)
    if (claimed.length === 0) return hasRun
    await storeOutcomes(db, await Promise.all(claimed.map((job) => runJob(platform, runnable, job, signal))))
  }
}
