import { deskFailures } from '#contract/console/desk-failures.ts'
import * as contract from '#contract/console/job-routes.ts'
import type { Reach } from '#contract/http/permissions.ts'
import { applyAgain, listProviderEvents } from '#server/domains/inbox/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForStaff } from '#server/platform/http/implement.ts'

import { findJob, listQueue, type QueuedJob, runAgain, takeOut } from './job-queries.ts'

const PER_PAGE = 50

/** The domains whose jobs move money, or look whether it is right. */
const MONEY_DOMAINS = ['ledger', 'inbox', 'payments', 'subscriptions', 'payouts', 'console']

function domainsOf(reach: Reach): readonly string[] | null {
  return reach === 'all' ? null : MONEY_DOMAINS
}

/** The audit log names what was acted on by a UUID: here one of version 8, which ends in the queue's number. */
function subjectOf(jobId: string) {
  const digits = BigInt(jobId).toString(16).padStart(15, '0')
  return { kind: 'job', id: `00000000-0000-8000-8${digits.slice(0, 3)}-${digits.slice(3)}` } as const
}

async function getIdleJob(db: Db, jobId: string, reach: Reach): Promise<QueuedJob> {
  const job = await findJob(db, jobId, domainsOf(reach))
  if (!job) throw new Failure(deskFailures.job_not_found)
  if (job.state === 'running') throw new Failure(deskFailures.job_running)
  return job
}

export const jobImplementations: Implementation[] = [
  implementForStaff(contract.listJobs, async (db, { input, staff }) => {
    const { state = 'failed', cursor = null, limit = PER_PAGE } = input
    const jobs = await listQueue(db, { state, domains: domainsOf(staff.reach), cursor, limit })
    return jobs.map(({ id, createdAt, runAt, ...job }) => ({
      _id: id,
      ...job,
      createdAt: createdAt.toISOString(),
      runAt: runAt.toISOString(),
    }))
  }),

  implementForStaff(contract.retryJob, async (db, { input: { jobId, reason }, staff }) => {
    const job = await getIdleJob(db, jobId, staff.reach)
    if (!(await runAgain(db, jobId))) throw new Failure(deskFailures.job_running)
    staff.audit({
      action: 'retry-job',
      subject: subjectOf(jobId),
      reason,
      before: { job: job.name, state: job.state, attempts: job.attempts },
      after: { job: job.name, state: 'waiting', attempts: 0 },
    })
    return { jobId }
  }),

  implementForStaff(contract.dropJob, async (db, { input: { jobId, reason }, staff }) => {
    const job = await getIdleJob(db, jobId, staff.reach)
    if (!(await takeOut(db, jobId))) throw new Failure(deskFailures.job_running)
    staff.audit({
      action: 'drop-job',
      subject: subjectOf(jobId),
      reason,
      // What it would have been about: ids alone.
      before: { job: job.name, state: job.state, attempts: job.attempts, payload: job.payload },
      after: { job: job.name, state: 'dropped' },
    })
    return { jobId }
  }),

  implementForStaff(contract.listEvents, async (db, { input }) => {
    const { unapplied = false, cursor = null, limit = PER_PAGE } = input
    const events = await listProviderEvents(db, { isWaiting: unapplied, cursor, limit })
    return events.map(({ id, receivedAt, appliedAt, ...event }) => ({
      _id: id,
      ...event,
      receivedAt: receivedAt.toISOString(),
      appliedAt: appliedAt?.toISOString() ?? null,
    }))
  }),

  implementForStaff(contract.applyEvent, async (db, { input: { eventId }, staff, now }) => {
    const event = await applyAgain(db, eventId, now)
    if (!event) throw new Failure(deskFailures.event_not_found)
    staff.audit({
      action: 'apply-event',
      subject: { kind: 'event', id: eventId },
      reason: null,
      before: { event: event.name, isApplied: event.isApplied },
      after: { event: event.name, isQueued: true },
    })
    return { eventId }
  }),
]
