import * as z from 'zod/mini'

import { flag, id, listInput, moment, requiredText } from '../fields.ts'
import { route } from '../http/route.ts'
import { deskFailures as failures } from './desk-failures.ts'
import { JOB_STATES } from './rules.ts'

/** The queue's number of a job. */
const jobId = z.string().check(z.regex(/^\d{1,18}$/, failures.job_not_found.message))

const job = z.object({
  _id: jobId,
  /** `domain.verb`, or `domain:on:event` of a reaction. */
  name: z.string(),
  state: z.enum(JOB_STATES),
  attempts: z.number(),
  maxAttempts: z.number(),
  /** Ids, as they were queued: JSON, cut after 500 characters. */
  payload: z.string(),
  /** The first 1,000 characters of it; '' if it never failed. */
  lastError: z.string(),
  createdAt: moment,
  runAt: moment,
})

export const listJobs = route({
  method: 'GET',
  path: '/staff/jobs',
  caller: 'staff:jobs',
  summary: 'Jobs in one state, the latest first. Those for finance are about money.',
  input: z.object({
    state: z.optional(z.enum(JOB_STATES)),
    /** The `_id` of the last row seen. */
    cursor: z.optional(jobId),
    limit: listInput.limit,
  }),
  output: z.array(job),
  failures: [],
})

const act = z.object({ jobId, reason: requiredText('Give a reason.', 500) })

export const retryJob = route({
  method: 'POST',
  path: '/staff/jobs/:jobId/retry',
  caller: 'staff:jobs',
  stepUp: 'always',
  summary: 'Runs a job again at once, with all its attempts.',
  input: act,
  output: z.object({ jobId }),
  failures: [failures.job_not_found, failures.job_running],
})

export const dropJob = route({
  method: 'POST',
  path: '/staff/jobs/:jobId/drop',
  caller: 'staff:jobs',
  stepUp: 'always',
  summary: 'Takes a job out of the queue, undone.',
  input: act,
  output: z.object({ jobId }),
  failures: [failures.job_not_found, failures.job_running],
})

const storedEvent = z.object({
  _id: id(),
  /** The provider's id of it. */
  eventId: z.string(),
  /** Such as `subscription.charged`. */
  name: z.string(),
  /** What it is about: the provider's id of a subscription, an invoice or a payment; null in rows from before. */
  subject: z.nullable(z.string()),
  receivedAt: moment,
  /** null: it waits. */
  appliedAt: z.nullable(moment),
})

export const listEvents = route({
  method: 'GET',
  path: '/staff/events',
  caller: 'staff:jobs',
  summary:
    'Webhooks of the payment provider, the latest first; `unapplied`: those that wait, the oldest first.',
  input: z.object({ unapplied: z.optional(flag()), cursor: listInput.cursor, limit: listInput.limit }),
  output: z.array(storedEvent),
  failures: [],
})

export const applyEvent = route({
  method: 'POST',
  path: '/staff/events/:eventId/apply',
  caller: 'staff:jobs',
  stepUp: 'always',
  summary:
    'Has a stored webhook applied again, in a moment. What it says is applied once, however often that is asked.',
  input: z.object({ eventId: id() }),
  output: z.object({ eventId: id() }),
  failures: [failures.event_not_found],
})

export const jobRoutes = [listJobs, retryJob, dropJob, listEvents, applyEvent] as const
