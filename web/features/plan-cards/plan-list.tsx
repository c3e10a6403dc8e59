import { useState } from 'react'

import type { BillingInterval } from '#contract/plans/pricing.ts'
import { SegmentedToggle } from '#web/ui/segmented-toggle.tsx'

import { findHighlightedPlan } from './highlighted-plan.ts'
import { planCardsTexts as texts } from './messages.ts'
import { type PlanActions, PlanCard } from './plan-card.tsx'
import type { Plan } from './plan-price.ts'

const intervalSegments: { value: BillingInterval; label: string; note?: string }[] = [
  { value: 'monthly', label: texts.interval.monthly },
  { value: 'yearly', label: texts.interval.yearly, note: texts.interval.saving },
]

export type PlanListProps = {
  /** Lowest price first. */
  plans: readonly Plan[]
  actions: PlanActions
  /** Side by side where there is room. */
  isWide?: boolean
}

/** Plans to choose from, monthly or yearly. */
export function PlanList({ plans, actions, isWide = false }: PlanListProps) {
  const [interval, setInterval] = useState<BillingInterval>('monthly')
  const highlighted = findHighlightedPlan(plans)
  return (
    <>
      <SegmentedToggle
        label={texts.interval.label}
        segments={intervalSegments}
        value={interval}
        onChange={setInterval}
      />
      <ul
        className={
          isWide ? 'mt-4 grid gap-3 has-[form]:items-start sm:grid-cols-2 lg:grid-cols-3' : 'mt-4 space-y-3'
        }
      >
        {plans.map((plan) =>
          actions.viewer === 'owner' && actions.editedId === plan._id ? (
            actions.editor(plan)
          ) : (
            <PlanCard key={plan._id} isHighlighted={plan === highlighted} {...{ plan, interval, actions }} />
          ),
        )}
      </ul>
    </>
  )
}
