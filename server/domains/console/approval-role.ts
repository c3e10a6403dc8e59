import { type StaffRole, STAFF_ROLES } from '#contract/http/permissions.ts'

import type { ApprovalRow } from './approval-queries.ts'

/** The role that was asked for; null: it was something else. */
export function roleIn(row: Pick<ApprovalRow, 'payload'>): StaffRole | null {
  return STAFF_ROLES.find((role) => role === row.payload['role']) ?? null
}
