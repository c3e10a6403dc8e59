import {
  budgetCents as budgetCentsOf,
  countsForBudget,
  monthlyCostCents,
} from '#contract/subscriptions/engine/coming-charges.ts'
import type { Membership } from '#contract/subscriptions/engine/membership.ts'
import { subscriptionFailures } from '#contract/subscriptions/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import { listRenewing, lockBudget } from './control-queries.ts'
import { membershipOf } from './queries.ts'

/** What renewing memberships cost by the month once everything agreed holds, in cents. */
export function totalByMonthCents(memberships: readonly Membership[]): number {
  return memberships.filter(countsForBudget).reduce((sum, membership) => sum + budgetCentsOf(membership), 0)
}

/**
 * Refuses terms that would go over the member's own budget. What they have with the same creator is replaced, so it
 * does not count; what is cheaper than that is never refused. Throws `budget_reached`.
 */
export async function refuseOverBudget(
  db: Db,
  memberId: string,
  creatorId: string,
  terms: Pick<Membership, 'interval' | 'priceCents'>,
): Promise<void> {
  const budgetCents = await lockBudget(db, memberId)
  if (budgetCents === null) return
  const renewing = await listRenewing(db, memberId)
  const others = renewing.filter((row) => row.creatorId !== creatorId).map(membershipOf)
  const replaced = renewing.filter((row) => row.creatorId === creatorId).map(membershipOf)
  const costCents = monthlyCostCents(terms)
  if (costCents <= totalByMonthCents(replaced)) return
  if (totalByMonthCents(others) + costCents > budgetCents)
    throw new Failure(subscriptionFailures.budget_reached)
}
