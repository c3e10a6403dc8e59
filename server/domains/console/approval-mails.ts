import * as z from 'zod/mini'

import { DECIDED_WITH } from '#contract/console/rules.ts'
import { permitOf, STAFF_ROLES } from '#contract/http/permissions.ts'
import { enqueueLetter } from '#server/domains/accounts/service.ts'
import { defineJob, type Job } from '#server/platform/jobs/define-job.ts'

import { askedLetter, decidedLetter, roleLetter } from './approval-letters.ts'
import { type ApprovalRow, findApproval, findColleague, listColleagues } from './approval-queries.ts'
import { roleIn } from './approval-role.ts'

const payload = z.object({ approvalId: z.string() })

function rolesThatDecide({ action }: ApprovalRow) {
  return STAFF_ROLES.filter((role) => permitOf([role], DECIDED_WITH[action])?.reach === 'all')
}

/** Tells everybody who may decide that something waits for them. */
export const mailAsked = defineJob(
  { name: 'console.mail-asked', payload },
  async (db, { approvalId }, { platform }) => {
    const row = await findApproval(db, approvalId)
    if (!row || row.outcome !== null) return
    const url = `${platform.config.publicUrl}/staff/approvals`
    for (const { id, name, email } of await listColleagues(db, rolesThatDecide(row))) {
      if (id === row.askedBy || row.concernedIds.includes(id)) continue
      await enqueueLetter(db, platform, (language) =>
        askedLetter({ name, address: email }, { row, url }, language),
      )
    }
  },
)

/** Tells whoever asked what was decided; of a new role, every operator and the person who has it now. */
export const mailDecided = defineJob(
  { name: 'console.mail-decided', payload },
  async (db, { approvalId }, { platform }) => {
    const row = await findApproval(db, approvalId)
    if (!row || row.outcome === null) return
    const { publicUrl } = platform.config
    const isGrant = row.action === 'grant-role'
    const asker = await findColleague(db, row.askedBy)
    const told = isGrant ? await listColleagues(db, ['operator']) : asker ? [asker] : []
    for (const { name, email } of told)
      await enqueueLetter(db, platform, (language) =>
        decidedLetter({ name, address: email }, { row, url: `${publicUrl}/staff/approvals` }, language),
      )
    const role = roleIn(row)
    const person = role === null || row.outcome === 'declined' ? null : await findColleague(db, row.subjectId)
    if (person && role !== null)
      await enqueueLetter(db, platform, (language) =>
        roleLetter(
          { name: person.name, address: person.email },
          { role, url: `${publicUrl}/staff` },
          language,
        ),
      )
  },
)

export const approvalMails = [mailAsked, mailDecided] as Job[]
