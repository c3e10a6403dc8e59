import type { OutputOf } from '#contract/http/route.ts'
import { formatDollars } from '#contract/money.ts'
import { type getUserSubscriptions, previewPlanChange } from '#contract/subscriptions/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { planPriceText } from '#web/features/plan-cards/plan-price.ts'
import { Button } from '#web/ui/button.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { changePlanPath } from './change-plan-path.ts'
import { postCardTexts as texts } from './messages.ts'
import type { Post } from './post.ts'

export interface ChangeWayInProps {
  pageHandle: string
  plan: NonNullable<Post['plan']>
  subscription: OutputOf<typeof getUserSubscriptions>[number]
}

/** The way into a locked post for a member of a lower plan: the change, with what it costs to the cent. */
export function ChangeWayIn({ pageHandle, plan, subscription }: ChangeWayInProps) {
  const { data: preview } = useQuery(previewPlanChange, {
    m2cSubscriptionId: subscription._id,
    planId: plan._id,
    interval: subscription.interval,
  })
  return (
    <div className="flex max-w-full flex-col items-start gap-1.5">
      <Button className="max-w-full" to={changePlanPath(pageHandle, plan._id)}>
        {texts.changeTo(plan.name, planPriceText(plan, subscription.interval))}
      </Button>
      {/* Its line is kept while the price is on its way; why it can't be changed now is said where it would be. */}
      <p className="min-h-5 text-sm text-ink-soft tabular-nums">{preview && priceOf(preview)}</p>
    </div>
  )
}

function priceOf(preview: OutputOf<typeof previewPlanChange>): string {
  const { chargedNow, nextCharge, nextChargeAt, currency } = preview
  const [next, day] = [formatDollars(nextCharge, currency), dayText(nextChargeAt)]
  return chargedNow > 0
    ? texts.changeNow(formatDollars(chargedNow, currency), next, day)
    : texts.changeLater(next, day)
}
