import type { RawBuilder } from 'kysely'

import { sql } from '#server/platform/db/query.ts'

/** A plan as others are compared with it: what it costs by the month now. */
export interface PricedPlan {
  id: string
  priceCents: number
}

/** A plan as its member has it: what they agreed to pay by the month beside what it costs now. */
export interface HeldPlan extends PricedPlan {
  agreedCents: number
}

/**
 * Whether who holds a plan also has another one of the same creator: their own, and every one that costs less now than
 * what they pay or would have to. The greater of the two counts, so a price edit takes nothing from who pays more, and
 * who kept an older, lower price keeps the plan's place among the others.
 */
export function includesPlan(held: HeldPlan, plan: PricedPlan): boolean {
  return held.id === plan.id || Math.max(held.agreedCents, held.priceCents) > plan.priceCents
}

/**
 * The same as {@link includesPlan}, in a query over the held plan `own`, the version `agreed` that its member agreed
 * to, and the other plan `pp`.
 */
export const includesPlanSql: RawBuilder<boolean> = sql<boolean>`(own.id = pp.id
  or greatest(agreed.price_cents, own.price_cents) > pp.price_cents)`
