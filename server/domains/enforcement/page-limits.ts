import { daysAfter, HOLD_DAYS } from '#contract/enforcement/deadlines.ts'
import { enforcementFailures } from '#contract/enforcement/failures.ts'
import { isPageLimit, type Measure } from '#contract/enforcement/rules.ts'
import { limitPage } from '#server/domains/creators/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import type { CaseRow } from './case-queries.ts'
import { findLimitEnd } from './decision-queries.ts'

/**
 * When a measure ends by itself; null: it doesn't. Payouts are held for a time of their own, everything else about a page
 * for as long as was said. Throws `limit_days_wrong`.
 */
export function endOf({ measure, days }: { measure: Measure; days: number | null }, now: Date): Date | null {
  const wanted = measure === 'hold_payouts' ? HOLD_DAYS : days
  if (isPageLimit(measure) !== (wanted !== null) || (measure === 'hold_payouts' && days !== null))
    throw new Failure(enforcementFailures.limit_days_wrong)
  return wanted === null ? null : daysAfter(now, wanted)
}

/** Limits a page as its decisions say now: until the latest end of those that stand, or no longer. */
export async function followLimit(
  db: Db,
  { creatorId }: Pick<CaseRow, 'creatorId'>,
  measure: Measure,
): Promise<void> {
  if (creatorId === null || !isPageLimit(measure)) return
  await limitPage(db, creatorId, { limit: measure, until: await findLimitEnd(db, creatorId, measure) })
}
