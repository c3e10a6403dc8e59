import * as z from 'zod/mini'

import { id, listInput, moment, requiredText } from '../fields.ts'
import { STAFF_ROLES } from '../http/permissions.ts'
import { route } from '../http/route.ts'
import { paymentFailures, refundFailures } from '../payments/failures.ts'
import { consoleFailures as failures } from './failures.ts'
import { consoleMessages as messages } from './messages.ts'
import { APPROVAL_ACTIONS, REASON_MAX_LENGTH } from './rules.ts'

const approval = z.object({
  _id: id(),
  action: z.enum(APPROVAL_ACTIONS),
  /** Of the payment, the payout, the account. */
  subjectId: id(),
  /** The supporter, the page that is paid, the person with a new role. */
  subjectName: z.string(),
  /** Of a refund or a payout. */
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  /** Of a grant. */
  role: z.nullable(z.enum(STAFF_ROLES)),
  reason: z.string(),
  askedBy: z.object({ _id: id(), name: z.string() }),
  askedAt: moment,
  expiresAt: moment,
  /** `alone`: there was no second operator for a day. null: it waits. */
  outcome: z.nullable(z.enum(['approved', 'declined', 'alone', 'expired'])),
  decidedBy: z.nullable(z.object({ _id: id(), name: z.string() })),
  decidedAt: z.nullable(moment),
  note: z.string(),
  /** Whether the caller may decide; whoever asked, or is concerned, may not. */
  mayDecide: z.boolean(),
})

export const listApprovals = route({
  method: 'GET',
  path: '/staff/approvals',
  caller: 'staff:people',
  summary:
    'What waits for a second person, or waited; the newest first. Only what the caller’s roles may decide, or what they asked for.',
  input: z.object({ state: z.optional(z.enum(['waiting', 'over'])), ...listInput }),
  output: z.array(approval),
  failures: [],
})

export const decideApproval = route({
  method: 'POST',
  path: '/staff/approvals/:approvalId/decide',
  // Every role comes in; which permission it takes depends on what was asked for.
  caller: 'staff:people',
  stepUp: 'always',
  summary:
    'Decides what somebody else asked for; approved, it is done at once. Nobody decides on their own request, account or page.',
  input: z.object({
    approvalId: id(),
    outcome: z.enum(['approved', 'declined']),
    note: requiredText(messages.reasonMissing, REASON_MAX_LENGTH),
  }),
  output: z.object({ approvalId: id() }),
  failures: [
    failures.approval_not_found,
    failures.approval_over,
    failures.own_request,
    failures.own_matter,
    failures.has_role,
    paymentFailures.payment_not_found,
    refundFailures.refund_too_large,
  ],
})

export const approvalRoutes = [listApprovals, decideApproval] as const
