import { Badge } from '#web/ui/badge.tsx'

import { planBadgeTexts } from './messages.ts'
import { planTone } from './plan-tone.ts'

type Plan = { name: string; price: number }

/** Says for whom a post is: FREE, or the plan's name in its colour. */
export function PlanBadge({ plan, offeredPlans }: { plan: Plan | null; offeredPlans: readonly Plan[] }) {
  return <Badge tone={planTone(plan, offeredPlans)}>{plan === null ? planBadgeTexts.free : plan.name}</Badge>
}
