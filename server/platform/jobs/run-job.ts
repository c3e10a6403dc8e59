import { parse } from 'zod/v4/core'

import { transactionsOf } from '../db/transaction.ts'
import { noteError } from '../errors/note-error.ts'
import type { Platform } from '../platform.ts'
import { apartFromTrace } from '../tracing/job-trace.ts'
import { inSpan } from '../tracing/spans.ts'
import type { ClaimedJob, Outcome } from './claims.ts'
import type { Job } from './define-job.ts'
import { measureJob } from './job-metrics.ts'

/** The jobs this process may run, by name. In a restored copy, what reaches out stays in the queue untouched. */
export function runnableJobs(platform: Platform, jobs: readonly Job[]): Map<string, Job> {
  const runnable = platform.restoredCopy ? jobs.filter(({ reachesOut }) => !reachesOut) : jobs
  return new Map(runnable.map((job) => [job.name, job]))
}

/** One attempt. Never throws: how it ended is to be stored. */
export async function runJob(
  platform: Platform,
  jobs: ReadonlyMap<string, Job>,
  claimed: ClaimedJob,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const job = jobs.get(claimed.name)
    if (!job) throw new Error(`There is no job ${claimed.name}`)
    const { payload, trace } = apartFromTrace(claimed.payload)
    const attempt = async () => {
      try {
        await job.run(transactionsOf(platform.database.db), parse(job.payload, payload), {
          platform,
          now: platform.clock.now(),
          signal,
        })
      } catch (error) {
        if (!signal.aborted) noteError(platform, error, { source: 'job', place: job.name, reference: null })
        throw error
      }
    }
    await inSpan(
      `job ${job.name}`,
      'consumer',
      { 'cheers.attempt': claimed.attempts },
      () => measureJob(job.name, attempt),
      trace,
    )
    return { job: claimed, error: null }
  } catch (error) {
    platform.log.error({ err: error, job: claimed.name, attempt: claimed.attempts }, 'a job failed')
    return { job: claimed, error: error instanceof Error ? error.message : String(error) }
  }
}
