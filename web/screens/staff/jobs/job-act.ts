import type { listJobs } from '#contract/console/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'

export type QueuedJob = OutputOf<typeof listJobs>[number]

/** What somebody is about to do to a job. */
export interface JobAct {
  kind: 'retry' | 'drop'
  job: QueuedJob
}
