import { ratePercent } from '#contract/analytics/formulas.ts'
import type { getCohorts } from '#contract/analytics/insight-routes.ts'
import type { OutputOf } from '#contract/http/route.ts'
import type { Db } from '#server/platform/db/query.ts'

import { addMonths, monthOf } from './calendar.ts'
import { type CohortRow, listCohorts } from './cohort-queries.ts'
import type { Of } from './day-queries.ts'

const COHORTS = 12

/** Retention by the month of the first payment: those of its members who pay at the end of each month since ÷ its size. */
export async function readCohorts(db: Db, of: Of, now: Date): Promise<OutputOf<typeof getCohorts>> {
  const thisMonth = monthOf(now)
  const since = addMonths(thisMonth, 1 - COHORTS)
  const rows = await listCohorts(db, of, since)
  const cohorts = []
  for (let cohort = since; cohort <= thisMonth; cohort = addMonths(cohort, 1)) {
    const own = rows.filter((row) => row.cohort === cohort)
    const size = own.reduce((sum, { firsts }) => sum + firsts, 0)
    if (size > 0)
      cohorts.push({ month: cohort.slice(0, 7), size, ...retentionOf(own, cohort, thisMonth, size) })
  }
  return cohorts
}

function retentionOf(rows: readonly CohortRow[], cohort: string, until: string, size: number) {
  const members: (number | null)[] = []
  const income: (number | null)[] = []
  let paying = 0
  let twelfths = 0
  let first: number | null = null
  for (let month = cohort; month <= until; month = addMonths(month, 1)) {
    for (const row of rows)
      if (row.month === month) {
        paying += row.members
        twelfths += row.twelfths
      }
    first ??= twelfths
    members.push(ratePercent(paying, size, size))
    income.push(ratePercent(twelfths, first, size))
  }
  return { members, income }
}
