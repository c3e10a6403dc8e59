import type { LiftedBecause } from '#contract/enforcement/rules.ts'
import { reinstateAccount } from '#server/domains/accounts/service.ts'
import type { Db } from '#server/platform/db/query.ts'

import type { CaseRow } from './case-queries.ts'
import { type DecisionRow, storeLifted } from './decision-queries.ts'
import { followLimit } from './page-limits.ts'
import { TARGETS } from './targets/targets.ts'

/** `account_suspensions` names an account by its id, and a command by its name. */
export function nameIn(decider: string): string {
  return decider.slice(decider.indexOf(':') + 1)
}

/**
 * Ends a measure: what was hidden is shown again, an account is open again, a page has its limit no longer. Before its time,
 * the strike is gone, too.
 */
export async function lift(
  db: Db,
  row: CaseRow,
  decision: DecisionRow,
  { because, reason, by }: { because: LiftedBecause; reason: string; by: string },
  now: Date,
): Promise<void> {
  if (decision.measure === 'none' || !(await storeLifted(db, decision.id, { because, now }))) return
  const { apply } = TARGETS[row.targetKind]
  if (apply) await apply(db, { id: row.targetId, effect: 'restore', reason: '' }, now)
  await followLimit(db, row, decision.measure)
  if (decision.measure === 'suspend')
    await reinstateAccount(db, { userId: row.concernedId, reason, by: nameIn(by), now })
}
