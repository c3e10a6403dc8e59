import { Plus } from 'lucide-react'

import { planMessages } from '#contract/plans/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

import { MEMBERSHIP_HEADING_ID, MEMBERSHIP_ID } from './membership-section.ts'
import { planCardsTexts as texts } from './messages.ts'
import { PlanList, type PlanListProps } from './plan-list.tsx'

export type PlanCardsProps = PlanListProps & {
  pageName: string
  /** Above the plans; visitors choose. */
  title?: string
  /** Only the owner adds plans. */
  onAdd?: () => void
}

/** A creator's plans, monthly or yearly. */
export function PlanCards({ pageName, title, onAdd, ...list }: PlanCardsProps) {
  return (
    <section id={MEMBERSHIP_ID} aria-labelledby={MEMBERSHIP_HEADING_ID} className="scroll-mt-20">
      <h2 id={MEMBERSHIP_HEADING_ID} tabIndex={-1} className="scroll-mt-20 font-display text-xl">
        {title ?? (list.plans.length > 0 ? planMessages.chooseMembership : texts.membership)}
      </h2>
      {list.plans.length > 0 ? (
        <>
          <div className="mt-4">
            <PlanList {...list} />
          </div>
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
