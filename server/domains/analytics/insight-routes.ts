import { ratePercent } from '#contract/analytics/formulas.ts'
import * as contract from '#contract/analytics/insight-routes.ts'
import { excerptOfBeginning } from '#server/domains/posts/service.ts'
import { type Implementation, implementForMember, mayLag } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { ownPageId } from './access.ts'
import { readCohorts } from './days/cohorts.ts'
import { listMovements } from './days/day-queries.ts'
import { daysCsv } from './days/days-csv.ts'
import { unitsFromTwelfths } from './days/points.ts'
import { checkRange, summarize } from './days/summary.ts'
import { listPostInsights } from './visits/post-queries.ts'
import { listSources, listVisitorDays } from './visits/visit-queries.ts'

const ROWS_PER_PAGE = 30

const filesPerCreator: Limit = { name: 'insights-file', points: 60, windowSeconds: 300 }

/** Counted from what days and jobs left, not from what the creator just did. */
export const insightImplementations: Implementation[] = mayLag('for everyone', [
  implementForMember(contract.getInsights, (db, { input, viewer, now }) => {
    const { from, to, currency, interval } = input
    return summarize(db, { creatorId: ownPageId(viewer), currency }, { range: { from, to }, interval, now })
  }),

  implementForMember(contract.getMovements, async (db, { input, viewer }) => {
    const { currency, kind, cursor, limit } = input
    const rows = await listMovements(
      db,
      { creatorId: ownPageId(viewer), currency },
      {
        ...checkRange(input),
        kind: kind ?? null,
        beforeId: cursor ?? null,
        limit: limit ?? ROWS_PER_PAGE,
      },
    )
    return rows.map((row) => ({
      _id: row.id,
      subscriptionId: row.subscriptionId,
      member: { _id: row.memberId, name: row.memberName },
      plan: { name: row.planName },
      kind: row.kind,
      amount: unitsFromTwelfths(row.deltaTwelfths),
      currency: row.currency,
      day: row.day,
      at: row.at.toISOString(),
    }))
  }),

  implementForMember(contract.getCohorts, (db, { input, viewer, now }) =>
    readCohorts(db, { creatorId: ownPageId(viewer), currency: input.currency }, now),
  ),

  implementForMember(contract.getVisitors, async (db, { input, viewer }) => {
    const creatorId = ownPageId(viewer)
    const range = checkRange(input)
    const days = await listVisitorDays(db, creatorId, range)
    return {
      days: days.map((day) => ({ ...day, conversion: ratePercent(day.joined, day.visitors, day.visitors) })),
      sources: await listSources(db, creatorId, range),
    }
  }),

  implementForMember(contract.getPostInsights, async (db, { input, viewer }) => {
    const page = { beforeId: input.cursor ?? null, limit: input.limit ?? ROWS_PER_PAGE }
    const rows = await listPostInsights(db, ownPageId(viewer), page)
    return rows.map(({ id, html, publishedAt, members, opened, playsBegun, playsCompleted, ...row }) => ({
      _id: id,
      ...row,
      excerpt: excerptOfBeginning(html),
      publishedAt: publishedAt.toISOString(),
      members,
      opened,
      rate: members === null ? null : ratePercent(Math.min(opened, members), members, members),
      plays: playsBegun,
      completion: ratePercent(Math.min(playsCompleted, playsBegun), playsBegun, playsBegun),
    }))
  }),

  implementForMember(
    contract.getInsightsFile,
    async (db, { input, viewer }) => {
      const { currency } = input
      const csv = await daysCsv(db, { creatorId: ownPageId(viewer), currency }, checkRange(input))
      const fileName = `cheers-insights-${input.from}-${input.to}-${currency}.csv`
      return { fileName, contentType: 'text/csv', base64: Buffer.from(csv).toString('base64') }
    },
    { isHeavy: true, limits: [{ limit: filesPerCreator, by: (call) => call.viewer?.id ?? call.ip }] },
  ),
])
