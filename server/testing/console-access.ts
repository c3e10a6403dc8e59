import type { StaffRole } from '#contract/http/permissions.ts'

import { STAFF } from './door-verdicts.ts'

/*
 * The calls of the console, kept by hand: what each role on the staff gets. Nobody else gets in at all. That they are
 * made: staff-access.test.ts.
 */

export type StaffVerdicts = Record<StaffRole, 'ok' | 403>

const EVERY_ROLE = { operator: 'ok', moderator: 'ok', support: 'ok', finance: 'ok' } as const

export const CONSOLE_STAFF: Record<string, StaffVerdicts> = {
  'GET /staff/me': EVERY_ROLE,
}

const names = Object.keys(CONSOLE_STAFF)

/** In the table of who may call what. */
export const CONSOLE_ACCESS = Object.fromEntries(names.map((name) => [name, STAFF] as const))

/** In the table of what a suspension does: the staff see what is suspended, and whom. */
export const CONSOLE_SUSPENSIONS = Object.fromEntries(names.map((name) => [name, 'staff'] as const))
