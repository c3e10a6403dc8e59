import type { StaffRole } from '#contract/http/permissions.ts'

import { STAFF } from './door-verdicts.ts'

/*
 * The calls of the console, kept by hand: what each role on the staff gets. Nobody else gets in at all. That they are
 * made: staff-access.test.ts.
 */

export type StaffVerdicts = Record<StaffRole, 'ok' | 403>

const MONEY = { operator: 'ok', moderator: 403, support: 403, finance: 'ok' } as const
const EVERY_ROLE = { operator: 'ok', moderator: 'ok', support: 'ok', finance: 'ok' } as const

export const CONSOLE_STAFF: Record<string, StaffVerdicts> = {
  'GET /staff/me': EVERY_ROLE,
  'GET /staff/money': MONEY,
  'GET /staff/disputes': MONEY,
  'GET /staff/disputes/:disputeId': MONEY,
  'POST /staff/disputes/:disputeId/evidence': MONEY,
  'GET /staff/jobs': MONEY,
  'POST /staff/jobs/:jobId/retry': MONEY,
  'POST /staff/jobs/:jobId/drop': MONEY,
  'GET /staff/events': MONEY,
  'POST /staff/events/:eventId/apply': MONEY,
}

const names = Object.keys(CONSOLE_STAFF)

/** In the table of who may call what. */
export const CONSOLE_ACCESS = Object.fromEntries(names.map((name) => [name, STAFF] as const))

/** In the table of what a suspension does: the staff see what is suspended, and whom. */
export const CONSOLE_SUSPENSIONS = Object.fromEntries(names.map((name) => [name, 'staff'] as const))
