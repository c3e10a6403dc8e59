import { Badge } from '#web/ui/badge.tsx'

import { planBadgeTexts } from './messages.ts'
import { planTone, type PricedPlan } from './plan-tone.ts'

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
