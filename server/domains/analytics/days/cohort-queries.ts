import { type Db, many, sql } from '#server/platform/db/query.ts'

import type { Of } from './day-queries.ts'

/** What one month added to or took from the members who came in another; by the two months. */
export interface CohortRow {
  cohort: string
  month: string
  members: number
  firsts: number
  twelfths: number
}

/** Since a month, ordered by both. */
export function listCohorts(db: Db, { creatorId, currency }: Of, since: string): Promise<CohortRow[]> {
  return many(
    db,
    sql<CohortRow>`select to_char(cohort, 'YYYY-MM-DD') as cohort, to_char(month, 'YYYY-MM-DD') as month, members,
        firsts, twelfths
      from creator_cohorts where creator_id = ${creatorId} and currency = ${currency} and cohort >= ${since}::date
      order by creator_cohorts.cohort, creator_cohorts.month`,
  )
}
