import type { MoneyCheckName } from '#contract/console/money-checks.ts'
import type * as z from 'zod/mini'

import type { getMoneyChecks } from '#contract/console/money-routes.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'

export interface KeptFinding {
  check: MoneyCheckName
  walk: string
  problem: z.infer<typeof getMoneyChecks.output>['checks'][number]['findings'][number]['problem']
  subject: string
  currency: string
  differenceMinor: number
  placeId: string
  foundAt: Date
}

const SHOWN = 10
const COUNTED = 1000

/** The findings of each check that have been there for longest. */
export function listFindings(db: Db): Promise<KeptFinding[]> {
  return many(
    db,
    sql<KeptFinding>`select f.check_name as "check", f.walk, f.problem, f.subject, f.currency,
        f.difference_minor as "differenceMinor", f.place_id as "placeId", f.found_at as "foundAt"
      from (select distinct check_name from money_findings) c
        cross join lateral (select * from money_findings x where x.check_name = c.check_name
          order by x.found_at, x.key limit ${SHOWN}) f`,
  )
}

export interface FindingSum {
  check: MoneyCheckName
  /** '' for what is no amount. */
  currency: string
  count: number
  differenceMinor: number
}

/** How many findings each check has, and what they come to. Counts at most a thousand of each. */
export function sumFindings(db: Db): Promise<FindingSum[]> {
  return many(
    db,
    sql<FindingSum>`select c.check_name as "check", f.currency, count(*)::integer as count,
        sum(f.difference_minor)::bigint as "differenceMinor"
      from (select distinct check_name from money_findings) c
        cross join lateral (select currency, difference_minor from money_findings x
          where x.check_name = c.check_name limit ${COUNTED}) f
      group by c.check_name, f.currency`,
  )
}
