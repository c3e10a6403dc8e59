import * as contract from '#contract/enforcement/page-routes.ts'
import { CASES_PER_PAGE } from '#contract/enforcement/rules.ts'
import { publicMediaUrl } from '#server/domains/media/service.ts'
import { getModeratedPage, getOffice } from '#server/domains/moderation/service.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { mayDecide } from './access.ts'
import { type LineRow, listLines } from './case-queries.ts'
import { decideForPage } from './deciding.ts'
import { listReports, type ReportRow } from './report-queries.ts'
import { listPageCases } from './waiting-queries.ts'

const decisionsPerUser: Limit = { name: 'decide-reports', points: 300, windowSeconds: 3600 }
const REPORTS_SHOWN = 5

export function presentLine({ author, body, writtenAt, isReported }: LineRow): contract.KeptLine {
  return { author, body, writtenAt: writtenAt.toISOString(), isReported }
}

export function presentReport({ reason, text, reportedAt }: ReportRow) {
  return { reason, text, reportedAt: reportedAt.toISOString() }
}

export const pageCaseImplementations: Implementation[] = [
  implementForMember(contract.listPageReports, async (db, { input, viewer }) => {
    const { id: creatorId } = await getModeratedPage(db, input.pageHandle, viewer)
    const office = await getOffice(db, creatorId, viewer.id)
    const limit = input.limit ?? CASES_PER_PAGE
    const rows = await listPageCases(db, { creatorId, afterId: input.cursor ?? null, limit })
    const ids = rows.map(({ id }) => id)
    const [lines, reports] = [await listLines(db, ids), await listReports(db, ids, REPORTS_SHOWN)]
    return rows.flatMap((row) => {
      const { channelId, seq, concernedId } = row
      if (channelId === null || seq === null) return []
      const author = { isOwner: false, isModerator: row.isAuthorModerator }
      return [
        {
          _id: row.id,
          number: row.number,
          channelKind: row.channelKind,
          channelId,
          seq,
          isHeld: row.isOutOfSight,
          author: row.isAuthorErased
            ? null
            : {
                _id: concernedId,
                name: row.authorName,
                profileImage: publicMediaUrl(row.authorImage),
              },
          mayDecide: concernedId !== viewer.id && mayDecide(office, author),
          reports: reports.filter(({ caseId }) => caseId === row.id).map(presentReport),
          reportCount: row.reportCount,
          lines: lines.filter(({ caseId }) => caseId === row.id).map(presentLine),
          openedAt: row.openedAt.toISOString(),
          dueAt: row.dueAt.toISOString(),
        },
      ]
    })
  }),

  implementForMember(
    contract.decidePageCase,
    async (db, { input: { caseId, measure, reason = '' }, viewer, now }) => {
      await decideForPage(db, { caseId, measure, reason, judgeId: viewer.id }, now)
      return { caseId }
    },
    { limits: [{ limit: decisionsPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),
]
