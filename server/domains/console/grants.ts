import * as z from 'zod/mini'

import { consoleFailures } from '#contract/console/failures.ts'
import { hasOtherOperator, giveRole, isOperator } from '#server/domains/staff/service.ts'
import { writeAuditRow } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { defineJob, enqueue } from '#server/platform/jobs/define-job.ts'

import { mailDecided } from './approval-mails.ts'
import { type ApprovalRow, closeApproval, lockApproval } from './approval-queries.ts'
import { roleIn } from './approval-role.ts'

/** Gives the role that two operators agreed on. Throws `has_role`. */
export async function grantAfterApproval(
  db: Db,
  row: ApprovalRow,
  { name, now }: { name: string; now: Date },
): Promise<void> {
  const role = roleIn(row)
  const by = { userId: row.subjectId, by: `${row.askedBy}, ${name}`, now }
  if (role === null || !(await giveRole(db, role, by))) throw new Failure(consoleFailures.has_role)
}

/**
 * Grants a role that one operator asked for a day ago, if there is still nobody else who could decide. With a second
 * operator it goes on waiting for them.
 */
export const grantAlone = defineJob(
  { name: 'console.grant-alone', payload: z.object({ approvalId: z.string() }) },
  async (db, { approvalId }, { now }) => {
    const row = await lockApproval(db, approvalId)
    const role = row && roleIn(row)
    if (!row || role === null || row.outcome !== null) return
    // Whoever asked may have lost the role meanwhile.
    if (!(await isOperator(db, row.askedBy)) || (await hasOtherOperator(db, row.askedBy))) return
    await closeApproval(db, approvalId, { outcome: 'alone', by: null, note: '', now })
    await giveRole(db, role, { userId: row.subjectId, by: row.askedBy, now })
    await writeAuditRow(
      db,
      {
        actor: { kind: 'operator-command', name: 'a day without a second operator', roles: ['operator'] },
        role: 'operator',
        now,
        requestId: newId(now),
      },
      {
        action: 'grant-alone',
        subject: { kind: 'user', id: row.subjectId },
        reason: row.reason,
        before: { askedBy: row.askedBy },
        after: { role },
      },
    )
    await enqueue(db, mailDecided, { approvalId })
  },
)
