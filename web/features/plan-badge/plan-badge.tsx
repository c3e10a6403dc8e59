import type { OutputOf } from '#contract/http/route.ts'
import type { getCreatorPlans } from '#contract/plans/calls.ts'
import { rankOf } from '#contract/plans/pricing.ts'
import { Badge } from '#web/ui/badge.tsx'

import { planBadgeTexts } from './messages.ts'

type PlanTone = 'green' | 'blue' | 'purple' | 'pink'

type PricedPlan = Pick<OutputOf<typeof getCreatorPlans>[number], 'name' | 'price' | 'currency'>

/** The spec's colours in posts, by the plan's name in lower case. */
const TONE_BY_NAME: ReadonlyMap<string, PlanTone> = new Map([
  ['free', 'green'],
  ['buzzed', 'blue'],
  ['tipsy', 'purple'],
  ['drunk', 'pink'],
])

/** Colours for all other names: the cheapest plan gets the first, the dearest ones the last. */
const TONE_BY_PRICE_RANK: readonly PlanTone[] = ['blue', 'purple', 'pink']

/**
 * The colour of a post's plan; null is a free post. The rank is how many of the creator's plans cost less, so a plan
 * that is no longer offered keeps its place.
 */
export function planTone(plan: PricedPlan | null, offeredPlans: readonly PricedPlan[]): PlanTone {
  if (plan === null) return 'green'
  const named = TONE_BY_NAME.get(plan.name.trim().toLowerCase())
  if (named) return named
  const own = rankOf(plan.price, plan.currency)
  const rank = offeredPlans.filter(({ price, currency }) => rankOf(price, currency) < own).length
  return TONE_BY_PRICE_RANK[rank] ?? 'pink'
}

/** The audience of a post: FREE, or the plan's name in its colour. */
export function PlanBadge({
  plan,
  offeredPlans,
}: {
  plan: PricedPlan | null
  offeredPlans: readonly PricedPlan[]
}) {
  return <Badge tone={planTone(plan, offeredPlans)}>{plan === null ? planBadgeTexts.free : plan.name}</Badge>
}
