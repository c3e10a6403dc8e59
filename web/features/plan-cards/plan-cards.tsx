import { Plus } from 'lucide-react'
import { useState } from 'react'

import { planMessages } from '#contract/plans/messages.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SegmentedToggle } from '#web/ui/segmented-toggle.tsx'

import { MEMBERSHIP_HEADING_ID, MEMBERSHIP_ID } from './membership-section.ts'
import { planCardsTexts as texts } from './messages.ts'
import { type PlanActions, PlanCard } from './plan-card.tsx'
import type { Plan } from './plan-price.ts'
import { findRecommendedPlan } from './recommended-plan.ts'

const intervalSegments: { value: BillingInterval; label: string; note?: string }[] = [
  { value: 'monthly', label: texts.interval.monthly },
  { value: 'yearly', label: texts.interval.yearly, note: texts.interval.saving },
]

export type PlanCardsProps = {
  /** Lowest price first. */
  plans: readonly Plan[]
  pageName: string
  /** Above the plans; visitors choose. */
  title?: string
  actions: PlanActions
  /** Only the owner adds plans. */
  onAdd?: () => void
}

/** A creator's plans, monthly or yearly. */
export function PlanCards({
  plans,
  pageName,
  title = planMessages.chooseMembership,
  actions,
  onAdd,
}: PlanCardsProps) {
  const [interval, setInterval] = useState<BillingInterval>('monthly')
  const recommended = findRecommendedPlan(plans)
  return (
    <section id={MEMBERSHIP_ID} aria-labelledby={MEMBERSHIP_HEADING_ID} className="scroll-mt-20">
      <h2 id={MEMBERSHIP_HEADING_ID} tabIndex={-1} className="scroll-mt-20 font-display text-xl">
        {title}
      </h2>
      {plans.length > 0 ? (
        <>
          <div className="mt-4">
            <SegmentedToggle
              label={texts.interval.label}
              segments={intervalSegments}
              value={interval}
              onChange={setInterval}
            />
          </div>
          <ul className="mt-4 space-y-3">
            {plans.map((plan) => (
              <PlanCard
                key={plan._id}
                isRecommended={plan === recommended}
                {...{ plan, interval, actions }}
              />
            ))}
          </ul>
          {onAdd && (
            <Button className="mt-3" isFullWidth icon={<Plus />} onClick={onAdd}>
              {texts.add}
            </Button>
          )}
        </>
      ) : onAdd ? (
        <EmptyState
          className="mt-4"
          title={texts.none}
          action={
            <Button icon={<Plus />} onClick={onAdd}>
              {texts.add}
            </Button>
          }
        >
          {planMessages.advice}
        </EmptyState>
      ) : (
        <p className="mt-3 text-base text-ink-soft">{texts.offersNone(pageName)}</p>
      )}
    </section>
  )
}
