import * as z from 'zod/mini'

import { accountFailures } from '../accounts/failures.ts'
import { id, listInput, moment, optionalText, requiredText } from '../fields.ts'
import { STAFF_ROLES } from '../http/permissions.ts'
import { route } from '../http/route.ts'
import { consoleFailures as failures } from './failures.ts'
import { consoleMessages as messages } from './messages.ts'
import { REASON_MAX_LENGTH } from './rules.ts'

export const listStaffMembers = route({
  method: 'GET',
  path: '/staff/roles',
  caller: 'staff:staff',
  summary: 'Everybody with a role now, by name; up to 1,000 roles.',
  input: z.object({}),
  output: z.array(
    z.object({
      _id: id(),
      name: z.string(),
      hasFactor: z.boolean(),
      roles: z.array(z.object({ role: z.enum(STAFF_ROLES), grantedAt: moment, grantedBy: z.string() })),
    }),
  ),
  failures: [],
})

export const askForRole = route({
  method: 'POST',
  path: '/staff/roles',
  caller: 'staff:staff',
  stepUp: 'always',
  summary:
    'Asks for a role for somebody. A second operator decides; where there is none, it is granted after 24 hours. Every operator is mailed.',
  input: z.object({
    userId: id(),
    role: z.enum(STAFF_ROLES),
    reason: requiredText(messages.reasonMissing, REASON_MAX_LENGTH),
  }),
  output: z.object({ userId: id() }),
  failures: [
    accountFailures.person_not_found,
    failures.own_matter,
    failures.has_role,
    failures.approval_open,
  ],
})

export const endRolesOf = route({
  method: 'POST',
  path: '/staff/roles/:userId/end',
  caller: 'staff:staff',
  stepUp: 'always',
  summary: 'Ends every role of somebody, from their next call on. Never of the last operator.',
  input: z.object({ userId: id(), reason: requiredText(messages.reasonMissing, REASON_MAX_LENGTH) }),
  output: z.object({ userId: id() }),
  failures: [failures.not_on_staff, failures.last_operator, failures.own_matter],
})

export const listAuditLog = route({
  method: 'GET',
  path: '/staff/audit',
  caller: 'staff:audit',
  summary:
    'What the staff did, the latest first; of everybody only for operators, else the caller’s own acts. `isSealed`: the seal of each row covers it and the row before it.',
  input: z.object({
    actorId: z.optional(id()),
    action: optionalText(100),
    subjectId: z.optional(id()),
    ...listInput,
  }),
  output: z.array(
    z.object({
      _id: id(),
      position: z.number(),
      at: moment,
      /** null: a command beside the database, run by whoever `by` says. */
      actorId: z.nullable(id()),
      by: z.string(),
      role: z.enum(STAFF_ROLES),
      action: z.string(),
      subject: z.object({ kind: z.string(), id: id() }),
      reason: z.nullable(z.string()),
      /** States and amounts, as one line each: "status: active". */
      before: z.array(z.string()),
      after: z.array(z.string()),
      isSealed: z.boolean(),
    }),
  ),
  failures: [],
})

export const getOverview = route({
  method: 'GET',
  path: '/staff/overview',
  caller: 'staff:people',
  summary:
    'What waits for the staff, as far as the caller’s roles reach; null where they don’t. Counts stop at 100.',
  input: z.object({}),
  output: z.object({
    /** Open cases by their deadline, the ten that are due first. */
    cases: z.nullable(
      z.object({
        count: z.number(),
        first: z.array(z.object({ _id: id(), number: z.number(), dueAt: moment, isLate: z.boolean() })),
      }),
    ),
    appeals: z.nullable(z.number()),
    grievances: z.nullable(z.object({ count: z.number(), dueAt: z.nullable(moment) })),
    heldPayouts: z.nullable(z.object({ count: z.number(), untilAt: z.nullable(moment) })),
    refundRequests: z.nullable(z.number()),
    openDisputes: z.nullable(z.object({ count: z.number(), respondBy: z.nullable(moment) })),
    approvals: z.number(),
  }),
  failures: [],
})

export const auditRoutes = [listStaffMembers, askForRole, endRolesOf, listAuditLog, getOverview] as const
