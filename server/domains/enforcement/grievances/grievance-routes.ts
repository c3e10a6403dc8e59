import { enforcementFailures } from '#contract/enforcement/failures.ts'
import * as contract from '#contract/enforcement/grievance-routes.ts'
import { CASES_PER_PAGE, GRIEVANCES_PER_DAY } from '#contract/enforcement/rules.ts'
import { Failure } from '#server/platform/failure.ts'
import { implement, type Implementation, implementForStaff } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { hashSecret } from '#server/platform/secrets.ts'

import { keysOf } from './email-context.ts'
import { findGrievanceOfLink, listOpenGrievances } from './grievance-queries.ts'
import { answerOne, file } from './grievances.ts'

const filedPerAddress: Limit = {
  name: 'grievances',
  points: GRIEVANCES_PER_DAY,
  windowSeconds: 86_400,
}

export const grievanceImplementations: Implementation[] = [
  implement(
    contract.fileGrievance,
    async (db, { input: { url = '', ...given }, viewer, platform, now }) => {
      const filed = await file(db, { ...given, url, userId: viewer?.id ?? null }, keysOf(platform), now)
      return { ...filed, dueAt: filed.dueAt.toISOString() }
    },
    { limits: [{ limit: filedPerAddress, by: (call) => call.ip }] },
  ),

  implement(contract.getGrievance, async (db, { input: { number, token } }) => {
    const row = await findGrievanceOfLink(db, number, hashSecret(token))
    if (!row) throw new Failure(enforcementFailures.grievance_not_found)
    const { kind, text, openedAt, dueAt, answeredAt, answer } = row
    return {
      number,
      kind,
      text,
      openedAt: openedAt.toISOString(),
      dueAt: dueAt.toISOString(),
      answeredAt: answeredAt?.toISOString() ?? null,
      answer,
    }
  }),

  implementForStaff(contract.listGrievances, async (db, { input: { limit } }) =>
    (await listOpenGrievances(db, limit ?? CASES_PER_PAGE)).map((row) => ({
      number: row.number,
      kind: row.kind,
      urgency: row.urgency,
      name: row.name,
      hasAccount: row.userId !== null,
      text: row.text,
      url: row.url,
      openedAt: row.openedAt.toISOString(),
      dueAt: row.dueAt.toISOString(),
    })),
  ),

  implementForStaff(contract.answerGrievance, async (db, { input, staff, now }) => {
    const { number, answer } = input
    const { id } = await answerOne(db, { number, answer, actor: staff.actor }, now)
    staff.audit({
      action: 'answer-grievance',
      subject: { kind: 'grievance', id },
      reason: null,
      before: { isAnswered: false },
      after: { isAnswered: true },
    })
    return { number }
  }),
]
