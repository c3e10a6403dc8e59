import type * as z from 'zod/mini'

import * as contract from '#contract/console/approval-routes.ts'
import { APPROVAL_ACTIONS, DECIDED_WITH } from '#contract/console/rules.ts'
import { permitOf } from '#contract/http/permissions.ts'
import { dollarsFromCents } from '#contract/money.ts'
import { refundByOperator } from '#server/domains/payments/service.ts'
import { releaseHold } from '#server/domains/payouts/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { type Implementation, implementForStaff } from '#server/platform/http/implement.ts'
import type { StaffActor } from '#server/platform/http/principal.ts'

import { type ApprovalRow, listApprovals } from './approval-queries.ts'
import { roleIn } from './approval-role.ts'
import { decide, mayDecide } from './approvals.ts'
import { grantAfterApproval } from './grants.ts'

const ROWS_PER_PAGE = 50

type Approval = z.infer<typeof contract.listApprovals.output>[number]

function present(row: ApprovalRow, actor: StaffActor, now: Date): Approval {
  const { amountCents, currency } = row.payload
  const isOver = row.outcome === null && row.expiresAt <= now
  return {
    _id: row.id,
    action: row.action,
    subjectId: row.subjectId,
    subjectName: row.subjectName ?? '',
    amount: typeof amountCents === 'number' ? dollarsFromCents(amountCents) : null,
    currency: typeof currency === 'string' ? currency : null,
    role: roleIn(row),
    reason: row.reason,
    askedBy: { _id: row.askedBy, name: row.askedByName },
    askedAt: row.askedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    outcome: isOver ? 'expired' : row.outcome,
    decidedBy:
      row.decidedBy === null || row.decidedByName === null
        ? null
        : { _id: row.decidedBy, name: row.decidedByName },
    decidedAt: row.decidedAt?.toISOString() ?? null,
    note: row.note,
    mayDecide: mayDecide(actor, row, now).why === null,
  }
}

/** Does what two people agreed on. */
async function carryOut(db: Db, row: ApprovalRow, by: { actor: StaffActor; now: Date }): Promise<void> {
  const { now } = by
  const decider = by.actor.kind === 'user' ? by.actor.id : by.actor.name
  if (row.action === 'refund') {
    const amountCents = Number(row.payload['amountCents'])
    await refundByOperator(db, {
      reference: row.subjectId,
      amountCents,
      reason: row.reason,
      operator: `${row.askedBy}, ${decider}`,
      now,
    })
  }
  if (row.action === 'payout-release') await releaseHold(db, { payoutId: row.subjectId, by: decider, now })
  if (row.action === 'grant-role') await grantAfterApproval(db, row, { name: decider, now })
}

export const approvalImplementations: Implementation[] = [
  implementForStaff(contract.listApprovals, async (db, { input, staff, now }) => {
    const { actor } = staff
    const actions = APPROVAL_ACTIONS.filter(
      (action) => permitOf(actor.roles, DECIDED_WITH[action])?.reach === 'all',
    )
    const rows = await listApprovals(db, {
      isWaiting: (input.state ?? 'waiting') === 'waiting',
      actions,
      askedBy: actor.kind === 'user' ? actor.id : null,
      now,
      beforeId: input.cursor ?? null,
      limit: input.limit ?? ROWS_PER_PAGE,
    })
    return rows.map((row) => present(row, actor, now))
  }),

  implementForStaff(contract.decideApproval, async (db, { input, staff, now }) => {
    const { approvalId, outcome, note } = input
    const { actor } = staff
    const row = await decide(db, { approvalId, actor, outcome, note, now })
    if (outcome === 'approved') await carryOut(db, row, { actor, now })
    staff.audit({
      action: outcome === 'approved' ? `approve-${row.action}` : `decline-${row.action}`,
      subject: { kind: 'approval', id: approvalId },
      reason: note,
      before: { askedBy: row.askedBy, subject: row.subjectId, ...row.payload },
      after: { outcome },
    })
    return { approvalId }
  }),
]
