import { getUsersCreatorPage } from '#contract/creators/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { rankOf } from '#contract/plans/pricing.ts'
import { useQuery } from '#web/api/use-query.ts'
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
  const own = rankOf(plan.price, plan.currency)
  return planToneAt({
    name: plan.name,
    rank: offeredPlans.filter(({ price, currency }) => rankOf(price, currency) < own).length,
  })
}

/** The same of a plan whose place is known: how many of the creator's plans cost less. */
export function planToneAt({ name, rank }: { name: string; rank: number }): PlanTone {
  return TONE_BY_NAME.get(name.trim().toLowerCase()) ?? TONE_BY_PRICE_RANK[rank] ?? 'pink'
}

/**
 * The same of a plan as somebody paid for it, of which only the name was kept. One that is called otherwise by now has
 * no place among the others, and no colour.
 */
export function paidPlanTone(name: string, offeredPlans: readonly PricedPlan[]): PlanTone | 'grey' {
  const offered = offeredPlans.find((plan) => plan.name === name)
  if (offered) return planTone(offered, offeredPlans)
  return TONE_BY_NAME.get(name.trim().toLowerCase()) ?? 'grey'
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

/** The plan of a payment to the viewer's own page, in the colour it has on that page. */
export function PaidPlanBadge({ name }: { name: string }) {
  const pageHandle = useQuery(getUsersCreatorPage, {}).data?.pageHandle
  const plans = useQuery(
    getCreatorPlans,
    { pageHandle: pageHandle ?? '' },
    { isEnabled: pageHandle !== undefined },
  )
  return <Badge tone={paidPlanTone(name, plans.data ?? [])}>{name}</Badge>
}
