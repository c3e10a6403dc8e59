import { consoleFailures } from '#contract/console/failures.ts'
import { APPROVAL_DAYS, type ApprovalAction, DECIDED_WITH } from '#contract/console/rules.ts'
import { permitOf } from '#contract/http/permissions.ts'
import { platformFailures } from '#contract/http/route.ts'
import { lockPayment } from '#server/domains/payments/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { StaffActor } from '#server/platform/http/principal.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { mailAsked, mailDecided } from './approval-mails.ts'
import {
  type ApprovalRow,
  closeApproval,
  expireApprovals,
  findApproval,
  insertApproval,
  lockApproval,
  type Payload,
} from './approval-queries.ts'

const DAY_MS = 86_400_000

/**
 * Asks for a second person; everybody who may decide is mailed. Answers the id of the request. Throws `approval_open`
 * while the same is waiting.
 */
export async function ask(
  db: Db,
  given: {
    action: ApprovalAction
    subjectId: string
    /** Whom it concerns; they don't decide. */
    concernedIds: string[]
    payload: Payload
    reason: string
    by: string
    now: Date
  },
): Promise<string> {
  const { by, now, ...request } = given
  const id = newId(now)
  await expireApprovals(db, given.subjectId, now)
  const expiresAt = new Date(now.getTime() + APPROVAL_DAYS * DAY_MS)
  if (!(await insertApproval(db, { id, ...request, askedBy: by, askedAt: now, expiresAt })))
    throw new Failure(consoleFailures.approval_open)
  await enqueue(db, mailAsked, { approvalId: id })
  return id
}

/** Whether somebody may decide on a request; `why`: the failure that says why not. */
export function mayDecide(actor: StaffActor, row: ApprovalRow, now: Date): { why: Failure | null } {
  if (row.outcome !== null || row.expiresAt <= now) return { why: new Failure(consoleFailures.approval_over) }
  // Another name beside the same database is no second person.
  if (actor.kind !== 'user') return { why: new Failure(platformFailures.forbidden) }
  if (permitOf(actor.roles, DECIDED_WITH[row.action])?.reach !== 'all')
    return { why: new Failure(platformFailures.forbidden) }
  if (row.askedBy === actor.id) return { why: new Failure(consoleFailures.own_request) }
  if (row.concernedIds.includes(actor.id)) return { why: new Failure(consoleFailures.own_matter) }
  return { why: null }
}

/**
 * Closes a request as its second person; the caller does what was asked for, in the same transaction. Throws
 * `approval_not_found`, `approval_over`, `own_request`, `own_matter`, `forbidden`.
 */
export async function decide(
  db: Db,
  given: { approvalId: string; actor: StaffActor; outcome: 'approved' | 'declined'; note: string; now: Date },
): Promise<ApprovalRow> {
  const { approvalId, actor, outcome, note, now } = given
  const asked = await findApproval(db, approvalId)
  // First the payment: a refund that asks for a second person holds it, too, when it comes to its approval.
  if (asked?.action === 'refund') await lockPayment(db, asked.subjectId)
  const row = await lockApproval(db, approvalId)
  if (!row) throw new Failure(consoleFailures.approval_not_found)
  const { why } = mayDecide(actor, row, now)
  if (why) throw why
  const by = actor.kind === 'user' ? actor.id : null
  await closeApproval(db, approvalId, { outcome, by, note, now })
  await enqueue(db, mailDecided, { approvalId })
  return row
}
