import type { RawBuilder } from 'kysely'

import type { Currency } from '#contract/money.ts'
import { RUPEES_A_DOLLAR_COUNTS, rankOf } from '#contract/plans/pricing.ts'
import { sql } from '#server/platform/db/query.ts'

/** A plan as others are compared with it: its current monthly price. */
export interface PricedPlan {
  id: string
  priceCents: number
  currency: Currency
}

/** A plan as its member holds it: the monthly price they agreed to, next to its current one. */
export interface HeldPlan extends PricedPlan {
  agreedCents: number
}

/** The same as {@link rankOf}, in a query over the plan `plan` and a price of it. */
export function rankSql(plan: RawBuilder<unknown>, cents = sql`${plan}.price_cents`): RawBuilder<number> {
  return sql<number>`${cents} * case ${plan}.currency when 'INR' then 1 else ${sql.raw(String(RUPEES_A_DOLLAR_COUNTS))} end`
}

/**
 * Whether a member of a plan also has another one of the same creator: their own, and every one that costs less now
 * than they pay or would have to. The greater of the two counts, so a price edit takes nothing from members who pay
 * more, and an older, lower price keeps the plan's place among the others.
 */
export function includesPlan(held: HeldPlan, plan: PricedPlan): boolean {
  const heldRank = rankOf(Math.max(held.agreedCents, held.priceCents), held.currency)
  return held.id === plan.id || heldRank > rankOf(plan.priceCents, plan.currency)
}

/**
 * The same as {@link includesPlan}, in a query over the plan `pp` and a held one `own` (see {@link heldPlanColumns}).
 */
export const includesPlanSql: RawBuilder<boolean> = sql<boolean>`(own.id = pp.id
  or own.rank > ${rankSql(sql`pp`)})`

/** A held plan as {@link includesPlanSql} reads it, in a query over the plan `h` and the version `agreed` of it. */
export const heldPlanColumns = sql`h.id,
  ${rankSql(sql`h`, sql`greatest(agreed.price_cents, h.price_cents)`)} as rank`
