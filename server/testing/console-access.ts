import type { StaffRole } from '#contract/http/permissions.ts'

import { STAFF } from './door-verdicts.ts'

/*
 * The calls of the console, kept by hand: what each role on the staff gets. Nobody else gets in at all. That they are
 * made: staff-access.test.ts.
 */

export type StaffVerdicts = Record<StaffRole, 'ok' | 403>

const OPERATORS = { operator: 'ok', moderator: 403, support: 403, finance: 403 } as const
const MONEY = { operator: 'ok', moderator: 403, support: 403, finance: 'ok' } as const
const JUDGES = { operator: 'ok', moderator: 'ok', support: 403, finance: 403 } as const
const HELPERS = { operator: 'ok', moderator: 403, support: 'ok', finance: 403 } as const
const ALL_BUT_MODERATORS = { operator: 'ok', moderator: 403, support: 'ok', finance: 'ok' } as const
const EVERY_ROLE = { operator: 'ok', moderator: 'ok', support: 'ok', finance: 'ok' } as const

export const CONSOLE_STAFF: Record<string, StaffVerdicts> = {
  'GET /staff/me': EVERY_ROLE,
  'GET /staff/overview': EVERY_ROLE,
  'GET /staff/people': EVERY_ROLE,
  'GET /staff/people/:userId': EVERY_ROLE,
  'POST /staff/people/:userId/contact': HELPERS,
  'POST /staff/passes': HELPERS,
  'GET /staff/passes/:passId': HELPERS,
  'POST /staff/passes/:passId/end': HELPERS,
  // Of those who gave the pass, each read by them alone otherwise.
  'GET /staff/passes/:passId/seen/m2cSubscription/getUserSubscriptions': HELPERS,
  'GET /staff/passes/:passId/seen/m2cSubscription/getPausedSubscriptions': HELPERS,
  'GET /staff/passes/:passId/seen/payment/getUserPayments': HELPERS,
  'GET /staff/passes/:passId/seen/user/notification-choices': HELPERS,
  'GET /staff/passes/:passId/seen/user/follows': HELPERS,
  'GET /staff/passes/:passId/seen/post/getPostsByPageHandle/:pageHandle': HELPERS,
  'GET /staff/creators': EVERY_ROLE,
  'GET /staff/creators/:creatorId': EVERY_ROLE,
  // Support names a person.
  'GET /staff/payments': ALL_BUT_MODERATORS,
  'GET /staff/payments/:paymentId': ALL_BUT_MODERATORS,
  'GET /staff/refunds': ALL_BUT_MODERATORS,
  // Of $9.99, which support may give back.
  'POST /staff/refunds': ALL_BUT_MODERATORS,
  'POST /staff/refunds/:refundId/act': ALL_BUT_MODERATORS,
  // Support names a page; moderators hold payouts.
  'GET /staff/payouts': EVERY_ROLE,
  'POST /staff/payouts/:payoutId/hold': JUDGES,
  'POST /staff/payouts/:payoutId/release': MONEY,
  'POST /staff/payouts/:payoutId/fail': MONEY,
  'GET /staff/approvals': EVERY_ROLE,
  // The release of a payout.
  'POST /staff/approvals/:approvalId/decide': MONEY,
  'GET /staff/roles': OPERATORS,
  'POST /staff/roles': OPERATORS,
  'POST /staff/roles/:userId/end': OPERATORS,
  'GET /staff/settings': OPERATORS,
  'GET /staff/errors': OPERATORS,
  'POST /staff/errors/:errorId/resolve': OPERATORS,
  'GET /staff/audit': EVERY_ROLE,
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
