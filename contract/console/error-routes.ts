import * as z from 'zod/mini'

import { id, listInput, moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { deskFailures as failures } from './desk-failures.ts'
import { ERROR_STATES } from './rules.ts'

export const listErrors = route({
  method: 'GET',
  path: '/staff/errors',
  caller: 'staff:settings',
  summary:
    'Errors that nobody expected, in groups, those that happened last first. Groups that haven’t happened for 90 days are forgotten.',
  input: z.object({ state: z.optional(z.enum(ERROR_STATES)), ...listInput }),
  output: z.array(
    z.object({
      _id: id(),
      source: z.enum(['request', 'job']),
      /** The route's pattern, or the job's name. */
      place: z.string(),
      /** Class, code and constraint; never the text, which may quote somebody. */
      kind: z.string(),
      /** Of the newest one: places in our own files, the innermost first. */
      frames: z.array(z.string()),
      /** Of the newest one: what its answer and the log call it; null for a job's. */
      reference: z.nullable(z.string()),
      release: z.string(),
      count: z.number(),
      firstSeenAt: moment,
      lastSeenAt: moment,
      resolvedAt: z.nullable(moment),
    }),
  ),
  failures: [],
})

export const resolveError = route({
  method: 'POST',
  path: '/staff/errors/:errorId/resolve',
  caller: 'staff:settings',
  stepUp: 'always',
  summary: 'Marks a group as resolved; it is open again when it happens again.',
  input: z.object({ errorId: id() }),
  output: z.object({ errorId: id() }),
  failures: [failures.error_not_found],
})

export const errorRoutes = [listErrors, resolveError] as const
