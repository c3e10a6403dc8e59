import type { OwnData } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { listOwnGrievances } from './grievances/grievance-queries.ts'
import { listOwnAppeals } from './own-data-queries.ts'
import { listOwnCaseRows } from './own-case-queries.ts'
import { listOwnReportRows } from './report-queries.ts'

/** More than anybody has. */
const MAX_ROWS = 10_000

/** What they reported, what was decided about them, and what they said to that. */
export const enforcementData: OwnDataPart = {
  about: 'person',
  async collect(db, userId): Promise<Pick<OwnData, 'reports' | 'caseDecisions' | 'appeals' | 'grievances'>> {
    const reports = await listOwnReportRows(db, { userId, beforeId: null, limit: MAX_ROWS })
    const decisions = await listOwnCaseRows(db, { userId, limit: MAX_ROWS })
    const appeals = await listOwnAppeals(db, userId)
    const grievances = await listOwnGrievances(db, userId)
    return {
      reports: reports.map(({ kind, reason, text, reportedAt, outcome }) => ({
        kind,
        reason,
        text,
        reportedAt: reportedAt.toISOString(),
        outcome,
      })),
      caseDecisions: decisions.map(({ targetKind: kind, measure, rule, facts, decidedAt }) => ({
        kind,
        measure,
        rule,
        facts,
        decidedAt: decidedAt.toISOString(),
      })),
      grievances: grievances.map(({ openedAt, ...grievance }) => ({
        ...grievance,
        openedAt: openedAt.toISOString(),
      })),
      appeals: appeals.map(({ text, appealedAt }) => ({ text, appealedAt: appealedAt.toISOString() })),
    }
  },
}
