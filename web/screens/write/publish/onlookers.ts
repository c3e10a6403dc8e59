import { rankOf } from '#contract/plans/pricing.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'

import type { Steps } from '../draft/draft-fields.ts'

/** Somebody a draft can be looked at as. */
export type Onlooker = { kind: 'visitor' } | { kind: 'follower' } | { kind: 'member'; plan: Plan }

/** Whether one of the steps that are open at a moment reaches somebody; the server's rule, for the preview alone. */
export function wouldSee(steps: Steps, who: Onlooker, plans: readonly Plan[], now: number): boolean {
  return steps.some((step) => {
    if (step.afterDays || (step.fromAt !== null && Date.parse(step.fromAt) > now)) return false
    if (step.untilAt !== null && Date.parse(step.untilAt) <= now) return false
    if (step.reach === 'everyone') return true
    if (who.kind === 'visitor') return false
    if (step.reach === 'followers') return true
    if (who.kind === 'follower') return false
    if (step.reach === 'members') return true
    const own = who.plan
    return step.planIds.some((planId) => {
      const plan = plans.find(({ _id }) => _id === planId)
      if (own._id === planId) return true
      return !step.isExact && plan !== undefined && rank(own) >= rank(plan)
    })
  })
}

function rank({ price, currency }: Plan): number {
  return rankOf(price, currency)
}

/** Whether everyone may read it from its publication on, for good. */
export function isForEveryone(steps: Steps): boolean {
  return steps.some(
    ({ reach, fromAt, untilAt, afterDays }) =>
      reach === 'everyone' && fromAt === null && untilAt === null && !afterDays,
  )
}

/** The cheapest plan that opens it now; null: it takes none, or none does. */
export function cheapestPlan(steps: Steps, plans: readonly Plan[], now: number): Plan | null {
  if (wouldSee(steps, { kind: 'follower' }, plans, now)) return null
  const opening = plans.filter((plan) => wouldSee(steps, { kind: 'member', plan }, plans, now))
  return opening.toSorted((one, other) => rank(one) - rank(other))[0] ?? null
}
