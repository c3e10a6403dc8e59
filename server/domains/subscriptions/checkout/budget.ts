import { CURRENCY, type Currency } from '#contract/money.ts'
import {
  budgetCents as budgetCentsOf,
  countsForBudget,
  monthlyCostCents,
} from '#contract/subscriptions/engine/coming-charges.ts'
import type { Membership } from '#contract/subscriptions/engine/membership.ts'
import { subscriptionFailures } from '#contract/subscriptions/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import {
  type Commitment,
  listCommitments,
  listRenewing,
  lockBudget,
} from '../overview/billing-overview-queries.ts'
import { membershipOf, type SubscriptionRow } from '../queries.ts'

/** What renewing memberships in one currency cost per month once all agreed terms are in effect, in cents or paise. */
export function totalByMonthCents(rows: readonly SubscriptionRow[], currency: Currency): number {
  return rows
    .filter((row) => row.currency === currency)
    .map(membershipOf)
    .filter(countsForBudget)
    .reduce((sum, membership) => sum + budgetCentsOf(membership), 0)
}

/**
 * Refuses terms that would exceed the member's own budget, together with everything they are committed to or can still
 * pay for; `carriedCents` is what the terms leave to the next charge. What they have with the same creator is replaced,
 * so it doesn't count, and terms that cost no more than it are never refused. Nor are terms in rupees: the budget is in
 * dollars, and counts nothing else. Throws `budget_reached`.
 */
export async function refuseOverBudget(
  db: Db,
  row: { memberId: string; creatorId: string },
  terms: Pick<Membership, 'interval' | 'priceCents'> &
    Partial<Pick<Membership, 'carriedCents'>> & { currency: string },
  now: Date,
): Promise<void> {
  if (terms.currency !== CURRENCY) return
  const budgetCents = await lockBudget(db, row.memberId)
  if (budgetCents === null) return
  const renewing = await listRenewing(db, row.memberId)
  const replaced = renewing.filter(({ creatorId }) => creatorId === row.creatorId)
  const costCents = monthlyCostCents(terms) + (terms.carriedCents ?? 0)
  if (costCents <= totalByMonthCents(replaced, CURRENCY)) return
  const commitments = await listCommitments(db, row.memberId, now)
  const others = commitments.filter(
    ({ creatorId, currency }) => creatorId !== row.creatorId && currency === CURRENCY,
  )
  if (mostByMonthCents(others) + costCents > budgetCents)
    throw new Failure(subscriptionFailures.budget_reached)
}

/** The most that commitments may cost per month, in cents: for each subscription, the dearest it may become. */
function mostByMonthCents(commitments: readonly Commitment[]): number {
  return [...Map.groupBy(commitments, ({ subscriptionId }) => subscriptionId).values()].reduce(
    (sum, own) => sum + Math.max(...own.map((each) => monthlyCostCents(each) + each.carriedCents)),
    0,
  )
}
