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
 * The same as {@link includesPlan}, in a query over the plan `pp` and a held one `own` (see {@link heldPlanColumns}).
 */
export const includesPlanSql: RawBuilder<boolean> = sql<boolean>`(own.id = pp.id
  or greatest(own.agreed_cents, own.price_cents) > pp.price_cents)`

/** A held plan as {@link includesPlanSql} reads it, in a query over the plan `h` and the version `agreed` of it. */
export const heldPlanColumns = sql`h.id, h.price_cents, agreed.price_cents as agreed_cents`
