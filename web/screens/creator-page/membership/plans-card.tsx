import type { MouseEvent } from 'react'

import { formatCents } from '#contract/money.ts'
import { type Plan, planPriceCents } from '#web/features/plan-cards/plan-price.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

import { creatorPageTexts } from '../messages.ts'
import { tabPath } from '../page-tab.ts'

const texts = creatorPageTexts.membership

/** The plans in one line, where they aren't beside the posts: on phones they open as a sheet. */
export function PlansCard({
  pageHandle,
  plans,
  onOpen,
}: {
  pageHandle: string
  /** At least one, lowest price first. */
  plans: readonly Plan[]
  /** Shows them over the page; none for their owner, who changes them on the page for it. */
  onOpen: (() => void) | undefined
}) {
  const [cheapest] = plans
  return (
    <Card tone="highlight" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 lg:hidden">
      <div>
        <p className="font-display text-lg whitespace-nowrap">
          {cheapest && texts.from(formatCents(planPriceCents(cheapest, 'monthly'), cheapest.currency))}
        </p>
        <p className="text-sm text-ink-soft">{texts.count(plans.length)}</p>
      </div>
      <Button
        to={tabPath(pageHandle, 'membership')}
        className="shrink-0"
        onClick={(event: MouseEvent) => {
          if (!onOpen) return
          event.preventDefault()
          onOpen()
        }}
      >
        {onOpen ? texts.seePlans : texts.manage}
      </Button>
    </Card>
  )
}
