import { enforcementFailures } from '#contract/enforcement/failures.ts'
import * as contract from '#contract/enforcement/routes.ts'
import { CASES_PER_PAGE, REPORTS_PER_DAY } from '#contract/enforcement/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { appeal, sayFixed } from './appeals.ts'
import { listOwnCaseRows } from './own-case-queries.ts'
import { presentOwnCase } from './present.ts'
import { listOwnReportRows } from './report-queries.ts'
import { takeReport } from './reporting.ts'

const reportsPerUser: Limit = { name: 'report', points: REPORTS_PER_DAY, windowSeconds: 86_400 }
const appealsPerUser: Limit = { name: 'appeal', points: 20, windowSeconds: 3600 }

function limitedBy(limit: Limit) {
  return {
    limits: [
      { limit, by: (call: { viewer: { id: string } | null; ip: string }) => call.viewer?.id ?? call.ip },
    ],
  }
}

/** Throws `case_not_found`: nobody learns of decisions about others. */
async function getOwn(db: Db, userId: string, caseId: string) {
  const [row] = await listOwnCaseRows(db, { userId, caseId, limit: 1 })
  if (!row) throw new Failure(enforcementFailures.case_not_found)
  return presentOwnCase(row)
}

export const reportImplementations: Implementation[] = [
  implementForMember(
    contract.reportItem,
    async (db, { input: { target, reason, text = '' }, viewer, now }) => {
      const { row, isHeld } = await takeReport(db, { target, reason, text, reporterId: viewer.id }, now)
      return {
        caseId: row.id,
        level: row.level,
        dueAt: row.dueAt.toISOString(),
        isHeld,
        isDecided: row.state === 'decided',
      }
    },
    limitedBy(reportsPerUser),
  ),

  implementForMember(contract.listOwnReports, async (db, { input, viewer }) => {
    const rows = await listOwnReportRows(db, {
      userId: viewer.id,
      beforeId: input.cursor ?? null,
      limit: input.limit ?? CASES_PER_PAGE,
    })
    return rows.map(({ id, kind, reason, reportedAt, level, dueAt, outcome }) => ({
      _id: id,
      kind,
      reason,
      reportedAt: reportedAt.toISOString(),
      level,
      dueAt: dueAt.toISOString(),
      outcome,
    }))
  }),

  implementForMember(contract.listOwnCases, async (db, { input, viewer }) => {
    const rows = await listOwnCaseRows(db, {
      userId: viewer.id,
      about: input.about ?? null,
      beforeId: input.cursor ?? null,
      limit: input.limit ?? CASES_PER_PAGE,
    })
    return rows.map(presentOwnCase)
  }),

  implementForMember(contract.getOwnCase, (db, { input, viewer }) => getOwn(db, viewer.id, input.caseId)),

  implementForMember(
    contract.appealDecision,
    async (db, { input: { caseId, text }, viewer, now }) => {
      await appeal(db, { caseId, text, userId: viewer.id }, now)
      return getOwn(db, viewer.id, caseId)
    },
    limitedBy(appealsPerUser),
  ),

  implementForMember(
    contract.sayFixed,
    async (db, { input: { caseId }, viewer, now }) => {
      await sayFixed(db, { caseId, userId: viewer.id }, now)
      return getOwn(db, viewer.id, caseId)
    },
    limitedBy(appealsPerUser),
  ),
]
